import { findPriceSource, RESIZABLE_SOURCE_NAME } from '../price-sources';
import type { EngineRequest } from './engine-messages';
import { createInlineEngine } from './inline-engine';
import { serveEngine } from './serve-engine';

// The entry point of the worker in browsers. The one in Node is engine-worker-node.ts.
const onRequest = serveEngine((message, transfer) => self.postMessage(message, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => onRequest(data));

void warmUp();

/** Warms up the engine while the user signs in, because a real service would already have been running for a while. */
async function warmUp(): Promise<void> {
  const engine = createInlineEngine();
  const all = { priceColumn: RESIZABLE_SOURCE_NAME, version: 0, baseRowCount: 20_000, filters: [], sort: [] };
  const some = {
    ...all,
    filters: [{ column: 'Value', op: 'greaterThan', value: '20' }],
    sort: [
      { column: 'Value', isDescending: true },
      { column: 'ItemNumber', isDescending: false },
    ],
  } as const;
  const columns = findPriceSource(RESIZABLE_SOURCE_NAME)?.fields.map(({ record }) => record.name) ?? [];
  for (const selection of [all, some])
    await engine.readRows({ selection, columns, rowStart: 0, rowEnd: 200 });
}
