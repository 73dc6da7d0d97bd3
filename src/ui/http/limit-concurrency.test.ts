import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency';

function held() {
  const started: string[] = [];
  const ends = new Map<string, (how?: Error) => void>();
  const call = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
    });
  };
  return { started, call, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('so many calls are made at a time, the others in their order', async () => {
  const { started, call, end } = held();
  const limited = limitConcurrency(2);
  const { signal } = new AbortController();
  const results = ['a', 'b', 'c', 'd'].map((name) => limited(call(name), signal));
  await settled();
  expect(started).toEqual(['a', 'b']);
  end('b');
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
  // A call that fails also lets the next one start.
  end('a', new Error('failed'));
  await expect(results[0]).rejects.toThrow('failed');
  await settled();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(results.slice(1))).toEqual(['b', 'c', 'd']);
});

test('a call that is cancelled while it waits is never made, and takes no turn', async () => {
  const { started, call, end } = held();
  const limited = limitConcurrency(1);
  const never = new AbortController();
  const cancelled = new AbortController();
  const first = limited(call('a'), never.signal);
  const second = limited(call('b'), cancelled.signal);
  const third = limited(call('c'), never.signal);
  cancelled.abort();
  await expect(second).rejects.toThrow();
  end('a');
  await first;
  await settled();
  expect(started).toEqual(['a', 'c']);
  end('c');
  expect(await third).toBe('c');
  await expect(limited(call('d'), cancelled.signal)).rejects.toThrow();
  expect(started).toEqual(['a', 'c']);
});
