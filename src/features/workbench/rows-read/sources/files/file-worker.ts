// Must come first: the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import { reportAlive } from '@/ui/workers/worker-silence';
import { serveFile, type FileMessage, type FileReply } from './serve-file';

const report = (reply: FileReply, transfer: Transferable[]) => self.postMessage(reply, { transfer });
const onMessage = serveFile(report);

self.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => onMessage(data));

// The page ends a worker that makes no progress.
reportAlive(() => report({ kind: 'alive' }, []));
