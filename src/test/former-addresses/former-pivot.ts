import * as z from 'zod';
import type { ColumnType } from '@/contract/column';
import { readDecimal } from '@/lib/formats/decimal';
import {
  itemsOfPart,
  partsOfParameter,
  textsOfItem,
  writeItem,
  writeParameter,
  writePart,
} from '@/features/workbench/model/address/notation';
import type { PivotFromAddress, PivotProblem } from '@/features/workbench/views/pivot/pivot-address';
import {
  CHART_KINDS,
  countsRows,
  DATE_STEPS,
  isApplicable,
  isStepOf,
  MAX_COLUMN_GROUPINGS,
  MAX_MEASURES,
  MAX_ROW_GROUPINGS,
  MEASURE_FUNCTIONS,
  type PivotSpec,
} from '@/features/workbench/views/pivot/pivot-spec';

const VERSION = '1';

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

const measureSchema = z.object({
  fn: z.enum(MEASURE_FUNCTIONS),
  /** Null for the rows themselves, which can be counted or have a share. */
  field: fieldName.nullable(),
});

const sortSchema = z.object({
  by: z.enum(['group', 'measure']),
  /** The index of a grouping or a measure. */
  index: z
    .int()
    .min(0)
    .max(MAX_MEASURES - 1),
  isDescending: z.boolean(),
});

const chartSchema = z.object({
  kind: z.enum(CHART_KINDS),
  /** The index of the measure in the chart. */
  measure: z
    .int()
    .min(0)
    .max(MAX_MEASURES - 1),
});

const pivotSpecSchema = z
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

/**
 * Encodes a pivot in a parameter of the address:
 *
 *     1;rows,Country,ValidFrom~month;columns,Currency;measures,count,sum~Value;sort,measure~1~descending;chart,lines~1;shade
 *
 * Names are escaped as in the query. Without rows, columns or an order, these parts are absent. A bar chart of the first
 * measure is `chart` alone.
 */
export function pivotToParameter(spec: PivotSpec): string {
  const { rows, columns, measures, sort, hasChart, chart, isShaded } = spec;
  const order =
    sort === null ? null : [sort.by, String(sort.index), sort.isDescending ? 'descending' : 'ascending'];
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['rows', rows.map(({ field, step }) => writeItem(field, step))],
    ['columns', columns.map(({ field, step }) => writeItem(field, step))],
    ['measures', measures.map(({ fn, field }) => writeItem(fn, field))],
    ['sort', order === null ? [] : [writeItem(...order)]],
  ];
  const present = parts.flatMap(([name, items]) => (items.length === 0 ? [] : [writePart(name, items)]));
  const isUsual = chart === undefined || (chart.kind === 'bars' && chart.measure === 0);
  const drawn = isUsual ? [] : [writeItem(chart.kind, String(chart.measure))];
  return writeParameter(VERSION, [
    ...present,
    ...(hasChart ? [writePart('chart', drawn)] : []),
    ...(isShaded === true ? ['shade'] : []),
  ]);
}

/** Decodes a pivot. If one part is unusable, so is the whole: the rest would show other numbers than the link meant. Never throws. */
export function pivotFromParameter(
  parameter: string,
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
): PivotFromAddress {
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return read;
  const items = new Map<string, readonly Texts[]>();
  for (const part of read.parts) {
    const { name, items: rest } = itemsOfPart(part);
    if (items.has(name) || !PARTS.has(name)) return refused('unreadable', part);
    items.set(
      name,
      rest.map((item) => textsOfItem(item)),
    );
  }
  const drawn = items.get('chart') ?? [];
  const parsed = pivotSpecSchema.safeParse({
    rows: (items.get('rows') ?? []).map(readGrouping),
    columns: (items.get('columns') ?? []).map(readGrouping),
    measures: (items.get('measures') ?? []).map(readMeasure),
    sort: readSort(items.get('sort')),
    hasChart: items.has('chart'),
    ...(drawn.length > 0 && { chart: readChart(drawn) }),
    ...(items.has('shade') && { isShaded: true }),
  });
  const isReadable = parsed.success && (items.get('shade') ?? []).length === 0;
  return isReadable ? checked(parsed.data, columns) : refused('unreadable', parameter);
}

/** Returns null for an absent part. For a part that cannot be read, returns a value that no schema accepts. */
function readSort(items: readonly Texts[] | undefined): unknown {
  if (items === undefined) return null;
  const [[by, index = '', direction, ...rest] = [], ...more] = items;
  const isReadable = /^\d$/.test(index ?? '') && rest.length + more.length === 0;
  if (!isReadable || (direction !== 'ascending' && direction !== 'descending')) return undefined;
  return { by, index: Number(index), isDescending: direction === 'descending' };
}

function readChart(items: readonly Texts[]): unknown {
  const [[kind, measure, ...rest] = [], ...more] = items;
  const isReadable = /^\d$/.test(measure ?? '') && rest.length + more.length === 0;
  return isReadable ? { kind, measure: Number(measure) } : null;
}

function readGrouping(texts: Texts): unknown {
  return texts.length > 2 ? undefined : { field: texts[0], step: texts.length === 1 ? null : texts[1] };
}

function readMeasure(texts: Texts): unknown {
  return texts.length > 2 ? undefined : { fn: texts[0], field: texts.length === 1 ? null : texts[1] };
}

type Texts = ReturnType<typeof textsOfItem>;

const PARTS = new Set(['rows', 'columns', 'measures', 'sort', 'chart', 'shade']);

/** Checks the spec against the columns of the rows read. */
function checked(
  spec: PivotSpec,
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
): PivotFromAddress {
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type;
  for (const { field, step } of [...spec.rows, ...spec.columns]) {
    const type = typeOf(field);
    if (type === undefined) return refused('unknown-field', field);
    if (!isStepOf(step, type)) return refused('not-applicable', `${field} ${step ?? ''}`.trim());
  }
  for (const { fn, field } of spec.measures) {
    if (field === null) continue;
    const type = typeOf(field);
    if (type === undefined) return refused('unknown-field', field);
    if (!isApplicable(fn, type)) return refused('not-applicable', `${fn} ${field}`);
  }
  return { ok: true, spec };
}

function refused(kind: PivotProblem['kind'], text: string): PivotFromAddress {
  return { ok: false, problem: { kind, text } };
}
