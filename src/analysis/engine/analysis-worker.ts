// This import must come first, because the modules below create zod schemas while they load.
import '@/ui/config/zod-settings';
import { reportStarted } from '@/ui/workers/worker-start';
import type { EngineMessage } from './engine-messages';
import { loadDatabase } from './load-database';
import { serveEngine } from './serve-engine';

const { port1, port2 } = new MessageChannel();
let keptModule: WebAssembly.Module | null = null;

const onMessage = serveEngine({
  openDatabase: () => loadDatabase(keptModule, (module) => self.postMessage(module, { transfer: [] })),
  report: (reply, transfer) => self.postMessage(reply, { transfer }),
  // A message to the worker itself arrives after the waiting messages. A timer would wait longer than most queries take.
  receiveMessages: () =>
    new Promise((resolve) => {
      port1.addEventListener('message', () => resolve(), { once: true });
      port2.postMessage(null);
    }),
});

port1.start();
self.addEventListener('message', ({ data }: MessageEvent<EngineMessage | WebAssembly.Module>) => {
  if (data instanceof WebAssembly.Module) keptModule = data;
  else onMessage(data);
});
reportStarted();
