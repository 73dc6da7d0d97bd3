import type { CellValue, SnapshotRow } from '@/contract/extraction';
import type { ItemSection } from './item-sections';
import { coverageOf, dayOf, hasDays, isValidOn, spanOf, type Coverage, type Span } from './validity';

/** A price and the days on which it applies. */
export interface LanePrice {
  readonly span: Span;
  /** The invalid texts of a first or last day, such as 30 February; absent if the days are valid. */
  readonly notDays?: { readonly from?: string; readonly to?: string };
  /** The price as exact decimal text; null for a row without a price. */
  readonly value: string | null;
  /** The index of the price's row. */
  readonly row: number;
}

/** A lane: the prices of one price list, currency and quantity, in the order of time. */
export interface PriceLane {
  readonly section: ItemSection;
  /** A key that is unique on the page. */
  readonly key: string;
  /** The values of the section's lane columns. */
  readonly parts: readonly CellValue[];
  /** The prices, sorted by their first days. */
  readonly prices: readonly LanePrice[];
  /** The gaps and overlaps. Empty if they cannot be known: in a history, or if a column that distinguishes prices is hidden. */
  readonly coverage: Coverage;
}

interface SectionRows {
  readonly columns: readonly string[];
  readonly rows: readonly SnapshotRow[];
}

/** Whether there is a day on which the price is known to apply. */
export function applies({ span, notDays }: LanePrice): boolean {
  return notDays === undefined && hasDays(span);
}

/** Counts prices that end before they start, and prices whose first or last day is invalid. */
export function countWrong(lanes: readonly PriceLane[]): {
  readonly reversed: number;
  readonly withoutDay: number;
} {
  const wrong = lanes.flatMap(({ prices }) => prices).filter((price) => !applies(price));
  const withoutDay = wrong.filter(({ notDays }) => notDays !== undefined).length;
  return { reversed: wrong.length - withoutDay, withoutDay };
}

/** Whether the rows of a price column say when their prices apply. */
export function hasTime({ roles, changedOn }: ItemSection): boolean {
  return roles.validFrom !== null || roles.validTo !== null || changedOn !== null;
}

/** Returns the lanes of a price column, sorted by price list, currency and quantity. */
export function lanesOf(section: ItemSection, { columns, rows }: SectionRows): readonly PriceLane[] {
  const { roles, laneColumns, hiddenLaneColumns, changedOn, priceColumn } = section;
  const cell = (row: SnapshotRow, column: string | null) =>
    column === null ? undefined : row[columns.indexOf(column)];
  const byKey = new Map<string, { parts: readonly CellValue[]; rows: number[] }>();
  for (const [index, row] of rows.entries()) {
    const parts = laneColumns.map((column) => cell(row, column));
    const key = JSON.stringify([priceColumn.name, ...parts.map((part) => part ?? null)]);
    const lane = byKey.get(key);
    if (lane === undefined) byKey.set(key, { parts, rows: [index] });
    else lane.rows.push(index);
  }
  const types = laneColumns.map((name) => priceColumn.fields.find((field) => field.name === name)?.type);
  const priceOf = (row: number): LanePrice => {
    const cells = rows[row] ?? [];
    const [from, to] = [cell(cells, roles.validFrom), cell(cells, roles.validTo)];
    const span = spanOf(textOf(from), textOf(to));
    const notFrom = span.from === null ? notDayOf(textOf(from)) : null;
    const notTo = span.to === null ? notDayOf(textOf(to)) : null;
    return {
      span,
      ...((notFrom !== null || notTo !== null) && {
        notDays: { ...(notFrom !== null && { from: notFrom }), ...(notTo !== null && { to: notTo }) },
      }),
      value: textOf(cell(cells, roles.price)),
      row,
    };
  };
  return [...byKey]
    .map(([key, lane]): PriceLane => {
      const prices =
        changedOn === null
          ? lane.rows.map(priceOf).toSorted(byFirstDay)
          : changesOf(lane.rows, (row) => textOf(cell(rows[row] ?? [], changedOn)), priceOf);
      const isKnown = changedOn === null && hiddenLaneColumns.length === 0;
      const spans = isKnown ? prices.filter(applies).map(({ span }) => span) : [];
      return { section, key, parts: lane.parts, prices, coverage: coverageOf(spans) };
    })
    .toSorted((a, b) => compareParts(a.parts, b.parts, types));
}

/** Converts a history to prices that apply until the next change. If there are several changes on a day, the last one is used. */
function changesOf(
  rows: readonly number[],
  momentOf: (row: number) => string | null,
  priceOf: (row: number) => LanePrice,
): readonly LanePrice[] {
  const changes = rows
    .flatMap((row) => {
      const moment = momentOf(row);
      const day = moment === null ? null : dayOf(moment);
      return moment === null || day === null ? [] : [{ row, moment, day }];
    })
    // ISO date-times can be compared as text.
    .toSorted((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0));
  return changes.flatMap(({ row, day }, index) => {
    const next = changes[index + 1];
    if (next?.day === day) return [];
    return [{ ...priceOf(row), span: { from: day, to: next === undefined ? null : next.day - 1 } }];
  });
}

/** Returns the rows with prices on a day: all rows if the rows do not say when they apply. */
export function rowsOn(
  section: ItemSection,
  { rows }: Pick<SectionRows, 'rows'>,
  lanes: readonly PriceLane[],
  day: number,
): readonly number[] {
  if (!hasTime(section)) return rows.map((_, index) => index);
  return lanes
    .flatMap(({ prices }) => prices)
    .filter((price) => applies(price) && isValidOn(price.span, day))
    .map(({ row }) => row)
    .toSorted((a, b) => a - b);
}

function notDayOf(text: string | null): string | null {
  return text === null || text === '' || dayOf(text) !== null ? null : text;
}

function textOf(value: CellValue): string | null {
  return typeof value === 'string' ? value : null;
}

function byFirstDay(a: LanePrice, b: LanePrice): number {
  const [left, right] = [a.span.from ?? -Infinity, b.span.from ?? -Infinity];
  return left === right ? a.row - b.row : left - right;
}

function compareParts(
  left: readonly CellValue[],
  right: readonly CellValue[],
  types: readonly (string | undefined)[],
): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (part === other) continue;
    const order =
      types[index] === 'number'
        ? Number(part) - Number(other)
        : String(part ?? '').localeCompare(String(other ?? ''), 'en');
    if (order !== 0 && !Number.isNaN(order)) return order;
  }
  return 0;
}
