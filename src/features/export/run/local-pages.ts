import type { CopyConnection } from '@/rows/kept-copies/copy-connection';
import { openCopy } from '@/rows/kept-copies/open-copy';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { ReceivePage } from '../model/export-choices';
import type { ExportPlan } from '../model/export-job';

/** Pages whose rows are stored in, or were read by, this browser. */
export interface LocalPages {
  /** Reads a page. Rejects with CopyError, or with the error that occurred while reading the rows. */
  readonly receivePage: ReceivePage;
  /** Whether the service also has these pages. */
  readonly areAtService: boolean;
  readonly close: () => void;
}

/** Opens pages of a kept copy, or of a view that has read them (`receivePage`). Null: ask the service. Rejects with CopyError. */
export async function openLocalPages(
  own: OwnRecords,
  plan: ExportPlan,
  receivePage: ReceivePage | undefined,
  signal: AbortSignal,
  connect?: () => CopyConnection,
): Promise<LocalPages | null> {
  const { copyId, snapshot } = plan;
  if (copyId === undefined) {
    // Rows that a view has read are used only for copies: a file needs numbers exactly as the service writes them.
    return receivePage === undefined || plan.keep === undefined
      ? null
      : { receivePage, areAtService: true, close: () => undefined };
  }
  const read = new Set([...plan.columns.map(({ name }) => name), ...plan.keyColumns]);
  const opened = await openCopy(own, copyId, (column) => !read.has(column), {
    signal,
    snapshot,
    ...(connect !== undefined && { connect }),
  });
  return { receivePage: opened.receivePage, areAtService: false, close: opened.pause };
}
