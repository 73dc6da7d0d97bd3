// Must come first: the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import { reportAlive } from '@/ui/workers/worker-silence';
import { serveFile, type FileCommand, type FileReport } from './serve-file';

const onCommand = serveFile((message, transfer) => self.postMessage(message, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<FileCommand>) => onCommand(data));

// The page ends a worker that makes no progress.
reportAlive(() => {
  const alive: FileReport = { kind: 'alive' };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(alive);
});
