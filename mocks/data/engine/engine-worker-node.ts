import { parentPort } from 'node:worker_threads';
import type { EngineRequest } from './engine-messages';
import { serveEngine } from './serve-engine';

// The entry of Node's worker; the browser's is engine-worker.ts.
const onRequest = serveEngine((message, transfer) => parentPort?.postMessage(message, transfer));

parentPort?.on('message', (request: EngineRequest) => onRequest(request));
