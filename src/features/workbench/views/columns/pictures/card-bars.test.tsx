import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import type { Brushing, BrushingState } from '@/analysis/brushing/brushing';
import type { Bar } from './picture-bars';
import { useBarName } from './card-bars';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a store of brushes whose selection the test sets. */
function fakeBrushing() {
  let state = { selected: null } as BrushingState;
  const listeners = new Set<() => void>();
  const brushing: Partial<Brushing> = {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const select = (counts: readonly number[] | null) =>
    act(() => {
      const selected = counts === null ? null : new Map([['Currency', Uint32Array.from(counts)]]);
      state = { ...state, selected };
      for (const listener of listeners) listener();
    });
  return { brushing: brushing as Brushing, select };
}

const BAR: Bar = { code: 1, bin: { kind: 'value', value: 'CHF' }, count: 8 };

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={englishMessages}>
      {children}
    </IntlProvider>
  );
}

test('the name of a bar says what is selected of it, once the selection rests', () => {
  const { brushing, select } = fakeBrushing();
  let renderCount = 0;
  const { result } = renderHook(
    () => {
      renderCount += 1;
      return useBarName({
        brushing,
        name: 'Currency',
        barText: () => 'CHF: 8 rows (40%)',
        texts: { count: String, share: (part, all) => `${(part / all) * 100}%` },
      });
    },
    { wrapper },
  );
  expect(result.current(BAR)).toBe('CHF: 8 rows (40%)');
  const before = renderCount;
  for (const count of [1, 2, 3, 6]) select([0, count]);
  expect(renderCount).toBe(before);
  act(() => void vi.advanceTimersByTime(250));
  expect(result.current(BAR)).toBe('CHF: 8 rows (40%) · 6 selected (75%)');
  select([0, 0]);
  act(() => void vi.advanceTimersByTime(250));
  expect(result.current(BAR)).toBe('CHF: 8 rows (40%) · 0 selected (0%)');
  select(null);
  act(() => void vi.advanceTimersByTime(250));
  expect(result.current(BAR)).toBe('CHF: 8 rows (40%)');
});
