import type { ColumnType } from '@/contract/column';
import { readDecimal } from '@/lib/formats/decimal';

export const MAX_ROW_GROUPINGS = 4;
export const MAX_COLUMN_GROUPINGS = 2;
export const MAX_MEASURES = 8;

/** The lengths of time by which dates can be grouped. A week starts on Monday, as in ISO 8601. */
export const DATE_STEPS = ['year', 'quarter', 'month', 'week', 'day'] as const;
export type DateStep = (typeof DATE_STEPS)[number];

export const MEASURE_FUNCTIONS = [
  'count',
  'sum',
  'average',
  'least',
  'greatest',
  'median',
  'distinct',
  'share',
] as const;
export type MeasureFunction = (typeof MEASURE_FUNCTIONS)[number];

/** Says how rows are grouped: rows with the same value of a field form a group, or rows with values in the same step. */
export interface Grouping {
  readonly field: string;
  /** The step: null if each value is a group, a length of time such as `month`, or the width of a range of numbers. */
  readonly step: string | null;
}

export interface Measure {
  readonly fn: MeasureFunction;
  /** The field that the function reads; null if it counts rows, or computes their share. */
  readonly field: string | null;
}

export interface PivotSort {
  readonly by: 'group' | 'measure';
  /** The index of the grouping or measure to sort by. */
  readonly index: number;
  readonly isDescending: boolean;
}

export const CHART_KINDS = ['bars', 'stacked', 'lines'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export interface PivotChart {
  readonly kind: ChartKind;
  /** The index of the measure that the chart shows. */
  readonly measure: number;
}

export interface PivotSpec {
  readonly rows: readonly Grouping[];
  readonly columns: readonly Grouping[];
  readonly measures: readonly Measure[];
  /** The order of the row groups; null if they are ordered by their own values. Column groups always ascend. */
  readonly sort: PivotSort | null;
  readonly hasChart: boolean;
  /** The chart to draw; absent for bars of the first measure. */
  readonly chart?: PivotChart | undefined;
  /** Whether cells are shaded by the size of their value. */
  readonly isShaded?: boolean | undefined;
}

/** Returns a step as a length of time; undefined if it is a width of number ranges. */
export function dateStepOf(step: string | null): DateStep | undefined {
  return DATE_STEPS.find((each) => each === step);
}

/** Whether a text is a step: a length of time, or the width of number ranges, which is a positive decimal such as `100` or `0.25`. */
export function isStep(text: string): boolean {
  if (dateStepOf(text) !== undefined) return true;
  return readDecimal(text) === text && /[1-9]/.test(text) && !text.startsWith('-');
}

/** Whether a pivot respects the limits, and its parts fit together. */
export function isPivot(spec: PivotSpec): boolean {
  const { rows, columns, measures, sort, chart } = spec;
  const fields = [...rows, ...columns].map(({ field }) => field);
  const valid = withValidParts(spec);
  return (
    rows.length <= MAX_ROW_GROUPINGS &&
    columns.length <= MAX_COLUMN_GROUPINGS &&
    new Set(fields).size === fields.length &&
    measures.length > 0 &&
    measures.length <= MAX_MEASURES &&
    measures.every(({ fn, field }) => field !== null || countsRows(fn)) &&
    valid.sort === sort &&
    valid.chart === chart
  );
}

/** Whether the function can be applied to the rows themselves instead of a field. */
export function countsRows(fn: MeasureFunction): boolean {
  return fn === 'count' || fn === 'share';
}

/** Whether the function can be applied to values of the type. */
export function isApplicable(fn: MeasureFunction, type: ColumnType): boolean {
  switch (fn) {
    case 'count':
    case 'distinct':
      return true;
    case 'least':
    case 'greatest':
      return type !== 'boolean';
    case 'sum':
    case 'average':
    case 'median':
    case 'share':
      return type === 'number';
  }
}

/** Whether values of the type can be grouped by the step. */
export function isStepOf(step: string | null, type: ColumnType): boolean {
  const isDateStep = dateStepOf(step) !== undefined;
  if (type === 'date') return isDateStep;
  return step === null || (type === 'number' && !isDateStep);
}

/** Returns a grouping by a field. Dates are grouped by month. */
export function groupingBy(field: string, type: ColumnType): Grouping {
  return { field, step: type === 'date' ? 'month' : null };
}

/** Returns the spec, but drops the sort or the chart if its grouping or measure no longer exists. */
export function withValidParts(spec: PivotSpec): PivotSpec {
  const { sort, chart, rows, measures } = spec;
  const isSorted = sort !== null && sort.index < (sort.by === 'group' ? rows : measures).length;
  const isCharted = chart !== undefined && chart.measure < measures.length;
  return { ...spec, sort: isSorted ? sort : null, chart: isCharted ? chart : undefined };
}
