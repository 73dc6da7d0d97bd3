import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import { VALUE_SEPARATOR } from '@/contract/extraction';
import { computedOf } from './computed-draft';
import {
  activeConditions,
  comparedFields,
  operandsOf,
  operatorOf,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
} from './draft-query';
import { formulaColumns, parseFormula } from '@/analysis/conditions/formula';
import { operatorFor, type OperatorId, type ValueEditor } from '@/analysis/conditions/operators';
import { isDateOperand, resolveDay } from '@/analysis/conditions/relative-day';
import { formulaColumnsOf, refinedColumns } from '@/analysis/conditions/refinement';

/** The reason why the service cannot apply a filter. The browser then applies the filter to the rows that it has read. */
export type HereReason =
  /** The service joins all conditions with *and*. */
  | 'group'
  | 'operator'
  | 'other-field'
  /** The field is computed, or comes from another source. */
  | 'no-field-of-service'
  | 'not-filterable'
  /** The service reads a list as one text, and a value has the comma, or whatever separates the values. */
  | 'comma';

/** The fields of the service, and what it can do with them. */
export type FieldsOfService = Pick<PriceColumn, 'fields' | 'abilities'>;

/** Returns why a filter is applied in the browser; null if the service applies it. `priceColumn` has the fields of the service. */
export function reasonForHere(filter: DraftFilter, priceColumn: FieldsOfService): HereReason | null {
  if (filter.kind === 'unset') return null;
  if (filter.kind === 'group') return 'group';
  if (operatorOf(filter).finds !== 'conditions') return 'operator';
  if (filter.comparesField === true) return 'other-field';
  const field = priceColumn.fields.find(({ name }) => name === filter.field);
  if (field === undefined) return 'no-field-of-service';
  if (!field.isFilterable) return 'not-filterable';
  const operands = operandsOf(filter).map(({ value }) => value);
  if (lacksOperator(filter.kind, filter.operator, priceColumn, operands)) return 'operator';
  const hasComma =
    joinsLists(priceColumn) &&
    filter.operator === 'is-any-of' &&
    filter.values.some(({ value }) => value?.includes(listSeparator(priceColumn)) === true);
  return hasComma ? 'comma' : null;
}

/** Stands for days that are not known. Only the last day of the calendar is compared in another way. */
const ANY_DAY = '2026-01-31';

/** The number of sample operands for each editor. For a list, one is enough. */
const OPERAND_COUNTS: Readonly<Record<ValueEditor, number>> = {
  none: 0,
  value: 1,
  range: 2,
  list: 1,
  days: 1,
};

/**
 * Whether a described service lacks one of the comparisons that an operator consists of with these operands; without operands, or
 * where one is not entered yet, with an ordinary value.
 */
export function lacksOperator(
  type: ColumnType,
  operatorId: OperatorId,
  { abilities }: Pick<PriceColumn, 'abilities'>,
  given: readonly (string | null)[] = [],
): boolean {
  const operator = operatorFor(type, operatorId);
  if (operator === null || abilities === undefined || abilities.missingOperators.length === 0) return false;
  const { conditions, editor } = operator;
  const isDay = type === 'date' && editor !== 'days';
  const operands = Array.from({ length: OPERAND_COUNTS[editor] }, (_, index) =>
    isDay ? dayOf(given[index]) : '1',
  );
  const needed = conditions('', operands, ANY_DAY);
  return needed.some(({ op }) => abilities.missingOperators.includes(op));
}

function dayOf(operand: string | null | undefined): string {
  if (operand == null || !isDateOperand(operand)) return ANY_DAY;
  return resolveDay(operand, ANY_DAY) ?? ANY_DAY;
}

/** Whether the service reads a list of values as one text. */
export function joinsLists({ abilities }: FieldsOfService): boolean {
  return abilities?.joinsLists ?? true;
}

/** Returns what separates the values of a list in a text. */
export function listSeparator({ abilities }: FieldsOfService): string {
  return abilities?.listSeparator ?? VALUE_SEPARATOR;
}

/** Whether the service has a field. Other fields are computed or come from another source. */
export function isFieldOfService(name: string, { fields }: Pick<PriceColumn, 'fields'>): boolean {
  return fields.some((field) => field.name === name);
}

/**
 * Whether the service has refused to sort by a field. This is asked only of services that do not say beforehand by which fields they can
 * sort. The browser then sorts the rows read.
 */
export function isSortRefused(name: string, { fields, abilities }: FieldsOfService): boolean {
  return abilities?.hidesUses === true && fields.some((field) => field.name === name && !field.isSortable);
}

/** A query divided by where its parts are applied: at the service or in the browser. */
export interface DividedQuery {
  /** The query that the service is asked for, including filters that are turned off. */
  readonly ofService: DraftQuery;
  /** The parts that the browser applies to rows that it has read. */
  readonly here: Pick<DraftQuery, 'filters' | 'computed' | 'sort'>;
  /** Filters that are turned off, and that the browser would apply. */
  readonly off: readonly DraftFilter[];
}

export function dividedQuery(
  { computed = [], ...query }: DraftQuery,
  priceColumn: FieldsOfService,
): DividedQuery {
  const isHere = (filter: DraftFilter) => reasonForHere(filter, priceColumn) !== null;
  const here = query.filters.filter(isHere);
  const isSortHere = ({ field }: DraftSort) =>
    field !== null && (!isFieldOfService(field, priceColumn) || isSortRefused(field, priceColumn));
  // The browser sorts by all rules up to the last one that the service cannot apply. Rows that are equal in them keep the service's order.
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

/** Adds the fields that the query's parts in the browser need, if the query has chosen fields without them. */
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
