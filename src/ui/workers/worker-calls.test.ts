import { expect, test, vi } from 'vitest';
import { createWorkerCalls, type CalledWorker, type WorkerCallsParts } from './worker-calls';

type Command = { readonly kind: 'double'; readonly value: number };
type Results = { readonly double: number };

/** Creates a worker that replies when the test tells it to, and calls to the worker. */
function setUp(options: Pick<WorkerCallsParts<string, 'cancel'>, 'cancel' | 'onSilence'> = {}) {
  const sent: Parameters<Worker['send']>[0][] = [];
  let listeners: Parameters<Worker['listen']>;
  const worker = {
    send: (message) => sent.push(message),
    listen: (...given) => {
      listeners = given;
    },
    terminate: vi.fn<() => void>(),
  } satisfies Worker;
  const onCrash = vi.fn<(error: Error) => void>();
  const parts: WorkerCallsParts<string, 'cancel'> = {
    errorOf: (trouble) => new Error(trouble),
    onCrash,
    ...options,
  };
  const calls = createWorkerCalls<Command, Results, string, 'cancel', string>(worker, parts);
  return {
    ...calls,
    sent,
    terminate: worker.terminate,
    onCrash,
    reply: (reply: Parameters<(typeof listeners)[0]>[0]) => listeners[0](reply),
    crash: (error: Error) => listeners[1](error),
    double: (value: number, signal?: AbortSignal, onProgress?: (progress: string) => void) =>
      calls.call({ kind: 'double', value }, { signal, onProgress }),
  };
}
type Worker = CalledWorker<Command | 'cancel', number, string, string>;

test('each reply settles the call of its number, in any order', async () => {
  const { double, sent, reply } = setUp();
  const results = [double(1), double(2), double(3)];
  expect(sent.map(({ id }) => id)).toEqual([1, 2, 3]);
  reply({ id: 3, kind: 'done', result: 6 });
  reply({ id: 1, kind: 'done', result: 2 });
  reply({ id: 2, kind: 'failed', trouble: 'odd' });
  await expect(Promise.allSettled(results)).resolves.toMatchObject([
    { value: 2 },
    { reason: { message: 'odd' } },
    { value: 6 },
  ]);
});

test('a call that is aborted is cancelled in the worker, and the others go on', async () => {
  const { double, sent, reply, terminate } = setUp({ cancel: 'cancel' });
  const leaving = new AbortController();
  const [left, kept] = [double(1, leaving.signal), double(2)];
  leaving.abort('left');
  await expect(left).rejects.toBe('left');
  expect(sent.at(-1)).toEqual({ id: 1, command: 'cancel' });
  // The worker may have sent the reply to a canceled call before it received the cancellation.
  reply({ id: 1, kind: 'done', result: 2 });
  reply({ id: 2, kind: 'done', result: 4 });
  await expect(kept).resolves.toBe(4);
  expect(terminate).not.toHaveBeenCalled();
});

test('where nothing can be cancelled, a call that is aborted ends the worker', async () => {
  const { double, terminate } = setUp();
  const leaving = new AbortController();
  const both = [double(1, leaving.signal), double(2)];
  leaving.abort('left');
  await expect(Promise.allSettled(both)).resolves.toMatchObject([{ reason: 'left' }, { reason: 'left' }]);
  expect(terminate).toHaveBeenCalledOnce();
  await expect(double(3)).rejects.toBe('left');
});

test('a crash is told unless the worker was ended before', async () => {
  const { double, crash, onCrash, end } = setUp();
  const waiting = double(1);
  crash(new Error('boom'));
  expect(onCrash).toHaveBeenCalledWith(new Error('boom'));
  end('crashed');
  await expect(waiting).rejects.toBe('crashed');
  crash(new Error('late'));
  expect(onCrash).toHaveBeenCalledOnce();
});

test('progress goes to its call, until that has its reply', async () => {
  const { double, reply } = setUp();
  const onProgress = vi.fn<(progress: string) => void>();
  const others = vi.fn<(progress: string) => void>();
  const result = double(1, undefined, onProgress);
  void double(2, undefined, others);
  reply({ id: 1, kind: 'progress', progress: 'half' });
  reply({ id: 1, kind: 'done', result: 2 });
  reply({ id: 1, kind: 'progress', progress: 'late' });
  await expect(result).resolves.toBe(2);
  expect(onProgress.mock.calls).toEqual([['half']]);
  expect(others).not.toHaveBeenCalled();
});

test('a worker that is silent for a minute is told, and each of its messages is heard', async () => {
  vi.useFakeTimers();
  try {
    const onSilence = vi.fn<() => void>();
    const { double, reply, end } = setUp({ onSilence });
    const waiting = double(1);
    await vi.advanceTimersByTimeAsync(50_000);
    reply({ kind: 'alive' });
    await vi.advanceTimersByTimeAsync(50_000);
    reply({ id: 1, kind: 'progress', progress: 'half' });
    await vi.advanceTimersByTimeAsync(50_000);
    expect(onSilence).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onSilence).toHaveBeenCalledOnce();
    end('silent');
    await expect(waiting).rejects.toBe('silent');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
