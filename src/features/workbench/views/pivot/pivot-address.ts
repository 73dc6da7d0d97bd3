import type { ColumnType } from '@/contract/column';
import {
  itemsOfPart,
  partsOfParameter,
  textsOfItem,
  writeItem,
  writeParameter,
  writePart,
} from '../../model/address/notation';
import { isApplicable, isStepOf, pivotSpecSchema, type PivotSpec } from './pivot-spec';

/** The version of the notation below. A link with another version is reported as a problem, not interpreted. */
const VERSION = '1';

export interface PivotProblem {
  readonly kind: 'unknown-version' | 'unreadable' | 'unknown-field' | 'not-applicable';
  /** The part as in the address, unescaped where possible. */
  readonly text: string;
}

export type PivotFromAddress =
  | { readonly ok: true; readonly spec: PivotSpec }
  | { readonly ok: false; readonly problem: PivotProblem };

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
