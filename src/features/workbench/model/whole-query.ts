import type { PriceColumn, PriceField } from '@/contract/column';
import { addedColumnsOfParameter, addedFields, askedCounts } from '@/analysis/conditions/added-columns';
import { computedField } from '@/analysis/conditions/computed-field';
import { computedOf, draftOfComputed, type DraftComputedColumn } from './computed-draft';
import {
  comparedFields,
  completeParts,
  nextRuleId,
  type DraftCondition,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
} from './draft-query';
import { filtersOf, refinementOf } from './draft-refinement';
import { dividedQuery } from './filter-place';
import { queryFromSearch, queryToSearch, type QuerySearch } from './query-address';
import {
  computedColumnProblem,
  refinedColumns,
  type ComputedColumn,
  type RefineColumn,
  type Refinement,
} from '@/analysis/conditions/refinement';
import { refinementFromParameter, refinementToParameter } from '@/analysis/conditions/refinement-address';
import {
  rowOrderFromParameter,
  rowOrderToParameter,
  rowSortOf,
  type RowSort,
} from '@/analysis/conditions/row-order';
import type { AddressProblem, WorkbenchSearch } from './workbench-search';

// A whole query has a part for the service (`query-address.ts`), and a part for the browser (`refinement-address.ts`).

/** The search parameters that hold a whole query, apart from added columns. */
export type WholeQuerySearch = QuerySearch & Pick<WorkbenchSearch, 'refine' | 'off' | 'order'>;

export interface WholeQueryScope {
  readonly priceColumn: PriceColumn;
  /** All price columns from which columns can be added. */
  readonly priceColumns: readonly PriceColumn[];
  readonly isLocked: (field: PriceField) => boolean;
  /** Whether the browser can apply filters and formulas to rows it has read. If not, only the service's part of an address is used. */
  readonly readsRows: boolean;
}

/** Encodes a whole query in search parameters. A parameter that is not needed is undefined, so that an earlier value is removed. */
export function wholeQueryToSearch(
  draft: DraftQuery,
  { priceColumn }: Pick<WholeQueryScope, 'priceColumn'>,
): WholeQuerySearch {
  const { ofService, here, off } = dividedQuery(draft, priceColumn);
  const turnedOn = off.map((filter) => ({ ...filter, isDisabled: false }));
  // Incomplete parts are left out, because one unreadable part would make the whole parameter unreadable.
  const written = (filters: readonly DraftFilter[], computed: DraftQuery['computed'] = []) =>
    refinementToParameter(refinementOf({ filters: [...completeParts(filters)], computed })) ?? undefined;
  return {
    ...queryToSearch(ofService),
    refine: written(here.filters, here.computed),
    off: written(turnedOn),
    order: rowOrderToParameter(rowSortOf(here.sort)),
  };
}

export interface WholeQueryFromSearch {
  readonly draft: DraftQuery | null;
  readonly problems: readonly AddressProblem[];
  /** Parameters that cannot be read, unchanged. A refresh must keep them, because the rows that they select are not shown. */
  readonly unread: Pick<WorkbenchSearch, 'refine' | 'off' | 'order'>;
}

/**
 * Decodes the whole query of an address; null if the address has none. An unreadable refinement is left out here, and is rejected as a
 * whole by the part that would show its rows. Never throws.
 */
export function wholeQueryFromSearch(search: WorkbenchSearch, scope: WholeQueryScope): WholeQueryFromSearch {
  const { draft, problems } = queryFromSearch(search, scope.priceColumn, scope.isLocked);
  if (draft === null || !scope.readsRows) return { draft, problems, unread: {} };
  const fields = [
    ...scope.priceColumn.fields.filter((field) => !scope.isLocked(field)),
    ...fieldsFromElsewhere(search, scope),
  ];
  const filters: DraftFilter[] = [...draft.filters];
  const newId = createIds(filters);
  const refinement = readRefinement(search.refine, fields);
  const { computedColumns = [] } = refinement ?? {};
  const known = [...fields, ...computedColumns.map(computedField)];
  const typeOf = (name: string) => known.find((field) => field.name === name)?.type;
  filters.push(...filtersOf(refinement?.conditions ?? null, { typeOf, newId }));
  const off = readRefinement(search.off, known);
  for (const filter of filtersOf(off?.conditions ?? null, { typeOf, newId })) {
    filters.push({ ...filter, isDisabled: true });
  }
  const numbers = known.filter(({ type }) => type === 'number').map(({ name }) => name);
  const computed = computedColumns.map((column, index) =>
    draftOfComputed(column, `computed-${index + 1}`, numbers),
  );
  const isUnread = {
    refine: search.refine !== undefined && refinement === null,
    off: search.off !== undefined && off === null,
  };
  const order = rowOrderFromParameter(search.order, (name) => typeOf(name) !== undefined);
  const isOrderRead = order.length === rowOrderFromParameter(search.order, () => true).length;
  const sort = sortedAlsoHere(draft.sort, order);
  return {
    draft: { ...draft, filters, sort, ...(computed.length > 0 && { computed }) },
    problems: isUnread.off
      ? [...problems, { part: 'filter', kind: 'unreadable', text: search.off ?? '' }]
      : problems,
    unread: {
      ...(isUnread.refine && { refine: search.refine }),
      // The order names columns of an unreadable refinement, or of a source that is unknown or not known yet.
      ...(!isOrderRead && { order: search.order }),
      ...(isUnread.off && { off: search.off }),
    },
  };
}

