import type { EngineRequest } from './engine-messages';
import { serveEngine } from './serve-engine';

// The entry of the browser's worker; Node's is engine-worker-node.ts.
const onRequest = serveEngine((message, transfer) => self.postMessage(message, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => onRequest(data));
