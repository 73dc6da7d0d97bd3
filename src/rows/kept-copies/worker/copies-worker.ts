// This import must come first, because the modules below create schemas while they load.
import '@/ui/config/zod-settings';
import { reportStarted } from '@/ui/workers/worker-start';
import { serveCopies, type CopyMessage } from './serve-copies';

const onMessage = serveCopies((reply, transfer) => {
  self.postMessage(reply, { transfer });
});

self.addEventListener('message', ({ data }: MessageEvent<CopyMessage>) => onMessage(data));
reportStarted();