/** Returns the sort rules that the browser applies, followed by the service's rules for other columns. */
function sortedAlsoHere(ofService: readonly DraftSort[], here: readonly RowSort[]): DraftSort[] {
  const isRepeated = ({ field }: DraftSort) => here.some(({ column }) => column === field);
  return here.reduceRight<DraftSort[]>(
    (rules, { column, direction }) => [{ id: nextRuleId('sort', rules), field: column, direction }, ...rules],
    ofService.filter((rule) => !isRepeated(rule)),
  );
}

/** Adds a computed column to the query. `fields` are the fields that its formula can name. */
export function withComputed(
  query: DraftQuery,
  column: ComputedColumn | null,
  fields: readonly PriceField[],
): DraftQuery {
  if (column === null) return query;
  const { computed = [] } = query;
  const numbers = fields.filter(({ type }) => type === 'number').map(({ name }) => name);
  return {
    ...query,
    computed: [...computed, draftOfComputed(column, nextRuleId('computed', computed), numbers)],
  };
}

/** Removes the computed columns, filters and sort rules that name fields other than `fields`. */
export function withKnownFields(query: DraftQuery, fields: readonly PriceField[]): DraftQuery {
  let known: readonly RefineColumn[] = fields;
  const kept: DraftComputedColumn[] = [];
  for (const column of query.computed ?? []) {
    const computed = computedOf(column);
    // A formula with any other problem stays, because the user may still be typing it.
    const problem = computedColumnProblem(computed, known);
    if (problem?.kind === 'formula' && problem.problem.kind === 'unknown-column') continue;
    kept.push(column);
    known = refinedColumns(known, [computed]);
  }
  const isKnown = (name: string) => known.some((column) => column.name === name);
  const { computed: before = [], ...others } = query;
  const named = new Set(kept.map(({ name }) => name.trim()));
  const filters = withoutConditions(query.filters, (condition) =>
    comparedFields(condition).some((name) => !isKnown(name) && !named.has(name)),
  );
  const sort = query.sort.filter(({ field }) => field === null || isKnown(field) || named.has(field));
  const isSame =
    kept.length === before.length &&
    sort.length === query.sort.length &&
    filters.length === query.filters.length &&
    filters.every((filter, index) => filter === query.filters[index]);
  return isSame ? query : { ...others, filters, sort, ...(kept.length > 0 && { computed: kept }) };
}

function withoutConditions(
  filters: readonly DraftFilter[],
  isLeftOut: (condition: DraftCondition) => boolean,
): DraftFilter[] {
  return filters.flatMap((filter): DraftFilter[] => {
    if (filter.kind === 'unset') return [filter];
    if (filter.kind !== 'group') return isLeftOut(filter) ? [] : [filter];
    // The group is removed as a whole, because without one of its alternatives, rows would be missing.
    const parts = withoutConditions(filter.parts, isLeftOut);
    return parts.length < filter.parts.length ? [] : [filter];
  });
}

/** Returns the fields that an address adds from other sources. */
export function fieldsFromElsewhere(search: WorkbenchSearch, scope: WholeQueryScope): readonly PriceField[] {
  const added = search.added === undefined ? [] : addedColumnsOfParameter(search.added);
  return addedFields(added, scope, askedCounts(added, search));
}

function readRefinement(parameter: string | undefined, fields: readonly PriceField[]): Refinement | null {
  const read = parameter === undefined ? null : refinementFromParameter(parameter, fields);
  return read?.ok === true ? read.refinement : null;
}

/** Returns a function that creates an id that no filter has, a new one with each call. */
function createIds(filters: readonly DraftFilter[]): () => string {
  const taken: { id: string }[] = [...filters];
  return () => {
    const id = nextRuleId('filter', taken);
    taken.push({ id });
    return id;
  };
}
