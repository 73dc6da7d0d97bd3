import type { ColumnType } from '@/contract/column';
import { escape, unescape } from '../../model/query-address';
import { isApplicable, isStepOf, pivotSpecSchema, type PivotSpec } from './pivot-spec';

/** The version of the notation below. A link with another version is reported, not interpreted. */
const VERSION = '1';

/** Why the pivot of an address cannot be shown. */
export interface PivotProblem {
  readonly kind: 'unknown-version' | 'unreadable' | 'unknown-field' | 'not-applicable';
  /** The part as written in the address, unescaped where possible. */
  readonly text: string;
}

export type PivotFromAddress =
  | { readonly ok: true; readonly spec: PivotSpec }
  | { readonly ok: false; readonly problem: PivotProblem };

/**
 * Encodes a pivot in a parameter of the address:
 *
 *     1;rows,Country,ValidFrom~month;columns,Currency;measures,count,sum~Value;sort,measure~1~descending;chart
 *
 * Names are escaped as in the query. Without rows, columns or an order, these parts are absent.
 */
export function pivotToParameter({ rows, columns, measures, sort, hasChart }: PivotSpec): string {
  const item = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join('~');
  const parts: (readonly string[])[] = [
    ['rows', ...rows.map(({ field, step }) => item(escape(field), step))],
    ['columns', ...columns.map(({ field, step }) => item(escape(field), step))],
    ['measures', ...measures.map(({ fn, field }) => item(fn, field === null ? null : escape(field)))],
  ];
  if (sort !== null) {
    parts.push(['sort', item(sort.by, String(sort.index), sort.isDescending ? 'descending' : 'ascending')]);
  }
  const present = parts.filter((items) => items.length > 1).map((items) => items.join(','));
  return [VERSION, ...present, ...(hasChart ? ['chart'] : [])].join(';');
}

/**
 * Decodes a pivot. One part that cannot be used makes the whole unusable: the rest would show other numbers than the link
 * meant. Never throws.
 */
export function pivotFromParameter(
  parameter: string,
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
): PivotFromAddress {
  const [version = '', ...parts] = parameter.split(';');
  if (version !== VERSION) return refused('unknown-version', version);
  const items = new Map<string, readonly (readonly string[])[]>();
  for (const part of parts) {
    const [name = '', ...rest] = part.split(',');
    if (items.has(name) || !PARTS.has(name)) return refused('unreadable', part);
    items.set(
      name,
      rest.map((each) => each.split('~')),
    );
  }
  const parsed = pivotSpecSchema.safeParse({
    rows: (items.get('rows') ?? []).map(readGrouping),
    columns: (items.get('columns') ?? []).map(readGrouping),
    measures: (items.get('measures') ?? []).map(readMeasure),
    sort: readSort(items.get('sort')),
    hasChart: items.has('chart'),
  });
  const isReadable = parsed.success && (items.get('chart') ?? []).length === 0;
  return isReadable ? checked(parsed.data, columns) : refused('unreadable', parameter);
}

/** Returns null for a part that is absent. What cannot be read, no schema accepts. */
function readSort(items: readonly (readonly string[])[] | undefined): unknown {
  if (items === undefined) return null;
  const [[by, index = '', direction, ...rest] = [], ...more] = items;
  const isReadable = /^\d$/.test(index) && rest.length + more.length === 0;
  if (!isReadable || (direction !== 'ascending' && direction !== 'descending')) return undefined;
  return { by, index: Number(index), isDescending: direction === 'descending' };
}

function readGrouping([field = '', step, ...rest]: readonly string[]): unknown {
  return rest.length > 0 ? undefined : { field: unescape(field), step: step ?? null };
}

function readMeasure([fn, field, ...rest]: readonly string[]): unknown {
  return rest.length > 0 ? undefined : { fn, field: field === undefined ? null : (unescape(field) ?? '') };
}

const PARTS = new Set(['rows', 'columns', 'measures', 'sort', 'chart']);

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
