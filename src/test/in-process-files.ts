import type { FileWorker } from '@/features/workbench/rows-read/sources/files/read-file';
import { serveFile, type FileReport } from '@/features/workbench/rows-read/sources/files/serve-file';

/** Starts the worker that reads files in the process of a test. */
export function startInProcessFiles(): FileWorker {
  let onReport: (report: FileReport) => void = () => undefined;
  let isOver = false;
  const receive = serveFile((report) => {
    setTimeout(() => {
      if (!isOver) onReport(report);
    });
  });
  return {
    send: (command) => void setTimeout(() => receive(command)),
    listen: (listener) => {
      onReport = listener;
    },
    terminate: () => {
      isOver = true;
    },
  };
}
