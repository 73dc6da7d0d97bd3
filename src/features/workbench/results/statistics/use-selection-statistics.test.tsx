import { MantineProvider } from '@mantine/core';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { AnnouncerProvider } from '@/shared/ui/announcer';
import { addAreas, createStatisticsCounter } from './statistics';
import type { Mixture } from './mixture';
import { useAnnounceSelection, type SelectionStatistics } from './use-selection-statistics';

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
        <MantineProvider env="test">
          <AnnouncerProvider>{children}</AnnouncerProvider>
        </MantineProvider>
      </FormatSettingsProvider>
    </IntlProvider>
  );
}

/** Returns what is announced when these cells of a column are selected, one below the other. */
function announcementFor(cells: readonly (string | null)[], mixture: Mixture | null = null): string | null {
  const area = { rowStart: 0, rowEnd: cells.length, columnStart: 0, columnEnd: 1 };
  const counter = createStatisticsCounter();
  addAreas(counter, [area], [{ index: 0, kind: 'number' }], area, (row) => [cells[row]]);
  const selected: SelectionStatistics = {
    cellCount: cells.length,
    rowCount: cells.length,
    columnCount: 1,
    known: { statistics: counter.statistics(), rowsKnown: cells.length },
    mixture,
  };
  const { unmount } = renderHook(() => useAnnounceSelection(selected), { wrapper });
  act(() => {
    vi.advanceTimersByTime(300);
  });
  const announcement = document.querySelector('[aria-live]')?.textContent ?? null;
  unmount();
  return announcement;
}

it('announces the size of a selection, and its sum if there is something to add up', () => {
  expect(announcementFor(['1.5', '2.25', null])).toBe('3 rows × 1 column, Sum 3.75');
  expect(announcementFor(['0', '0'])).toBe('2 rows × 1 column, Sum 0');
  expect(announcementFor([null, null])).toBe('2 rows × 1 column');
  expect(announcementFor(['not a number', ''])).toBe('2 rows × 1 column');
  const mixed = { kind: 'currency', field: 'Currency', index: 1, valueCount: 2 } as const;
  expect(announcementFor(['1', '2'], { mixed: [mixed], unknown: [] })).toBe(
    '2 rows × 1 column, Sum 3, Mixes 2 currencies',
  );
});
