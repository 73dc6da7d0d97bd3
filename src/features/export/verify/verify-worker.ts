// Must come first: the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { reportAlive } from '@/ui/workers/worker-silence';
import type { ExportCommand } from '../worker/serve-export';
import { createDiscardingWriter } from '../worker/discarding-writer';
import { createMemoryStorage } from '../worker/memory-storage';
import { serveExport } from '../worker/serve-export';
import { verifyExport, type DroppedFile, type Verification } from './verify-export';

/** Commands to read files, or to digest the pages of the snapshot they are compared with. */
export type VerifyCommand =
  | { readonly kind: 'verify'; readonly files: readonly DroppedFile[] }
  | ExportCommand;

export type VerifyReport =
  /** Reports that the worker makes progress. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'progress'; readonly rowCount: number; readonly written: number }
  | { readonly kind: 'verified'; readonly verification: Verification }
  /** The code that reads this kind of file could not be loaded. */
  | { readonly kind: 'not-loaded' };

const onExportCommand = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  (message) => self.postMessage(message),
  async () => createMemoryStorage(),
  createDiscardingWriter,
  Date.now,
);

self.addEventListener('message', ({ data: command }: MessageEvent<VerifyCommand>) => {
  if (command.kind === 'verify') void respond(command.files);
  else onExportCommand(command);
});

async function respond(files: readonly DroppedFile[]): Promise<void> {
  let verification: Verification;
  // The page ends a worker that reports no progress. A comparison with a snapshot has messages of its own.
  const stopAlive = reportAlive(() => report({ kind: 'alive' }));
  let reportedMs = performance.now();
  try {
    verification = await verifyExport(files, (rowCount, written) => {
      if (performance.now() - reportedMs < REPORT_INTERVAL_MS) return;
      reportedMs = performance.now();
      report({ kind: 'progress', rowCount, written });
    });
  } catch (error) {
    if (isNotLoaded(error)) return report({ kind: 'not-loaded' });
    // An export can always be read to its end, so this is something else.
    verification = { kind: 'not-ours' };
  } finally {
    stopAlive();
  }
  report({ kind: 'verified', verification });
}

const REPORT_INTERVAL_MS = 100;

function report(message: VerifyReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(message);
}
