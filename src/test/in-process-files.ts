import type { FileWorker } from '@/analysis/source-files/read-file';
import { serveFile, type FileReply } from '@/analysis/source-files/serve-file';

/** Starts the worker for reading files in the process of a test, without a thread. */
export function startInProcessFiles(): FileWorker {
  let onReply: (reply: FileReply) => void = () => undefined;
  let isOver = false;
  const receive = serveFile((reply) => {
    setTimeout(() => {
      if (!isOver) onReply(reply);
    });
  });
  return {
    send: (message) => void setTimeout(() => receive(message)),
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
    },
  };
}
