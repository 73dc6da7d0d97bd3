import type { FieldSource } from '../field';
import { rowCountOf, rowIdAt, type PriceSource } from '../price-source';
import { compareFolded, foldCase } from '../text-dictionary';
import { compareWith, operandOf } from './operand';
import { operandTexts, rowTest } from './predicate';
import { cyclicRows, intervalRows, type Interval, type RowList } from './row-list';
import type { RowFilter, RowSelection } from './selection';

/**
 * Finds the rows of a selection by bisection. The values of the first sort column, if there is one, must grow in key order, and so must
 * those of every column with a condition, unless they repeat after a period. Returns null if the rows must be scanned.
 */
export function planIntervals(source: PriceSource, selection: RowSelection): RowList | null {
  const fields = new Map(source.fields.map((field) => [field.record.name, field]));
  const [firstSort] = selection.sort;
  // No two rows have the same value in a monotone column, so further sort columns have no effect.
  if (firstSort !== undefined && fields.get(firstSort.column)?.isMonotone !== true) return null;
  const total = rowCountOf(source, selection);
  let intervals: Interval[] = [{ start: 0, end: total }];
  const excluded: Interval[] = [];
  const periodic = new Map<FieldSource, RowFilter[]>();
  for (const filter of selection.filters) {
    const field = fields.get(filter.column);
    if (field?.period != null) {
      periodic.set(field, [...(periodic.get(field) ?? []), filter]);
      continue;
    }
    if (field?.isMonotone !== true) return null;
    // A client that excludes a list of values sends thousands of `notEquals`, so their rows are subtracted together.
    if (filter.op === 'notEquals') {
      excluded.push(...boundsOf(source, field, filter, selection));
      continue;
    }
    const passing = intervalsOf(source, field, filter, selection);
    if (passing === null) return null;
    intervals = intersect(intervals, passing);
  }
  if (excluded.length > 0) intervals = intersect(intervals, gapsBetween(union(excluded), total));
  const isReversed = firstSort?.isDescending === true;
  if (periodic.size === 0) return intervalRows(intervals, isReversed);
  const firstId = rowIdAt(source, 0, selection.version);
  return cyclicRows(intervals, { firstId, ...placesOf(periodic, selection.version) }, isReversed);
}

/** Returns the places in a period whose values satisfy the conditions. All periodic fields of a source have the same period. */
function placesOf(conditions: ReadonlyMap<FieldSource, readonly RowFilter[]>, version: number) {
  const period = Math.max(...[...conditions.keys()].map((field) => field.period ?? 0));
  const tests = [...conditions].map(([field, filters]) => {
    const test = rowTest(field, filters);
    // Caches results by value, because many rows have the same value, and comparing its text takes a while.
    const verdicts = new Map<number, boolean>();
    return (id: number) => {
      const major = field.majorAt(id, version);
      const known = verdicts.get(major);
      if (known !== undefined) return known;
      const verdict = test(major, field.minorAt?.(id, version) ?? 0, id, version);
      verdicts.set(major, verdict);
      return verdict;
    };
  });
  const places: number[] = [];
  for (let id = 0; id < period; id += 1) if (tests.every((test) => test(id))) places.push(id);
  return { period, places: Uint32Array.from(places) };
}

function intervalsOf(
  source: PriceSource,
  field: FieldSource,
  filter: RowFilter,
  selection: RowSelection,
): Interval[] | null {
  const total = rowCountOf(source, selection);
  const whole = { start: 0, end: total };
  if (filter.op === 'isNull') return [];
  if (filter.op === 'isNotNull') return [whole];
  const bounds = boundsOf(source, field, filter, selection);
  const [equal] = bounds;
  if (equal === undefined) return [];
  switch (filter.op) {
    case 'equals':
      return [equal];
    case 'notEquals':
      return gapsBetween([equal], total);
    case 'greaterThan':
      return [{ start: equal.end, end: total }];
    case 'greaterThanOrEquals':
      return [{ start: equal.start, end: total }];
    case 'lessThan':
      return [{ start: 0, end: equal.start }];
    case 'lessThanOrEquals':
      return [{ start: 0, end: equal.end }];
    case 'containsAny':
      return union(bounds);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return null;
  }
}

/** Returns the range of rows that equal each value of a condition. If no row does, the range is empty, at the place of such rows. */
function boundsOf(
  source: PriceSource,
  field: FieldSource,
  filter: RowFilter,
  selection: RowSelection,
): Interval[] {
  const total = rowCountOf(source, selection);
  return operandTexts(filter).map((text) => {
    const compare = cellComparator(source, field, selection.version, text);
    return {
      start: partition(total, (position) => compare(position) < 0),
      end: partition(total, (position) => compare(position) <= 0),
    };
  });
}

function cellComparator(source: PriceSource, field: FieldSource, version: number, text: string) {
  if (field.type === 'text') {
    const folded = foldCase(text);
    return (position: number) =>
      compareFolded(foldCase(String(field.valueAt(rowIdAt(source, position, version), version))), folded);
  }
  const operand = operandOf(field, text);
  return (position: number) => {
    const id = rowIdAt(source, position, version);
    return compareWith(operand, field.majorAt(id, version), field.minorAt?.(id, version) ?? 0);
  };
}

/** Returns how many positions satisfy a test that holds for all positions up to some point, and for none after it. */
function partition(total: number, holds: (position: number) => boolean): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the intersection of two lists of ranges. Both lists and the result are in ascending order. */
function intersect(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  let [at, other] = [0, 0];
  for (
    let a = left[at], b = right[other];
    a !== undefined && b !== undefined;
    a = left[at], b = right[other]
  ) {
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
    if (start < end) common.push({ start, end });
    if (a.end <= b.end) at += 1;
    else other += 1;
  }
  return common;
}

/** Returns the rows outside the ranges. The ranges must be in ascending order and must not touch each other. */
function gapsBetween(intervals: readonly Interval[], total: number): Interval[] {
  const starts = [0, ...intervals.map(({ end }) => end)];
  const ends = [...intervals.map(({ start }) => start), total];
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? total;
    return start < end ? [{ start, end }] : [];
  });
}

function union(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && interval.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, interval.end) };
    } else if (interval.start < interval.end) {
      merged.push(interval);
    }
  }
  return merged;
}
