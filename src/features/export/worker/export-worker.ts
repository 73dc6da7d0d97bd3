// Must come first: the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import type { ExportCommand } from './serve-export';
import { createFileWriter } from './file-writer';
import { openStorage } from './open-storage';
import { serveExport } from './serve-export';

const onCommand = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  (message) => self.postMessage(message),
  openStorage,
  createFileWriter,
  Date.now,
);

self.addEventListener('message', ({ data }: MessageEvent<ExportCommand>) => onCommand(data));
