import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { completeStatistics } from './complete-statistics';

/** A worker whose script no longer exists: it dispatches an error event at once, and no message. */
class GoneWorker extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }
  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', GoneWorker);
  vi.stubGlobal('ErrorEvent', class extends Event {});
});
afterEach(() => void vi.unstubAllGlobals());

test('rejects if the worker cannot be loaded, even before the first rows arrive', async () => {
  const rows = Array.from({ length: 3 }, (_, index) => [String(index)]);
  const opened = {
    rows: { getRow: () => null },
    readPage: () => new Promise((resolve) => setTimeout(() => resolve(rows), 20)),
  } as unknown as OpenSnapshot;
  const area = { rowStart: 0, rowEnd: 3, columnStart: 0, columnEnd: 1 };
  const statistics = completeStatistics(
    opened,
    [area],
    [{ index: 0, kind: 'number' }],
    new AbortController().signal,
    () => undefined,
  );
  await expect(statistics).rejects.toSatisfy(isNotLoaded);
});
