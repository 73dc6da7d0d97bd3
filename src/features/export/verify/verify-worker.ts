// First: schemas are made as the modules below are read.
import '@/shared/config/zod-settings';
import { isNotLoaded } from '@/shared/page-version/not-loaded';
import type { ExportOrder } from '../worker/export-messages';
import { createDiscardingStorage } from '../worker/memory-storage';
import { serveExport } from '../worker/serve-export';
import { verifyExport, type BroughtFile, type Verification } from './verify-export';

/** What the page tells the worker: to read files, or page by page to digest the snapshot they are compared with. */
export type VerifyOrder = { readonly kind: 'verify'; readonly files: readonly BroughtFile[] } | ExportOrder;

/** What the worker tells of files: how far it is, and in the end what it found. */
export type VerifyReport =
  | { readonly kind: 'progress'; readonly rowCount: number; readonly written: number }
  | { readonly kind: 'verified'; readonly verification: Verification }
  /** The code that reads this kind of file could not be loaded. */
  | { readonly kind: 'not-loaded' };

const onExportOrder = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  (message) => self.postMessage(message),
  async () => createDiscardingStorage(),
  Date.now,
);

self.addEventListener('message', ({ data: order }: MessageEvent<VerifyOrder>) => {
  if (order.kind === 'verify') void answer(order.files);
  else onExportOrder(order);
});

async function answer(files: readonly BroughtFile[]): Promise<void> {
  let verification: Verification;
  let toldMs = performance.now();
  try {
    verification = await verifyExport(files, (rowCount, written) => {
      if (performance.now() - toldMs < TELL_EVERY_MS) return;
      toldMs = performance.now();
      tell({ kind: 'progress', rowCount, written });
    });
  } catch (error) {
    if (isNotLoaded(error)) return tell({ kind: 'not-loaded' });
    // What cannot be read to its end is not what we wrote.
    verification = { kind: 'not-ours' };
  }
  tell({ kind: 'verified', verification });
}

const TELL_EVERY_MS = 100;

function tell(report: VerifyReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(report);
}
