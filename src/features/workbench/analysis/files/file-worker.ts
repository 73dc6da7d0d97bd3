// Must come first: the modules below create schemas while they load.
import '@/shared/config/zod-settings';
import { serveFile, type FileCommand } from './serve-file';

const onCommand = serveFile((message, transfer) => self.postMessage(message, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<FileCommand>) => onCommand(data));
