// Must come first: the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import type { CallMessage, CallNote, CallReply } from '@/ui/workers/worker-messages';
import { reportAlive } from '@/ui/workers/worker-silence';
import type { ExportCommand } from '../worker/serve-export';
import { createDiscardingWriter } from '../worker/discarding-writer';
import { createMemoryStorage } from '../worker/memory-storage';
import { serveExport } from '../worker/serve-export';
import { verifyExport, type DroppedFile, type Verification } from './verify-export';

export interface VerifyCommand {
  readonly kind: 'verify';
  readonly files: readonly DroppedFile[];
}

export interface VerifyResults {
  readonly verify: Verification;
}

/** The code that reads this kind of file could not be loaded. */
export type VerifyTrouble = 'not-loaded';

/** The number of rows that are read, and of those that the certificate promises. */
export interface VerifyProgress {
  readonly rowCount: number;
  readonly written: number;
}

const onExportCommand = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  (message) => self.postMessage(message),
  async () => createMemoryStorage(),
  createDiscardingWriter,
  Date.now,
);

// The pages of the snapshot that the files are compared with are digested as for an export.
self.addEventListener('message', ({ data }: MessageEvent<CallMessage<VerifyCommand> | ExportCommand>) => {
  if ('command' in data) void respond(data);
  else onExportCommand(data);
});

async function respond({ id, command }: CallMessage<VerifyCommand>): Promise<void> {
  let result: Verification;
  // The page ends a worker that reports no progress. A comparison with a snapshot has messages of its own.
  const stopAlive = reportAlive(() => report({ kind: 'alive' }));
  let reportedMs = performance.now();
  try {
    result = await verifyExport(command.files, (rowCount, written) => {
      if (performance.now() - reportedMs < REPORT_INTERVAL_MS) return;
      reportedMs = performance.now();
      report({ id, kind: 'progress', progress: { rowCount, written } });
    });
  } catch (error) {
    if (isNotLoaded(error)) return report({ id, kind: 'failed', trouble: 'not-loaded' });
    // An export can always be read to its end, so this is something else.
    result = { kind: 'not-ours' };
  } finally {
    stopAlive();
  }
  report({ id, kind: 'done', result });
}

const REPORT_INTERVAL_MS = 100;

function report(message: CallReply<Verification, VerifyTrouble> | CallNote<VerifyProgress>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(message);
}
