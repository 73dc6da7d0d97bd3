import { expect, test, vi } from 'vitest';
import { readFileOutline, type FileWorker } from './read-file';
import type { FileReply } from './serve-file';

test('a file whose reading stands still is given up, and one that is read slowly is not', async () => {
  vi.useFakeTimers();
  try {
    let report: (reply: FileReply) => void = () => undefined;
    const terminate = vi.fn<() => void>();
    const startWorker = (): FileWorker => ({
      send: () => undefined,
      listen: (onReply) => {
        report = onReply;
      },
      terminate,
    });
    const failed = readFileOutline(
      [new File(['a'], 'a.parquet')],
      {},
      { signal: new AbortController().signal, startWorker },
    ).catch((error: unknown) => error);
    for (let minute = 0; minute < 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(50_000);
      report({ kind: 'alive' });
    }
    expect(terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toMatchObject({ problem: { kind: 'damaged', damage: { kind: 'endless' } } });
    expect(terminate).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
