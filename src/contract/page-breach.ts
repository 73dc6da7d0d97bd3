import type { Snapshot, SnapshotPage } from './extraction';

/** In what an answer contradicts the snapshot it should be a page of. */
export type PageBreachKind = 'other-snapshot' | 'other-total' | 'other-page' | 'row-count' | 'double-key';

/**
 * Thrown in place of a page that cannot belong to the snapshot. Showing it could miss or double rows, so it ends the
 * paging; it is never papered over.
 */
export class PageBreachError extends Error {
  override readonly name = 'PageBreachError';
  readonly breach: PageBreachKind;
  constructor(breach: PageBreachKind) {
    super(`A page does not belong to its snapshot: ${breach}`);
    this.breach = breach;
  }
}

/** Rows that a page must have. `page` is 1-based. */
export function rowsOfPage(rowCount: number, page: number, pageSize: number): number {
  return Math.max(0, Math.min(pageSize, rowCount - (page - 1) * pageSize));
}

/** What is wrong with a page, null when nothing is. `asked.page` is 1-based. */
export function pageBreach(
  answer: Pick<SnapshotPage, 'snapshot' | 'page'> & { readonly rows: { readonly length: number } },
  asked: { readonly page: number; readonly pageSize: number },
  snapshot: Pick<Snapshot, 'cacheKey' | 'rowCount'>,
): PageBreachKind | null {
  if (answer.snapshot.cacheKey !== snapshot.cacheKey) return 'other-snapshot';
  if (answer.snapshot.rowCount !== snapshot.rowCount) return 'other-total';
  if (answer.page !== asked.page) return 'other-page';
  return answer.rows.length === rowsOfPage(snapshot.rowCount, asked.page, asked.pageSize)
    ? null
    : 'row-count';
}
