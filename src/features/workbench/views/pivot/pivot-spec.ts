import type { ColumnType } from '@/contract/column';
import { readDecimal } from '@/lib/formats/decimal';

export const MAX_ROW_GROUPINGS = 4;
export const MAX_COLUMN_GROUPINGS = 2;
export const MAX_MEASURES = 8;

/** Weeks are ISO 8601 weeks: they start on Monday. */
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

/** Rows with the same value of a field, or with values in the same step, form a group. */
export interface Grouping {
  readonly field: string;
  /** The values of one group: equal values (null), the days of a year, month …, or a range of numbers of this width. */
  readonly step: string | null;
}

export interface Measure {
  readonly fn: MeasureFunction;
  /** Null for the rows themselves, which can be counted or have a share. */
  readonly field: string | null;
}

export interface PivotSort {
  readonly by: 'group' | 'measure';
  /** The index of a grouping or a measure. */
  readonly index: number;
  readonly isDescending: boolean;
}

export const CHART_KINDS = ['bars', 'stacked', 'lines'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export interface PivotChart {
  readonly kind: ChartKind;
  /** The index of the measure in the chart. */
  readonly measure: number;
}

export interface PivotSpec {
  readonly rows: readonly Grouping[];
  readonly columns: readonly Grouping[];
  readonly measures: readonly Measure[];
  /** The order of the rows; null for the order of their groups. Column groups are always ascending. */
  readonly sort: PivotSort | null;
  readonly hasChart: boolean;
  /** The chart; absent for bars of the first measure. */
  readonly chart?: PivotChart | undefined;
  /** Whether values are shaded by size. */
  readonly isShaded?: boolean | undefined;
}

/** Returns a step of dates; undefined for a step of numbers. */
export function dateStepOf(step: string | null): DateStep | undefined {
  return DATE_STEPS.find((each) => each === step);
}

/** Whether a text is a step of dates, or of numbers: a positive decimal, such as `100` or `0.25`. */
export function isStep(text: string): boolean {
  if (dateStepOf(text) !== undefined) return true;
  return readDecimal(text) === text && /[1-9]/.test(text) && !text.startsWith('-');
}

/** Whether a pivot is within the limits, and its parts fit together. */
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

/** Whether the function can be applied to rows instead of a field. */
export function countsRows(fn: MeasureFunction): boolean {
  return fn === 'count' || fn === 'share';
}

/** Whether the function has a meaning for values of the type. */
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

/** Whether the step divides values of the type. */
export function isStepOf(step: string | null, type: ColumnType): boolean {
  const isDateStep = dateStepOf(step) !== undefined;
  if (type === 'date') return isDateStep;
  return step === null || (type === 'number' && !isDateStep);
}

/** Returns a grouping by a field, dates by month. */
export function groupingBy(field: string, type: ColumnType): Grouping {
  return { field, step: type === 'date' ? 'month' : null };
}

/** Returns the spec without an order or a chart whose grouping or measure no longer exists. */
export function withValidParts(spec: PivotSpec): PivotSpec {
  const { sort, chart, rows, measures } = spec;
  const isSorted = sort !== null && sort.index < (sort.by === 'group' ? rows : measures).length;
  const isCharted = chart !== undefined && chart.measure < measures.length;
  return { ...spec, sort: isSorted ? sort : null, chart: isCharted ? chart : undefined };
}
