import type { CopyConnection } from '@/rows/kept-copies/copy-connection';
import { openCopy } from '@/rows/kept-copies/open-copy';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { ReceivePage } from '../model/export-choices';
import type { ExportPlan } from '../model/export-job';

/** Pages of rows that are in this browser. */
export interface LocalPages {
  /** Rejects with CopyError, or with the error of reading the rows. */
  readonly receivePage: ReceivePage;
  /** Whether the service has the same pages. */
  readonly areAtService: boolean;
  readonly close: () => void;
}

/** Opens the pages of a kept copy or a view (`receivePage`); null to ask the service. Rejects with CopyError. */
export async function openLocalPages(
  own: OwnRecords,
  plan: ExportPlan,
  receivePage: ReceivePage | undefined,
  signal: AbortSignal,
  connect?: () => CopyConnection,
): Promise<LocalPages | null> {
  const { copyId, snapshot } = plan;
  if (copyId === undefined) {
    // A copy stores numbers with the decimal places of their columns anyway; a file has them as the service writes them.
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
