import type { Snapshot, SnapshotPage } from './extraction';

/** How a response contradicts the snapshot it should be a page of. */
export type PageMismatchKind =
  | 'other-snapshot'
  | 'other-total'
  | 'other-page'
  | 'row-count'
  /** The page repeats rows, which `RepeatedRows` names. */
  | 'double-key';

/** Rows of a snapshot that repeat others, which means that as many other rows are missing. */
export interface RepeatedRows {
  readonly rowCount: number;
  /** The first repeated keys; empty if the rows have no complete key. */
  readonly keys: readonly string[];
  /** For rows without a key, the first few pages that repeat other pages: the 1-based first and last row of each. */
  readonly pages: readonly { readonly first: number; readonly last: number }[];
}

/** Thrown for a page that cannot belong to the snapshot. Rows could be missing or duplicated, so paging stops. */
export class PageMismatchError extends Error {
  override readonly name = 'PageMismatchError';
  readonly mismatch: PageMismatchKind;
  /** For `double-key`, if known. Never part of the message: keys are values of rows. */
  readonly repeated: RepeatedRows | null;
  /** 1-based; null where rows of several pages contradict each other. */
  readonly page: number | null;
  constructor(mismatch: PageMismatchKind, repeated: RepeatedRows | null = null, page: number | null = null) {
    super(`A page does not belong to its snapshot: ${mismatch}`);
    this.mismatch = mismatch;
    this.repeated = repeated;
    this.page = page;
  }
}

/** Returns the number of rows that a page must have. `page` is 1-based. */
export function rowsOfPage(rowCount: number, page: number, pageSize: number): number {
  return Math.max(0, Math.min(pageSize, rowCount - (page - 1) * pageSize));
}

/** Returns how a page contradicts the snapshot, or null. `asked.page` is 1-based. */
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
