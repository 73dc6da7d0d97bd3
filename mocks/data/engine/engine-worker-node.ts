import { parentPort } from 'node:worker_threads';
import type { EngineRequest } from './engine-messages';
import { serveEngine } from './serve-engine';

// The entry point of the worker in Node. The one in browsers is engine-worker.ts.
const onRequest = serveEngine((message, transfer) => parentPort?.postMessage(message, transfer));

parentPort?.on('message', (request: EngineRequest) => onRequest(request));
