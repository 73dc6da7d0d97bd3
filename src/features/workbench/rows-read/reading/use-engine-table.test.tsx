import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineError } from '@/analysis/engine/analysis-engine';
import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';
import { progressQuery, useEngineTable, type MadeTable } from './use-engine-table';

interface Named {
  readonly name: string;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A value that is not made until the test says so. */
function controlled(name: string) {
  const drop = vi.fn(() => Promise.resolve());
  let resolve: (made: MadeTable<Named>) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const made = new Promise<MadeTable<Named>>((onMade, onFailed) => {
    [resolve, reject] = [onMade, onFailed];
  });
  const signals: AbortSignal[] = [];
  return {
    key: [...ANALYSIS_KEY, 'rows 1', name] as const,
    make: (signal: AbortSignal, report: (progress: number) => void) => {
      signals.push(signal);
      report(signals.length);
      return made;
    },
    signals,
    drop,
    finish: async () => {
      resolve({ value: { name }, drop });
      await pass();
    },
    fail: async (error: unknown) => {
      reject(error);
      await pass();
    },
  };
}

type Controlled = ReturnType<typeof controlled>;

function withClient(client: QueryClient) {
  return ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

async function setUp(first: Controlled, keeps?: number) {
  const client = new QueryClient();
  const wrapper = withClient(client);
  const initialProps = { of: first, isWanted: true, keeps };
  const render = () =>
    renderHook(
      ({ of: { key, make }, isWanted, keeps: count }: typeof initialProps) => ({
        table: useEngineTable<Named, number>({
          key,
          isWanted,
          make,
          ...(count !== undefined && { keeps: count }),
        }),
        progress: useQuery<number>(progressQuery(key)).data,
      }),
      { wrapper, initialProps },
    );
  const hook = render();
  await pass();
  const shown = () => {
    const { current, latest, failure } = hook.result.current.table;
    return { current: current?.name ?? null, latest: latest?.name ?? null, failure };
  };
  return {
    client,
    hook,
    render,
    shown,
    show: async (of: Controlled, changes: Partial<typeof initialProps> = {}) => {
      hook.rerender({ ...initialProps, of, ...changes });
      await pass();
    },
  };
}

test('the last value stays until another one is made, and its table is dropped soon after, once', async () => {
  const [first, second] = [controlled('first'), controlled('second')];
  const { hook, shown, show } = await setUp(first);
  expect(shown()).toEqual({ current: null, latest: null, failure: null });
  expect(hook.result.current.progress).toBe(1);
  await first.finish();
  expect(shown()).toEqual({ current: 'first', latest: 'first', failure: null });
  await show(second);
  expect(shown()).toEqual({ current: null, latest: 'first', failure: null });
  // The first value keeps its table however long the second one takes.
  await pass(60_000);
  expect(first.drop).not.toHaveBeenCalled();
  await second.finish();
  expect(shown()).toEqual({ current: 'second', latest: 'second', failure: null });
  // For some time the table stays, because a deferred render may still read it.
  await pass(500);
  expect(first.drop).not.toHaveBeenCalled();
  await pass(1000);
  expect(first.drop).toHaveBeenCalledOnce();
  hook.unmount();
  await pass(60_000);
  expect(first.drop).toHaveBeenCalledOnce();
  expect(second.drop).toHaveBeenCalledOnce();
});

test('what is made after its cancellation is dropped at once, and never shown', async () => {
  const [first, second] = [controlled('first'), controlled('second')];
  const { hook, shown, show } = await setUp(first);
  await show(second);
  expect(first.signals[0]?.aborted).toBe(true);
  await second.finish();
  await first.finish();
  expect(first.drop).toHaveBeenCalledOnce();
  expect(shown().latest).toBe('second');
  hook.unmount();
  await pass(60_000);
  expect(first.drop).toHaveBeenCalledOnce();
  expect(second.drop).toHaveBeenCalledOnce();
});

test('what is no longer wanted is aborted; what is made by then stays', async () => {
  const [first, second] = [controlled('first'), controlled('second')];
  const { shown, show } = await setUp(first);
  await first.finish();
  await show(first, { isWanted: false });
  expect(shown().current).toBe('first');
  await show(second);
  await show(second, { isWanted: false });
  expect(second.signals[0]?.aborted).toBe(true);
  expect(shown()).toEqual({ current: null, latest: 'first', failure: null });
  await second.finish();
  expect(second.drop).toHaveBeenCalledOnce();
  await pass(60_000);
  expect(first.drop).not.toHaveBeenCalled();
});

test('a failure belongs to its key and leaves the last value; it can be tried again, and drops nothing', async () => {
  const [first, second] = [controlled('first'), controlled('second')];
  const { hook, shown, show } = await setUp(first);
  await first.finish();
  await show(second);
  await second.fail(new EngineError({ kind: 'out-of-memory' }));
  expect(shown()).toEqual({ current: null, latest: 'first', failure: { kind: 'out-of-memory' } });
  await pass(60_000);
  expect(first.drop).not.toHaveBeenCalled();
  act(() => hook.result.current.table.retry());
  expect(second.signals).toHaveLength(2);
  await show(first);
  expect(shown()).toEqual({ current: 'first', latest: 'first', failure: null });
  hook.unmount();
  await pass(60_000);
  expect(first.drop).toHaveBeenCalledOnce();
  expect(second.drop).not.toHaveBeenCalled();
});

test('progress renders only what shows it, and an attempt begins without it', async () => {
  const [first, second] = [controlled('first'), controlled('second')];
  const reports: ((progress: number) => void)[] = [];
  const make: Controlled['make'] = (signal, report) => {
    reports.push(report);
    return (reports.length === 1 ? first : second).make(signal, report);
  };
  const { key } = first;
  let renders = 0;
  const wrapper = withClient(new QueryClient());
  const { result } = renderHook(
    () => {
      renders += 1;
      return useEngineTable<Named, number>({ key, isWanted: true, make });
    },
    { wrapper },
  );
  const progress = renderHook(() => useQuery<number>(progressQuery(key)).data, { wrapper }).result;
  await pass();
  const before = renders;
  reports[0]?.(7);
  await pass();
  expect(progress.current).toBe(7);
  expect(renders).toBe(before);
  await first.fail(new EngineError({ kind: 'too-large' }));
  // The next attempt has not reported any progress yet.
  second.make = () => new Promise(() => undefined);
  act(() => result.current.retry());
  await pass();
  expect(progress.current).toBeUndefined();
});

test('rows that were released meanwhile are no failure', async () => {
  const first = controlled('first');
  const { shown } = await setUp(first);
  await first.fail(new DOMException('The rows are gone.', 'AbortError'));
  expect(shown()).toEqual({ current: null, latest: null, failure: null });
});

test('a component that is mounted again soon finds its table, and makes nothing', async () => {
  const first = controlled('first');
  const { hook, render } = await setUp(first);
  await first.finish();
  hook.unmount();
  await pass(500);
  const again = render();
  expect(again.result.current.table.current).toEqual({ name: 'first' });
  await pass(60_000);
  expect(first.signals).toHaveLength(1);
  expect(first.drop).not.toHaveBeenCalled();
});

test('the end of the rows drops every table, and what is made later', async () => {
  const [first, second] = [controlled('first'), controlled('second')];
  const { client, hook, shown, show } = await setUp(first);
  await first.finish();
  await show(second);
  client.removeQueries({ queryKey: ANALYSIS_KEY });
  expect(first.drop).toHaveBeenCalledOnce();
  expect(second.signals[0]?.aborted).toBe(true);
  await show(second, { isWanted: false });
  expect(shown()).toEqual({ current: null, latest: null, failure: null });
  await second.finish();
  expect(second.drop).toHaveBeenCalledOnce();
  hook.unmount();
  await pass(60_000);
  expect(first.drop).toHaveBeenCalledOnce();
  expect(second.drop).toHaveBeenCalledOnce();
});

test.each([
  [0, [1, 1, 0]],
  [1, [1, 1, 0]],
  [2, [1, 0, 0]],
])('keeps as many tables as asked: %i', async (keeps, dropped) => {
  const all = ['first', 'second', 'third'].map(controlled);
  const { shown, show } = await setUp(all[0] as Controlled, keeps);
  for (const each of all) {
    await show(each, { keeps });
    expect(shown().latest === null).toBe(keeps === 0 || each === all[0]);
    await each.finish();
    await pass(60_000);
  }
  expect(all.map(({ drop }) => drop.mock.calls.length)).toEqual(dropped);
});
