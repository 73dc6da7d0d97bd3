import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { verifyExport } from './verify-export';
import { verifyInWorker } from './background-verification';

vi.mock(import('./verify-export'));

const GONE = new TypeError('Failed to fetch dynamically imported module: /assets/parquet-reader.js');
const FILES = [new File([], 'prices.parquet')];

const terminate = vi.fn<() => void>();

/** Replaces `Worker`: the worker's script runs, or it cannot be loaded. */
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
    return Object.assign(worker, {
      terminate,
      postMessage: (data: unknown) => scope.dispatchEvent(message(data)),
    });
  });
}

const verify = () => verifyInWorker(FILES, () => undefined, new AbortController().signal);

beforeEach(() => {
  vi.resetModules();
  terminate.mockReset();
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

describe('reading a file', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('that stands still is given up after a minute, and the file is damaged', async () => {
    // This worker never sends a message.
    startsWorker(false);
    const verification = verify();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await verification).toEqual({ kind: 'damaged', damage: { kind: 'endless' } });
    expect(terminate).toHaveBeenCalledOnce();
  });

  test('that takes long is waited for', async () => {
    startsWorker(false);
    await import('./verify-worker');
    vi.mocked(verifyExport).mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10 * 60_000));
      return { kind: 'needs-certificate' };
    });
    const verification = verify();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await verification).toEqual({ kind: 'needs-certificate' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
