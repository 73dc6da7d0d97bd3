// Must come first: the modules below create schemas while they load.
import '@/shared/config/zod-settings';
import type { ExportCommand } from './serve-export';
import { createFileWriter } from './file-writer';
import { createMemoryStorage } from './memory-storage';
import { serveExport } from './serve-export';
import { openStagedStorage } from './staged-storage';
import { stagingDirectory } from './staging-directory';

const onCommand = serveExport(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  (message) => self.postMessage(message),
  async (job, key) => {
    const staging = key === null ? null : await stagingDirectory();
    return staging === null || key === null ? createMemoryStorage() : openStagedStorage(staging, job, key);
  },
  createFileWriter,
  Date.now,
);

self.addEventListener('message', ({ data }: MessageEvent<ExportCommand>) => onCommand(data));
