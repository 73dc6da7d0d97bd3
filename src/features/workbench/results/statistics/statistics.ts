import type { CellValue, SnapshotRow } from '@/contract/extraction';
import { averageDecimal, createDecimalTotals, readDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { SelectedArea } from '@/lib/grid/selection';
import type { RowRange } from '@/lib/grid/grid-model';

/** The statistics of a selection, as in the status bar of a spreadsheet; exact for any number and size of values. */
export interface Statistics {
  /** The number of cells that are not empty. */
  readonly count: number;
  readonly numberCount: number;
  /** The exact sum; null without numbers, like `average`, `min` and `max`. */
  readonly sum: string | null;
  readonly average: string | null;
  readonly min: string | null;
  readonly max: string | null;
  /** The earliest and the latest timestamp, as stored; null without timestamps. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** The numbers by currency or unit, the most frequent first; empty if the currencies and units are unknown. */
  readonly groups: readonly StatisticsGroup[];
  /** Whether there are more groups than the limit. */
  readonly hasMoreGroups: boolean;
}

/** Statistics of the numbers whose rows have the same currency, unit, or both. */
export interface StatisticsGroup {
  readonly denominations: readonly DenominationValue[];
  readonly numberCount: number;
  readonly sum: string;
  readonly average: string;
  readonly min: string;
  readonly max: string;
}

/** A currency or unit: the index of its column in a row, and its value in that row. */
export interface DenominationValue {
  readonly index: number;
  readonly value: CellValue;
}

/** How the cells of a column enter the statistics; cells of kind `other` are only counted. */
export type ValueKind = 'number' | 'date' | 'other';

/** A message to the worker with the cells of a chunk of rows. The reply has the statistics over all chunks so far. */
export interface StatisticsRequest {
  /** The texts in number columns. */
  readonly numbers: readonly string[];
  /** For each number the index of its group in `groups`; -1 if the group is unknown. */
  readonly groupIndexes: readonly number[];
  readonly groups: readonly (readonly DenominationValue[])[];
  /** The texts in date columns. */
  readonly dates: readonly string[];
  /** The number of cells of other columns that are not empty. */
  readonly others: number;
}

/** The number of decimal places that the average has in addition to those of the sum. */
const AVERAGE_EXTRA_DIGITS = 2;

/** The maximum number of currencies and units that are kept apart; a longer list would not be useful. */
const MAX_GROUPS = 1_000;

export interface StatisticsCounter {
  /** Adds a cell. `denominations` are the currency and unit of a number. The lookup is fastest if many numbers share one array. */
  readonly add: (value: CellValue, kind: ValueKind, denominations?: readonly DenominationValue[]) => void;
  readonly statistics: () => Statistics;
}

export function createStatisticsCounter(): StatisticsCounter {
  const running = createDecimalTotals();
  const groups = new Map<string, NumberGroup>();
  let hasMoreGroups = false;
  let count = 0;
  let earliest: string | null = null;
  let latest: string | null = null;

  function addToGroup(decimal: string, denominations: readonly DenominationValue[]): void {
    const key = denominationKey(denominations);
    let group = groups.get(key);
    if (group === undefined) {
      hasMoreGroups ||= groups.size === MAX_GROUPS;
      if (hasMoreGroups) return;
      group = { denominations, totals: createDecimalTotals() };
      groups.set(key, group);
    }
    group.totals.add(decimal);
  }

  return {
    add(value, kind, denominations = []) {
      if (value === null || value === undefined || value === '') return;
      count += 1;
      if (typeof value !== 'string') return;
      if (kind === 'number') {
        const decimal = readDecimal(value);
        if (decimal === null) return;
        running.add(decimal);
        if (denominations.length > 0) addToGroup(decimal, denominations);
      } else if (kind === 'date' && isMoment(value)) {
        if (earliest === null || value < earliest) earliest = value;
        if (latest === null || value > latest) latest = value;
      }
    },
    statistics() {
      const { count: numberCount, sum, min, max } = running.totals();
      return {
        count,
        numberCount,
        sum: numberCount === 0 ? null : sum,
        average: numberCount === 0 ? null : averageDecimal(sum, numberCount, AVERAGE_EXTRA_DIGITS),
        min,
        max,
        earliest,
        latest,
        groups: [...groups.values()]
          .map(groupStatistics)
          .sort((one, other) => other.numberCount - one.numberCount),
        hasMoreGroups,
      };
    },
  };
}

interface NumberGroup {
  readonly denominations: readonly DenominationValue[];
  readonly totals: ReturnType<typeof createDecimalTotals>;
}

function groupStatistics({ denominations, totals }: NumberGroup): StatisticsGroup {
  const { count, sum, min, max } = totals.totals();
  const average = averageDecimal(sum, count, AVERAGE_EXTRA_DIGITS);
  return { denominations, numberCount: count, sum, average, min: min ?? sum, max: max ?? sum };
}

/** Returns a text that is unique to these denominations. */
export function denominationKey(denominations: readonly DenominationValue[]): string {
  return JSON.stringify(denominations.map(({ index, value }) => [index, value ?? null]));
}

/** Whether a text is a timestamp without an offset. Such texts sort chronologically, with or without a time of day. */
function isMoment(text: string): boolean {
  const moment = readIsoDateTime(text);
  return moment !== null && moment.offset === '';
}

/** A visible column: the position of its cell in a row, and its kind. */
export interface StatisticsColumn {
  readonly index: number;
  readonly kind: ValueKind;
  /** The indexes of the columns with the currency and unit of its numbers. */
  readonly denominatedBy?: readonly number[];
}

/** Returns the currency or unit of a column's numbers in a row; empty if it is unknown. */
export function denominationsInRow(
  { denominatedBy = [] }: StatisticsColumn,
  row: SnapshotRow,
): readonly DenominationValue[] {
  return denominatedBy.map((index) => ({ index, value: row[index] }));
}

/** Adds the cells of disjoint areas within the rows of a span. The areas' columns are indexes into `columns`. */
export function addAreas(
  counter: StatisticsCounter,
  areas: readonly SelectedArea[],
  columns: readonly StatisticsColumn[],
  span: RowRange,
  rowAt: (rowIndex: number) => SnapshotRow | null,
): void {
  for (const area of areas) {
    const rowEnd = Math.min(area.rowEnd, span.rowEnd);
    for (let rowIndex = Math.max(area.rowStart, span.rowStart); rowIndex < rowEnd; rowIndex += 1) {
      const row = rowAt(rowIndex);
      if (row === null) continue;
      for (let at = area.columnStart; at < area.columnEnd; at += 1) {
        const column = columns[at];
        if (column === undefined) continue;
        counter.add(row[column.index], column.kind, denominationsInRow(column, row));
      }
    }
  }
}

/** Returns the rows that the areas cover, merged and from top to bottom. */
export function rowsOfAreas(areas: readonly SelectedArea[]): readonly RowRange[] {
  const merged: { rowStart: number; rowEnd: number }[] = [];
  for (const { rowStart, rowEnd } of areas.toSorted((a, b) => a.rowStart - b.rowStart)) {
    const last = merged.at(-1);
    if (last !== undefined && rowStart <= last.rowEnd) last.rowEnd = Math.max(last.rowEnd, rowEnd);
    else merged.push({ rowStart, rowEnd });
  }
  return merged;
}

export function countRows(spans: readonly RowRange[]): number {
  return spans.reduce((total, { rowStart, rowEnd }) => total + rowEnd - rowStart, 0);
}

/** Returns how many rows two lists of spans have in common; the spans of one list do not overlap. */
export function countCommonRows(spans: readonly RowRange[], others: readonly RowRange[]): number {
  let total = 0;
  for (const one of spans) {
    for (const other of others) {
      total += Math.max(0, Math.min(one.rowEnd, other.rowEnd) - Math.max(one.rowStart, other.rowStart));
    }
  }
  return total;
}
