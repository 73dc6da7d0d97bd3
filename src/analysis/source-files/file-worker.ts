// This import must come first, because the modules below create zod schemas while they load.
import '@/ui/config/zod-settings';
import { reportAlive } from '@/ui/workers/worker-silence';
import { serveFile, type FileMessage, type FileReply } from './serve-file';

const report = (reply: FileReply, transfer: Transferable[]) => self.postMessage(reply, { transfer });
const onMessage = serveFile(report);

self.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => onMessage(data));

// Reports regularly that the worker makes progress, because the page ends a worker that makes none.
reportAlive(() => report({ kind: 'alive' }, []));
