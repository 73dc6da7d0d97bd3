import { expect, test } from 'vitest';
import { createPageReader } from './page-reader';

test('stopping ends the requests that are under way', () => {
  const signals: AbortSignal[] = [];
  const reader = createPageReader<never>(
    { count: 2, pageAt: (index) => index + 1, order: 'listed' },
    {
      fetchPage: (_page, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      deliver: () => undefined,
      onFailed: () => undefined,
    },
  );
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  reader.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
