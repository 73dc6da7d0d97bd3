import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNotLoaded } from '@/shared/page-version/not-loaded';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { completeFigures } from './complete-figures';

/** A worker whose script is gone: it says so as soon as it may, and never anything else. */
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

test('figures whose worker is gone fail, also when it was gone before the first rows came', async () => {
  const rows = Array.from({ length: 3 }, (_, index) => [String(index)]);
  const opened = {
    rows: { getRow: () => null },
    readPage: () => new Promise((resolve) => setTimeout(() => resolve(rows), 20)),
  } as unknown as OpenSnapshot;
  const area = { rowStart: 0, rowEnd: 3, columnStart: 0, columnEnd: 1 };
  const figures = completeFigures(
    opened,
    [area],
    [{ place: 0, kind: 'number' }],
    new AbortController().signal,
    () => undefined,
  );
  await expect(figures).rejects.toSatisfy(isNotLoaded);
});
