// Must come first: the modules below create schemas while they load.
import '@/shared/config/zod-settings';
import { serveCopies, type CopyMessage } from './serve-copies';

const onMessage = serveCopies((reply) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(reply);
});

self.addEventListener('message', ({ data }: MessageEvent<CopyMessage>) => onMessage(data));
