// Must come first: the modules below create schemas while they load.
import '@/shared/config/zod-settings';
import { serveFile, type FileCommand, type FileReport } from './serve-file';

const onCommand = serveFile((message, transfer) => self.postMessage(message, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<FileCommand>) => onCommand(data));

const ALIVE_MS = 1_000;

// The page ends a worker that stands still.
setInterval(() => {
  const alive: FileReport = { kind: 'alive' };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(alive);
}, ALIVE_MS);
