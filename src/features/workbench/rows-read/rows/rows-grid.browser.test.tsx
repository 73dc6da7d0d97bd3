import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { createPagedRows } from '@/lib/paged-rows/paged-rows';
import { AnnouncerProvider } from '@/ui/components/announcer';
import type { EngineRows } from '@/analysis/rows/engine-rows';
import { RowsGrid } from './rows-grid';
import type { RowColumns } from '@/analysis/row-table/row-table';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
});

const COLUMNS: RowColumns<string> = {
  definitions: [{ id: 'name', label: 'Name', align: 'left' }],
  getCell: (row) => ({ state: 'value', text: row }),
  copiedValue: (row) => row,
  typeOf: () => 'text',
  labelOf: () => 'Name',
};

function openedRows(names: readonly string[]): EngineRows<string> {
  return {
    rowCount: names.length,
    rows: createPagedRows({
      rowCount: names.length,
      rowsPerBlock: 50,
      firstRows: names,
      fetchPage: () => Promise.reject(new Error('All rows are there.')),
    }),
    readPage: () => Promise.resolve(names),
    close: () => Promise.resolve(),
  };
}

function show(mounted: Root, rowsId: string, names: readonly string[]) {
  mounted.render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>
            <RowsGrid
              label="Rows"
              opened={openedRows(names)}
              rowsId={rowsId}
              columns={COLUMNS}
              initialColumns={DEFAULT_COLUMN_STATE}
              keepsKeys={false}
              renderRecord={(row) => <p>About {row}</p>}
            />
          </AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
}

test('the focus is in the grid after its rows were replaced, and Escape closes the record', async () => {
  const host = document.createElement('div');
  host.style.cssText = 'display: flex; width: 800px; height: 400px';
  document.body.append(host);
  root = createRoot(host);
  show(root, 'before', ['Bolt', 'Nut']);
  await userEvent.click(page.getByText('Bolt'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('About Bolt')).toBeVisible();
  show(root, 'after', ['Screw', 'Washer']);
  await expect.element(page.getByText('About Screw')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role="grid"]') !== null).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('region', { name: 'Record' })).not.toBeInTheDocument();
});

test('other rows in the place of those on screen make a column wider that needs it, and none narrower', async () => {
  const host = document.createElement('div');
  host.style.cssText = 'display: flex; width: 800px; height: 400px';
  document.body.append(host);
  root = createRoot(host);
  const cell = (name: string) => page.getByText(name).element();
  const widthPx = () =>
    page.getByRole('columnheader', { name: 'Name' }).element().getBoundingClientRect().width;
  show(root, 'same', ['Bolt', 'Nut']);
  await expect.element(page.getByText('Bolt')).toBeVisible();
  const beforePx = widthPx();
  const long = 'Hexagon head bolt, fully threaded, galvanized';
  show(root, 'same', ['Nut', long]);
  // The timeout only ends a hung test, because the speed of the computer is not tested.
  await expect.poll(widthPx, { timeout: 40_000 }).toBeGreaterThan(beforePx);
  expect(cell(long).scrollWidth).toBeLessThanOrEqual(cell(long).clientWidth);
  const widePx = widthPx();
  show(root, 'same', ['Screw', 'Washer']);
  await expect.element(page.getByText('Screw')).toBeVisible();
  // The grid is painted first, and its columns are fitted a few frames later.
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  expect(widthPx()).toBe(widePx);
});
