import type { ColumnType } from '@/contract/column';
import * as c from '../address/codec';
import {
  CHART_KINDS,
  isApplicable,
  isPivot,
  isStep,
  isStepOf,
  MEASURE_FUNCTIONS,
  type Grouping,
  type Measure,
  type PivotChart,
  type PivotSort,
  type PivotSpec,
} from './pivot-spec';

export interface PivotProblem {
  readonly kind: 'unknown-version' | 'unreadable' | 'unknown-field' | 'not-applicable';
  /** The unusable part as it is in the address, unescaped if possible. */
  readonly text: string;
}

export type PivotFromAddress =
  | { readonly ok: true; readonly spec: PivotSpec }
  | { readonly ok: false; readonly problem: PivotProblem };

const VERSION = '1';
const EMPTY: PivotSpec = { rows: [], columns: [], measures: [], sort: null, hasChart: false };

const grouping = c.item(c.record<Grouping>({ field: c.name, step: c.optional(c.where(c.name, isStep)) }));
const measure = c.item(c.record<Measure>({ fn: c.oneOf(MEASURE_FUNCTIONS), field: c.optional(c.name) }));
const order = c.item(
  c.record<PivotSort>({
    by: c.oneOf(['group', 'measure']),
    index: c.wholeNumber(1),
    isDescending: c.flag('descending', 'ascending'),
  }),
);
const chart = c.item(c.record<PivotChart>({ kind: c.oneOf(CHART_KINDS), measure: c.wholeNumber(1) }));

/**
 * The notation of a pivot in the address. An example:
 * 1;rows,Country,ValidFrom~month;columns,Currency;measures,count,sum~Value;sort,measure~1~descending;chart,lines~1;shade
 * Names are escaped as in the query. Parts for rows, columns or an order are left out if the pivot has none. A bar chart of the first
 * measure is written as `chart` alone.
 */
const pivotParameter = c.parameter(
  VERSION,
  c.where(
    c.parts(EMPTY, {
      rows: c.member('rows', c.list(grouping)),
      columns: c.member('columns', c.list(grouping)),
      measures: c.member('measures', c.list(measure)),
      sort: c.member('sort', order),
      chart: c.part(c.optional(chart), drawnChart, (drawn) => ({
        hasChart: true,
        ...(drawn !== null && { chart: drawn }),
      })),
      shade: c.mark('isShaded'),
    }),
    isPivot,
  ),
);

/** Returns the chart to write to the address: null for the default chart, which is written without details, and undefined for no chart. */
function drawnChart({ hasChart, chart: drawn }: PivotSpec): PivotChart | null | undefined {
  if (!hasChart) return undefined;
  return drawn === undefined || (drawn.kind === 'bars' && drawn.measure === 0) ? null : drawn;
}

/** Encodes a pivot in a parameter of the address. */
export function pivotToParameter(spec: PivotSpec): string {
  return pivotParameter.write(spec) ?? VERSION;
}

/** Decodes a pivot. If one part is unusable, all of it is, because the rest would show other numbers than the link meant. Never throws. */
export function pivotFromParameter(
  text: string,
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
): PivotFromAddress {
  const read = pivotParameter.read(text);
  return read.ok ? checked(read.value, columns) : read;
}

/** Checks that the fields of the spec exist among the columns of the rows read, and that their types suit. */
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
