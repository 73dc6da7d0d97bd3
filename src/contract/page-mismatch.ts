import type { Snapshot, SnapshotPage } from './extraction';

/** How a response contradicts the snapshot whose page it should be. */
export type PageMismatchKind =
  | 'other-snapshot'
  | 'other-total'
  | 'other-page'
  | 'row-count'
  /** The page repeats rows. `RepeatedRows` says which. */
  | 'double-key';

/** Rows of a snapshot that occur twice. If rows occur twice, the same number of other rows is missing. */
export interface RepeatedRows {
  readonly rowCount: number;
  /** The first few keys that occur twice; empty if the rows have no complete key. */
  readonly keys: readonly string[];
  /** The first few pages that repeat other pages, for rows without a key: the 1-based first and last row of each. */
  readonly pages: readonly { readonly first: number; readonly last: number }[];
  /** Whether the rows have moved between pages, because the service keeps no stable snapshot. */
  readonly haveMoved?: true;
}

/** Thrown for a page that cannot belong to its snapshot. Rows could be missing or occur twice, so no more pages are read. */
export class PageMismatchError extends Error {
  override readonly name = 'PageMismatchError';
  readonly mismatch: PageMismatchKind;
  /** Details for the kind `double-key`, if they are known. The error's message never contains them, because keys are values of rows. */
  readonly repeated: RepeatedRows | null;
  /** The 1-based number of the page; null if rows of several pages contradict each other. */
  readonly page: number | null;
  constructor(mismatch: PageMismatchKind, repeated: RepeatedRows | null = null, page: number | null = null) {
    super(`A page does not belong to its snapshot: ${mismatch}`);
    this.mismatch = mismatch;
    this.repeated = repeated;
    this.page = page;
  }
}

/** Returns how many rows a page must have. `page` is 1-based. */
export function rowsOfPage(rowCount: number, page: number, pageSize: number): number {
  return Math.max(0, Math.min(pageSize, rowCount - (page - 1) * pageSize));
}

/** Returns how a page contradicts its snapshot; null if it does not. `asked.page` is 1-based. */
export function pageMismatch(
  response: Pick<SnapshotPage, 'snapshot' | 'page'> & { readonly rows: { readonly length: number } },
  asked: { readonly page: number; readonly pageSize: number },
  snapshot: Pick<Snapshot, 'cacheKey' | 'rowCount'>,
): PageMismatchKind | null {
  if (response.snapshot.cacheKey !== snapshot.cacheKey) return 'other-snapshot';
  if (response.snapshot.rowCount !== snapshot.rowCount) return 'other-total';
  if (response.page !== asked.page) return 'other-page';
  return response.rows.length === rowsOfPage(snapshot.rowCount, asked.page, asked.pageSize)
    ? null
    : 'row-count';
}
