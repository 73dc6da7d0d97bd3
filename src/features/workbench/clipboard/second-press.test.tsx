import { MantineProvider } from '@mantine/core';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resultColumns } from '@/rows/price-rows/result-columns';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { stubMember } from '@/test/stub-member';
import { testPriceColumnOf } from '@/test/test-price-column';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useCopy } from '../results/clipboard/use-copy';
import { useCopyRows } from '../rows-read/rows/use-copy-rows';

const CELLS: SelectedCells = {
  selection: [],
  focus: null,
  areas: [{ rowStart: 0, rowEnd: 2, columnStart: 0, columnEnd: 1 }],
  columnIds: ['Name'],
};
const OTHER_CELLS: SelectedCells = {
  ...CELLS,
  areas: [{ rowStart: 0, rowEnd: 1, columnStart: 0, columnEnd: 1 }],
};

/** Whether a button is pressed. The simulated browser only allows writing to the clipboard during a press. */
let isPressed = false;
const write = vi.fn(async () => {
  if (!isPressed) throw new DOMException('', 'NotAllowedError');
});

beforeEach(() => {
  vi.stubGlobal('ClipboardItem', vi.fn());
  stubMember(navigator, 'clipboard', { write });
});
afterEach(() => {
  write.mockClear();
  vi.unstubAllGlobals();
});

/** Simulates a press, which lasts until its handler returns. `stateOf` returns the state to report if nothing was written. */
async function press(handler: () => unknown, stateOf: () => unknown): Promise<void> {
  await act(async () => {
    isPressed = true;
    void handler();
    isPressed = false;
  });
  await waitFor(() => expect(write, JSON.stringify(stateOf())).toHaveBeenCalled());
}

function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>{children}</AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>
  );
}

function rowsToLoad() {
  return {
    rows: { getRow: () => null },
    readPage: vi.fn(async () => [['A'], ['B']]),
  };
}

const TEXTS = {
  true: '',
  false: '',
  notSent: '',
  needsRight: () => '',
  ended: '',
  startsLater: '',
  typeText: () => '',
};

test('rows of a snapshot that had to be loaded are copied by the second press, and loaded once', async () => {
  const source = rowsToLoad();
  const columns = resultColumns(['Name'], testPriceColumnOf(['Name']), 'en', TEXTS, { kind: 'unknown' });
  const { result } = renderHook(() => useCopy(source as unknown as OpenSnapshot, columns), {
    wrapper: Providers,
  });
  const copy = () => result.current.copy(CELLS, { hasHeaders: false });
  await press(copy, () => result.current.state);
  await waitFor(() => expect(result.current.state.status).toBe('ready'));
  const loads = source.readPage.mock.calls.length;
  write.mockClear();
  await press(copy, () => result.current.state);
  await waitFor(() => expect(result.current.state).toMatchObject({ status: 'copied', counts: { cells: 2 } }));
  expect(source.readPage).toHaveBeenCalledTimes(loads);
});

test('the second press copies what is selected then', async () => {
  const source = rowsToLoad();
  const columns = resultColumns(['Name'], testPriceColumnOf(['Name']), 'en', TEXTS, { kind: 'unknown' });
  const { result } = renderHook(() => useCopy(source as unknown as OpenSnapshot, columns), {
    wrapper: Providers,
  });
  await press(
    () => result.current.copy(CELLS, { hasHeaders: false }),
    () => result.current.state,
  );
  await waitFor(() => expect(result.current.state.status).toBe('ready'));
  write.mockClear();
  await press(
    () => result.current.copy(OTHER_CELLS, { hasHeaders: false }),
    () => result.current.state,
  );
  await waitFor(() => expect(result.current.state).toMatchObject({ status: 'ready', counts: { cells: 1 } }));
});

test('rows of other grids have a second press, too', async () => {
  const source = rowsToLoad();
  const columns = {
    copiedValue: (row: readonly string[]) => row[0],
    typeOf: () => 'text' as const,
    labelOf: (columnId: string) => columnId,
  };
  const { result } = renderHook(() => useCopyRows(source, columns), { wrapper: Providers });
  const copy = () => result.current.copy(CELLS, false);
  await press(copy, () => result.current.note);
  await waitFor(() =>
    expect(result.current.note).toBe('Everything is loaded. Copy once more to write it to the clipboard.'),
  );
  const loads = source.readPage.mock.calls.length;
  write.mockClear();
  await press(copy, () => result.current.note);
  await waitFor(() => expect(result.current.note).toBe('2 cells copied'));
  expect(source.readPage).toHaveBeenCalledTimes(loads);
});
