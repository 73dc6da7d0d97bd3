import { MAX_CACHE_KEY_LENGTH } from '@/contract/limits';
import { byName, KEPT_VIEW_PARAMETERS, VIEW_PARAMETERS } from '@/features/workbench/model/views';
import type {
  AddressPosition,
  AddressProblem,
  DisplaySearch,
  WorkbenchSearch,
} from '@/features/workbench/model/workbench-search';

/** Reads the snapshot and the row of an address. `hasAnalysis`: whether a subset of the rows can be shown, too. */
export function positionFromSearch(
  search: Pick<WorkbenchSearch, 'cacheKey' | 'row' | 'subset' | 'refine' | 'added'>,
  { hasAnalysis }: { readonly hasAnalysis: boolean },
): AddressPosition {
  const problems: AddressProblem[] = [];
  const rowText = search.row?.trim() ?? '';
  let row: number | null = null;
  if (/^\d+$/.test(rowText) && Number(rowText) > 0) row = Number(rowText) - 1;
  else if (rowText !== '') problems.push({ part: 'row', kind: 'no-row', text: `row=${rowText}` });

  const { cacheKey } = search;
  const isKey = cacheKey !== undefined && cacheKey.trim() !== '' && cacheKey.length <= MAX_CACHE_KEY_LENGTH;
  if (cacheKey !== undefined && !isKey) {
    problems.push({ part: 'snapshot', kind: 'no-snapshot', text: `cacheKey=${cacheKey}` });
  }
  if (search.subset !== undefined && !hasAnalysis) {
    problems.push({ part: 'subset', kind: 'no-subset', text: `subset=${search.subset}` });
  }
  if (search.refine !== undefined && !hasAnalysis) {
    problems.push({ part: 'subset', kind: 'no-subset', text: `refine=${search.refine}` });
  }
  if (search.added !== undefined && !hasAnalysis) {
    problems.push({ part: 'subset', kind: 'no-subset', text: `added=${search.added}` });
  }
  return { cacheKey: isKey ? cacheKey : null, row, problems };
}

/** Returns how an address shows its snapshot. */
export function displayOf(search: DisplaySearch): DisplaySearch {
  const { show, report, refine, added, order } = search;
  return {
    show,
    ...byName(KEPT_VIEW_PARAMETERS, (name) => search[name]),
    report,
    refine,
    added,
    order,
  };
}

/**
 * Whether a saved view would restore both displays alike, apart from the open view of the snapshot. The roles of columns are ignored:
 * proposed roles are saved with a view, too, and are not a change of it.
 */
export function isSameDisplay(a: DisplaySearch, b: DisplaySearch): boolean {
  return (
    a.refine === b.refine &&
    a.added === b.added &&
    a.order === b.order &&
    KEPT_VIEW_PARAMETERS.every((name) => name === 'roles' || a[name] === b[name])
  );
}

/** Whether two addresses are equal. */
export function isSameAddress(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return (
    isSameSnapshot(a, b) &&
    a.view === b.view &&
    a.row === b.row &&
    a.subset === b.subset &&
    a.refine === b.refine &&
    a.added === b.added &&
    a.order === b.order &&
    a.show === b.show &&
    a.report === b.report &&
    VIEW_PARAMETERS.every((name) => a[name] === b[name])
  );
}

/** Whether two addresses show the same rows. */
export function isSameSnapshot(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return (
    a.v === b.v &&
    a.fields === b.fields &&
    a.filter === b.filter &&
    a.sort === b.sort &&
    a.cacheKey === b.cacheKey
  );
}
