import { describe, expect, test } from 'vitest';
import { rowCountAt } from '../price-sources';
import type { EngineReply, EngineRequest } from './engine-messages';
import { createInlineEngine } from './inline-engine';
import { serveEngine } from './serve-engine';
import { SelectionError, type RowSelection } from './selection';
import { createWorkerEngine, EngineCrash, withFallback, type EngineWorker } from './worker-engine';

const SELECTION: RowSelection = {
  priceColumn: 'SalesPrice',
  version: 0,
  baseRowCount: 300_000,
  filters: [{ column: 'Name', op: 'contains', value: 'vis' }],
  sort: [{ column: 'Value', isDescending: true }],
};

/** Creates a worker on the same thread. As with a real worker, messages are copied and arrive later, through the event loop. */
function fakeWorker() {
  const requests: EngineRequest[] = [];
  const replies: EngineReply[] = [];
  let crash: (error: Error) => void = () => undefined;
  let onReply: (reply: EngineReply) => void = () => undefined;
  const onRequest = serveEngine((message, transfer) => {
    const copy = structuredClone(message, { transfer });
    replies.push(copy);
    setImmediate(() => onReply(copy));
  });
  const worker: EngineWorker = {
    send: (request) => {
      requests.push(request);
      const copy = structuredClone(request);
      setImmediate(() => onRequest(copy));
    },
    listen: (reply, onCrash) => {
      onReply = reply;
      crash = onCrash;
    },
    terminate: () => undefined,
  };
  return { worker, requests, replies, crash: (error: Error) => crash(error) };
}

describe('the engine in a worker', () => {
  test('returns what the engine in the page returns', async () => {
    const engine = createWorkerEngine(fakeWorker().worker);
    const inline = createInlineEngine();
    expect(await engine.countRows(SELECTION)).toBe(await inline.countRows(SELECTION));
    const range = { selection: SELECTION, columns: ['EntryNo', 'Value'], rowStart: 10, rowEnd: 20 };
    expect(await engine.readRows(range)).toEqual(await inline.readRows(range));
  });

  test('counts none as well as some', async () => {
    const engine = createWorkerEngine(fakeWorker().worker);
    const nothing = { ...SELECTION, priceColumn: 'TenderPrice', baseRowCount: rowCountAt('TenderPrice') };
    expect(await engine.countRows({ ...nothing, filters: [], sort: [] })).toBe(0);
  });

  test('reports its progress', async () => {
    let scannedRows = 0;
    await createWorkerEngine(fakeWorker().worker).countRows(SELECTION, {
      onProgress: (rows) => (scannedRows += rows),
    });
    expect(scannedRows).toBeGreaterThanOrEqual(300_000);
  });

  test('sends nothing but the result to those who do not ask for progress', async () => {
    const { worker, replies } = fakeWorker();
    await createWorkerEngine(worker).countRows(SELECTION);
    expect(replies.map(({ kind }) => kind)).toEqual(['counted']);
  });

  test('passes a cancelling on, and stops at once', async () => {
    const { worker, requests } = fakeWorker();
    const engine = createWorkerEngine(worker);
    const cancellation = new AbortController();
    const counting = engine.countRows(SELECTION, {
      signal: cancellation.signal,
      onProgress: () => cancellation.abort(new Error('gone')),
    });
    await expect(counting).rejects.toThrow('gone');
    expect(requests.map(({ kind }) => kind)).toEqual(['count', 'cancel']);
    await expect(engine.countRows(SELECTION, { signal: cancellation.signal })).rejects.toThrow('gone');
    expect(requests).toHaveLength(2);
  });

  test('serves other calls while a scan is under way', async () => {
    const engine = createWorkerEngine(fakeWorker().worker);
    const order: string[] = [];
    // So many rows that no machine can scan all of them before the other call ends.
    const scan = engine.countRows({ ...SELECTION, baseRowCount: 1_500_000 }).then(() => order.push('scan'));
    const first = { ...SELECTION, filters: [], sort: [] };
    const page = engine
      .readRows({ selection: first, columns: ['EntryNo'], rowStart: 0, rowEnd: 10 })
      .then(() => order.push('page'));
    await Promise.all([scan, page]);
    expect(order).toEqual(['page', 'scan']);
  });

  test('says when the selection is at fault', async () => {
    const engine = createWorkerEngine(fakeWorker().worker);
    await expect(engine.countRows({ ...SELECTION, baseRowCount: 6_000_000 })).rejects.toThrow(SelectionError);
    await expect(engine.countRows({ ...SELECTION, priceColumn: 'Nothing' })).rejects.toThrow('Nothing');
  });
});

describe('where no worker can run', () => {
  test('every call fails that waits, and every later one', async () => {
    const { worker, crash } = fakeWorker();
    const engine = createWorkerEngine(worker);
    const waiting = engine.countRows(SELECTION);
    crash(new EngineCrash('forbidden'));
    await expect(waiting).rejects.toThrow('forbidden');
    await expect(engine.countRows(SELECTION)).rejects.toThrow(EngineCrash);
  });

  test('another engine takes over, once and for all', async () => {
    const { worker, crash } = fakeWorker();
    let fallbacks = 0;
    const engine = withFallback(createWorkerEngine(worker), () => {
      fallbacks += 1;
      return createInlineEngine();
    });
    const waiting = [engine.countRows(SELECTION), engine.countRows(SELECTION)];
    crash(new EngineCrash('forbidden'));
    const [one, two] = await Promise.all(waiting);
    expect(one).toBe(two);
    expect(await engine.countRows(SELECTION)).toBe(one);
    expect(fallbacks).toBe(1);
  });

  test("an error that is not the worker's end is no reason to take over", async () => {
    const engine = withFallback(createWorkerEngine(fakeWorker().worker), () => {
      throw new Error('not needed');
    });
    await expect(engine.countRows({ ...SELECTION, baseRowCount: 6_000_000 })).rejects.toThrow(SelectionError);
  });
});
