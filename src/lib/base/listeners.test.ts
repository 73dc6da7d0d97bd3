import { expect, test, vi } from 'vitest';
import { createListeners } from './listeners';

test('each listener is called with every notice, until its subscription ends', () => {
  const listeners = createListeners<[text: string]>();
  const first = vi.fn<(text: string) => void>();
  const second = vi.fn<(text: string) => void>();
  const end = listeners.subscribe(first);
  // The same function twice is one listener, as `useSyncExternalStore` expects.
  listeners.subscribe(second);
  listeners.subscribe(second);
  listeners.notify('a');
  end();
  listeners.notify('b');
  expect(first.mock.calls).toEqual([['a']]);
  expect(second.mock.calls).toEqual([['a'], ['b']]);
});

test('a listener that ends its own subscription, or another one, is no obstacle for the others', () => {
  const listeners = createListeners();
  const calls: string[] = [];
  const endFirst = listeners.subscribe(() => {
    calls.push('first');
    endFirst();
    endSecond();
  });
  const endSecond = listeners.subscribe(() => calls.push('second'));
  listeners.subscribe(() => calls.push('third'));
  listeners.notify();
  expect(calls).toEqual(['first', 'third']);
});
