// This import must come first, because the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import { reportStarted } from '@/ui/workers/worker-start';
import { serveIndex, type IndexMessage } from './serve-index';

const onMessage = serveIndex((reply, transfer) => self.postMessage(reply, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<IndexMessage>) => onMessage(data));
reportStarted();
