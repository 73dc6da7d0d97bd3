import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { addAreas, createFiguresCounter } from './figures';
import type { SelectionFigures } from './use-figures';
import { useSelectionWords } from './use-selection-words';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
      <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
        {children}
      </FormatSettingsProvider>
    </IntlProvider>
  );
}

/** What is said of a column of which these cells are selected, one below the other. */
function wordsOf(cells: readonly (string | null)[]): string | undefined {
  const area = { rowStart: 0, rowEnd: cells.length, columnStart: 0, columnEnd: 1 };
  const counter = createFiguresCounter();
  addAreas(counter, [area], [{ place: 0, kind: 'number' }], area, (row) => [cells[row]]);
  const selected: SelectionFigures = {
    cellCount: cells.length,
    rowCount: cells.length,
    columnCount: 1,
    known: { figures: counter.figures(), rowsKnown: cells.length },
  };
  const announce = vi.fn<(text: string) => void>();
  renderHook(() => useSelectionWords(selected, announce), { wrapper });
  vi.advanceTimersByTime(300);
  return announce.mock.calls.at(-1)?.[0];
}

it('says the size of a selection, and its sum where there is something to add up', () => {
  expect(wordsOf(['1.5', '2.25', null])).toBe('3 rows × 1 column, Sum 3.75');
  expect(wordsOf(['0', '0'])).toBe('2 rows × 1 column, Sum 0');
  expect(wordsOf([null, null])).toBe('2 rows × 1 column');
  expect(wordsOf(['not a number', ''])).toBe('2 rows × 1 column');
});
