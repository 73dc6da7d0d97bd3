import type { PriceColumn, PriceField } from '@/contract/column';
import type { Dialect } from '@/contract/dialect';
import type { FilterCondition } from '@/contract/extraction';
import { filtersOfRequest } from '@/contract/extraction.schema';
import type { SideFilters, SnapshotSide, SnapshotSides } from '@/analysis/comparison/compared-side';
import { localDay } from '@/lib/formats/iso-date';
import { queryFromSearch } from '../../model/query-address';
import { resolveQuery } from '../../model/resolve-query';

/**
 * Returns how the filters of two sides affect their comparison. Relative dates are resolved for the day of each snapshot. `dialect`: how a
 * described service writes the requests that certificates contain.
 */
export function sideFilters(
  { earlier, later }: SnapshotSides,
  priceColumn: PriceColumn,
  isLocked: (field: PriceField) => boolean,
  dialect: Dialect | null | undefined,
): SideFilters {
  const conditionsOf = ({
    search,
    hasQuery,
    opened,
    file,
  }: SnapshotSide): readonly FilterCondition[] | null => {
    if (file !== undefined) {
      const request = file.outline.certificate?.query.request ?? '';
      return filtersOfRequest(request, dialect, priceColumn.fields);
    }
    const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
    if (!hasQuery || draft === null || problems.length > 0) return null;
    const today = localDay(new Date(opened.takenAtMs));
    const resolved = resolveQuery({ ...draft, sort: [] }, { priceColumn, isLocked, today });
    return resolved.ok ? resolved.query.filters : null;
  };
  const ofEarlier = conditionsOf(earlier);
  const ofLater = conditionsOf(later);
  if (ofEarlier === null || ofLater === null) return { kind: 'unknown' };
  const without = (some: readonly FilterCondition[], others: readonly FilterCondition[]) => {
    const known = new Set(others.map((condition) => JSON.stringify(condition)));
    return some.filter((condition) => !known.has(JSON.stringify(condition)));
  };
  const conditions = { earlier: without(ofLater, ofEarlier), later: without(ofEarlier, ofLater) };
  if (conditions.earlier.length + conditions.later.length === 0) return { kind: 'same' };
  const lacks = (side: SnapshotSide, some: readonly FilterCondition[]) =>
    some.map(({ column }) => column).filter((name) => !side.opened.columns.includes(name));
  const lacking = new Set([...lacks(earlier, conditions.earlier), ...lacks(later, conditions.later)]);
  return lacking.size === 0 ? { kind: 'other', conditions } : { kind: 'lacking', columns: [...lacking] };
}
