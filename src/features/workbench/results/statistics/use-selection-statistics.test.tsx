import { MantineProvider } from '@mantine/core';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { NO_SELECTION } from '@/lib/grid/selection';
import { createPagedRows } from '@/lib/paged-rows/paged-rows';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import { WorkbenchProvider, type Workbench } from '../../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { addAreas, createStatisticsCounter } from './statistics';
import type { Mixture } from './mixture';
import {
  useAnnounceSelection,
  useSelectionStatistics,
  type SelectionStatistics,
} from './use-selection-statistics';

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

/** Returns the announcement for a selection of these cells, one below the other in a column. */
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

it('announces no sum while rows of the selection are not loaded', () => {
  const opened = {
    snapshot: { cacheKey: 'key' },
    columns: ['Value'],
    rows: createPagedRows({
      rowCount: 4,
      rowsPerBlock: 2,
      firstRows: [['1'], ['2']],
      fetchPage: () => new Promise<never>(() => undefined),
    }),
  } as unknown as OpenSnapshot;
  const columns = {
    indexOf: () => 0,
    typeOf: () => 'number',
    fieldOf: () => undefined,
  } as unknown as ResultColumns;
  const cells = {
    selection: NO_SELECTION,
    focus: null,
    areas: [{ rowStart: 0, rowEnd: 4, columnStart: 0, columnEnd: 1 }],
    columnIds: ['Value'],
  };
  const workbench = { priceColumn: TEST_PRICE_COLUMN, applied: null } as unknown as Workbench;
  const useAnnounced = () => {
    const { selected } = useSelectionStatistics(opened, columns, cells);
    useAnnounceSelection(selected);
    return selected?.known?.statistics.sum;
  };
  const { result, unmount } = renderHook(useAnnounced, {
    wrapper: ({ children }) =>
      wrapper({ children: <WorkbenchProvider value={workbench}>{children}</WorkbenchProvider> }),
  });
  act(() => {
    vi.advanceTimersByTime(120);
  });
  expect(result.current).toBe('3');
  act(() => {
    vi.advanceTimersByTime(300);
  });
  expect(document.querySelector('[aria-live]')).toHaveTextContent(/^4 rows × 1 column$/);
  unmount();
});
