// This import must come first, because the modules below create zod schemas while they load.
import '@/ui/config/zod-settings';
import type { ExportCommand } from './serve-export';
import { createFileWriter } from './file-writer';
import { openStorage } from './open-storage';
import { serveExport } from './serve-export';

const onCommand = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only messages to windows have a target origin
  (message) => self.postMessage(message),
  openStorage,
  createFileWriter,
  Date.now,
);

self.addEventListener('message', ({ data }: MessageEvent<ExportCommand>) => onCommand(data));
