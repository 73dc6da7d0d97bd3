// Must come first: the modules below create schemas while they load.
import '@/shared/config/zod-settings';
import { reportStarted } from '@/shared/workers/worker-start';
import { serveIndex, type IndexMessage } from './serve-index';

const onMessage = serveIndex((reply, transfer) => self.postMessage(reply, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<IndexMessage>) => onMessage(data));
reportStarted();
