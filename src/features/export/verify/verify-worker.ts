// This import must come first, because the modules below create zod schemas while they load.
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

/** The number of rows read so far, and the number of rows that the certificate states. */
export interface VerifyProgress {
  readonly rowCount: number;
  readonly written: number;
}

const onExportCommand = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only messages to windows have a target origin
  (message) => self.postMessage(message),
  async () => createMemoryStorage(),
  createDiscardingWriter,
  Date.now,
);

// For the comparison, this worker also digests pages of the snapshot, by the same commands as an export.
self.addEventListener('message', ({ data }: MessageEvent<CallMessage<VerifyCommand> | ExportCommand>) => {
  if ('command' in data) void respond(data);
  else onExportCommand(data);
});

async function respond({ id, command }: CallMessage<VerifyCommand>): Promise<void> {
  let result: Verification;
  // The page ends a worker that sends no messages for too long. Comparing with a snapshot sends its own messages.
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
    // Every export can be read to its end, so the file is no export of the console.
    result = { kind: 'not-ours' };
  } finally {
    stopAlive();
  }
  report({ id, kind: 'done', result });
}

const REPORT_INTERVAL_MS = 100;

function report(message: CallReply<Verification, VerifyTrouble> | CallNote<VerifyProgress>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only messages to windows have a target origin
  self.postMessage(message);
}
