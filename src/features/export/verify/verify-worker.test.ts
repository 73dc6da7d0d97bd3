import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNotLoaded } from '@/shared/page-version/not-loaded';
import { verifyExport } from './verify-export';
import { verifyInWorker } from './background-verification';

vi.mock(import('./verify-export'));

const GONE = new TypeError('Failed to fetch dynamically imported module: /assets/parquet-reader.js');
const FILES = [new File([], 'prices.parquet')];

/** Its script runs, or is gone. */
function startsWorker(isGone: boolean): void {
  const scope = new EventTarget();
  const worker = new EventTarget();
  const message = (data: unknown) => new MessageEvent('message', { data });
  vi.stubGlobal(
    'self',
    Object.assign(scope, { postMessage: (data: unknown) => worker.dispatchEvent(message(data)) }),
  );
  vi.stubGlobal('Worker', function Worker() {
    if (isGone) queueMicrotask(() => worker.dispatchEvent(new Event('error')));
    const terminate = () => undefined;
    return Object.assign(worker, {
      terminate,
      postMessage: (data: unknown) => scope.dispatchEvent(message(data)),
    });
  });
}

const verify = () => verifyInWorker(FILES, () => undefined, new AbortController().signal);

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('ErrorEvent', class extends Event {});
});
afterEach(() => void vi.unstubAllGlobals());

test("a file whose reader is gone with its version is not said to be somebody else's", async () => {
  startsWorker(false);
  await import('./verify-worker');
  vi.mocked(verifyExport).mockRejectedValueOnce(GONE);
  await expect(verify()).rejects.toSatisfy(isNotLoaded);
  vi.mocked(verifyExport).mockRejectedValueOnce(new RangeError('Cut off'));
  expect(await verify()).toEqual({ kind: 'not-ours' });
});

test('a worker whose script is gone has no result', async () => {
  startsWorker(true);
  await expect(verify()).rejects.toSatisfy(isNotLoaded);
});
