import { rowsOfPage } from '@/contract/page-mismatch';
import { MAX_PAGE_ROWS } from '@/contract/service-description';
import { PAGE_SIZES, pageSizesUpTo } from '@/ui/http/choose-page-size';

/** Which rows of a snapshot are read: all of them, or a sample. */
export type ReadingKind = 'all' | 'sample';

/** The pages that a reading requests (1-based, each once), and the total number of their rows. */
export interface ReadingPlan {
  readonly kind: ReadingKind;
  readonly pageSize: number;
  readonly pages: readonly number[];
  readonly rowCount: number;
}

/** Snapshots with more rows are read completely only on request. */
export const MOST_ROWS_AT_ONCE = 2_000_000;
const SAMPLE_ROWS = 200_000;
/** The number of pages in a sample. With so many, it does not depend on the order of the rows or on seasons. */
const SAMPLE_PAGES = 100;

/** Returns the number of rows in a sample. A small snapshot is sampled only if all its rows do not fit into memory. */
function sampleRowsOf(snapshotRows: number): number {
  return Math.min(SAMPLE_ROWS, Math.ceil(snapshotRows / 10));
}

/** Returns the page sizes to try, largest first. A sample has small pages, so that its rows come from many parts of the snapshot. */
export function pageSizesFor(
  kind: ReadingKind,
  snapshotRows: number,
  most = MAX_PAGE_ROWS,
): readonly number[] {
  if (kind === 'all') return pageSizesUpTo(most);
  const size = Math.max(1, Math.round(sampleRowsOf(snapshotRows) / SAMPLE_PAGES));
  return pageSizesUpTo(most, [size, ...PAGE_SIZES.filter((smaller) => smaller < size)]);
}

/** Plans to read all pages, or pages that are spread evenly over the snapshot. */
export function planReading(kind: ReadingKind, snapshotRows: number, pageSize: number): ReadingPlan {
  const pageCount = Math.ceil(snapshotRows / pageSize);
  const count =
    kind === 'all' ? pageCount : Math.min(pageCount, Math.ceil(sampleRowsOf(snapshotRows) / pageSize));
  // The page in the middle of each of `count` equal parts is read.
  const pages = Array.from(
    { length: count },
    (_, index) => Math.floor(((index + 0.5) * pageCount) / count) + 1,
  );
  const rowCount = pages.reduce((sum, page) => sum + rowsOfPage(snapshotRows, page, pageSize), 0);
  return { kind, pageSize, pages, rowCount };
}
