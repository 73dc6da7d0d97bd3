import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import { computedOf } from './computed-draft';
import {
  activeConditions,
  comparedFields,
  operatorOf,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
} from './draft-query';
import { formulaColumns, parseFormula } from './formula';
import { operatorFor, type OperatorId, type ValueEditor } from './operators';
import { formulaColumnsOf, refinedColumns } from './refinement';

/** Why the service cannot do a filter, so that it is done on the rows read. */
export type HereReason =
  /** The service joins all conditions with *and*. */
  | 'group'
  | 'operator'
  | 'other-field'
  /** The field is computed, or comes from elsewhere. */
  | 'no-field-of-service'
  | 'not-filterable'
  /** The service reads a list as one text, in which commas separate the values. */
  | 'comma';

/** The fields of the service, and what it can do with them. */
export type FieldsOfService = Pick<PriceColumn, 'fields' | 'abilities'>;

/** Returns why a filter is done on the rows read; null if the service does it. `priceColumn`: the fields of the service. */
export function reasonForHere(filter: DraftFilter, priceColumn: FieldsOfService): HereReason | null {
  if (filter.kind === 'unset') return null;
  if (filter.kind === 'group') return 'group';
  if (operatorOf(filter).finds !== 'conditions') return 'operator';
  if (filter.comparesField === true) return 'other-field';
  const field = priceColumn.fields.find(({ name }) => name === filter.field);
  if (field === undefined) return 'no-field-of-service';
  if (!field.isFilterable) return 'not-filterable';
  if (lacksOperator(filter.kind, filter.operator, priceColumn)) return 'operator';
  const hasComma =
    joinsLists(priceColumn) &&
    filter.operator === 'is-any-of' &&
    filter.values.some(({ value }) => value?.includes(',') === true);
  return hasComma ? 'comma' : null;
}

/** Any day: the comparisons of an operator are the same for nearly all of them. */
const ANY_DAY = '2026-01-31';

/** The number of operands of an operator; of a list, one is enough. */
const OPERAND_COUNTS: Readonly<Record<ValueEditor, number>> = {
  none: 0,
  value: 1,
  range: 2,
  list: 1,
  days: 1,
};

/** Whether a described service lacks one of the comparisons that an operator consists of. */
export function lacksOperator(
  type: ColumnType,
  operatorId: OperatorId,
  { abilities }: Pick<PriceColumn, 'abilities'>,
): boolean {
  const operator = operatorFor(type, operatorId);
  if (operator === null || abilities === undefined || abilities.missingOperators.length === 0) return false;
  const { conditions, editor } = operator;
  const operand = type === 'date' && editor !== 'days' ? ANY_DAY : '1';
  const operands = Array.from({ length: OPERAND_COUNTS[editor] }, () => operand);
  const needed = conditions('', operands, ANY_DAY);
  return needed.some(({ op }) => abilities.missingOperators.includes(op));
}

/** Whether the service reads a list of values as one text, in which commas separate them. */
export function joinsLists({ abilities }: FieldsOfService): boolean {
  return abilities?.joinsLists ?? true;
}

/** Whether a field is one of the service, so neither computed nor from elsewhere. */
export function isFieldOfService(name: string, { fields }: Pick<PriceColumn, 'fields'>): boolean {
  return fields.some((field) => field.name === name);
}

/** The parts of a query by who does them. */
export interface DividedQuery {
  /** What the service is asked for, including filters that are turned off. */
  readonly ofService: DraftQuery;
  /** What is done on the rows read. */
  readonly here: Pick<DraftQuery, 'filters' | 'computed' | 'sort'>;
  /** Filters that are turned off, and would be done on the rows read. */
  readonly off: readonly DraftFilter[];
}

export function dividedQuery(
  { computed = [], ...query }: DraftQuery,
  priceColumn: FieldsOfService,
): DividedQuery {
  const isHere = (filter: DraftFilter) => reasonForHere(filter, priceColumn) !== null;
  const here = query.filters.filter(isHere);
  const isSortHere = ({ field }: DraftSort) => field !== null && !isFieldOfService(field, priceColumn);
  // Rows that are equal in these rules keep the order of the service, which sorts by all rules that it can.
  const sortCountHere = query.sort.findLastIndex(isSortHere) + 1;
  return {
    ofService: {
      ...query,
      filters: query.filters.filter((filter) => !isHere(filter)),
      sort: query.sort.filter((rule) => !isSortHere(rule)),
    },
    here: {
      filters: here.filter(({ isDisabled }) => !isDisabled),
      computed,
      sort: query.sort.slice(0, sortCountHere),
    },
    off: here.filter(({ isDisabled }) => isDisabled),
  };
}

/** Returns the query with its filters in the order in which an address holds them. */
export function inAddressOrder(query: DraftQuery, priceColumn: FieldsOfService): DraftQuery {
  const { ofService, here, off } = dividedQuery(query, priceColumn);
  return { ...query, filters: [...ofService.filters, ...here.filters, ...off] };
}

/** Returns the query with the fields that it needs on the rows read, if it has chosen fields without them. */
export function withFieldsNeededHere(
  draft: DraftQuery,
  priceColumn: FieldsOfService,
  addedFields: readonly PriceField[],
): DraftQuery {
  const { fields, computed = [] } = draft;
  if (fields === null || fields.length === 0) return draft;
  const columns = computed.map(computedOf);
  const known = refinedColumns([...priceColumn.fields, ...addedFields], columns);
  const { here } = dividedQuery(draft, priceColumn);
  const needed = new Set([
    ...activeConditions(here.filters).flatMap(comparedFields),
    ...here.sort.map(({ field }) => field),
    ...columns.flatMap(({ formula }) => {
      const parsed = parseFormula(formula, formulaColumnsOf(known));
      return parsed.ok ? formulaColumns(parsed.formula) : [];
    }),
  ]);
  const missing = priceColumn.fields
    .map(({ name }) => name)
    .filter((name) => needed.has(name) && !fields.includes(name));
  return missing.length === 0 ? draft : { ...draft, fields: [...fields, ...missing] };
}
