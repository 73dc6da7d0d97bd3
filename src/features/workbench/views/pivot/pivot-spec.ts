import * as z from 'zod';
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

const fieldName = z.string().min(1);

/** A number step: a positive decimal, such as `100` or `0.25`. */
const numberStep = z
  .string()
  .refine((text) => readDecimal(text) === text && /[1-9]/.test(text) && !text.startsWith('-'));

const groupingSchema = z.object({
  field: fieldName,
  /** The values of one group: equal values (null), the days of a year, month …, or a range of numbers of this width. */
  step: z.union([z.enum(DATE_STEPS), numberStep]).nullable(),
});
/** Rows with the same value of a field, or with values in the same step, form a group. */
export type Grouping = Readonly<z.output<typeof groupingSchema>>;

const measureSchema = z.object({
  fn: z.enum(MEASURE_FUNCTIONS),
  /** Null for the rows themselves, which can be counted or have a share. */
  field: fieldName.nullable(),
});
export type Measure = Readonly<z.output<typeof measureSchema>>;

const sortSchema = z.object({
  by: z.enum(['group', 'measure']),
  /** The index of a grouping or a measure. */
  index: z
    .int()
    .min(0)
    .max(MAX_MEASURES - 1),
  isDescending: z.boolean(),
});
export type PivotSort = Readonly<z.output<typeof sortSchema>>;

export const CHART_KINDS = ['bars', 'stacked', 'lines'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

const chartSchema = z.object({
  kind: z.enum(CHART_KINDS),
  /** The index of the measure in the chart. */
  measure: z
    .int()
    .min(0)
    .max(MAX_MEASURES - 1),
});

export const pivotSpecSchema = z
  .object({
    rows: z.array(groupingSchema).max(MAX_ROW_GROUPINGS).readonly(),
    columns: z.array(groupingSchema).max(MAX_COLUMN_GROUPINGS).readonly(),
    measures: z.array(measureSchema).min(1).max(MAX_MEASURES).readonly(),
    /** The order of the rows; null for the order of their groups. Column groups are always ascending. */
    sort: sortSchema.nullable(),
    hasChart: z.boolean(),
    /** The chart; absent for bars of the first measure. */
    chart: chartSchema.optional(),
    /** Whether values are shaded by size. */
    isShaded: z.boolean().optional(),
  })
  .refine(({ rows, columns }) => {
    const fields = [...rows, ...columns].map(({ field }) => field);
    return new Set(fields).size === fields.length;
  })
  .refine(({ measures }) => measures.every(({ fn, field }) => field !== null || countsRows(fn)))
  .refine(({ sort, rows, measures }) => {
    return sort === null || sort.index < (sort.by === 'group' ? rows : measures).length;
  })
  .refine(({ chart, measures }) => chart === undefined || chart.measure < measures.length);
export type PivotSpec = Readonly<z.output<typeof pivotSpecSchema>>;

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
  const isDateStep = DATE_STEPS.some((each) => each === step);
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
