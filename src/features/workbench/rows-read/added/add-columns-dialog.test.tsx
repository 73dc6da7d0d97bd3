import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { startInProcessFiles } from '@/test/in-process-files';
import { testField } from '@/test/test-price-column';
import { WorkbenchProvider, type Workbench } from '../../controller/use-workbench';
import type { AddedColumns } from '@/analysis/conditions/added-columns';
import { RowsReadScopeProvider, type RowsReadScope } from '../rows/rows-read-scope';
import { ChosenFilesProvider } from '../sources/files/files-of-page';
import * as readFile from '@/analysis/source-files/read-file';
import { AddColumnsDialog } from './add-columns-dialog';

// jsdom's `File` and `Blob` have no streams, so those of Node replace them.
vi.stubGlobal('File', NodeFile);
vi.stubGlobal('Blob', NodeBlob);

const FIELDS = [
  testField('ItemNumber', { isPrimaryKey: true, isKey: true }),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 }),
];

test('a list of items with columns that no field has is brought under its own names', async () => {
  const { readFileOutline } = readFile;
  vi.spyOn(readFile, 'readFileOutline').mockImplementation((files, choices, options) =>
    readFileOutline(files, choices, { ...options, startWorker: startInProcessFiles }),
  );
  const onSubmit = vi.fn<(added: AddedColumns) => void>();
  const priceColumn = { name: 'SalesPrice', displayName: 'Sales price', fields: FIELDS };
  const scope = {
    priceColumns: [priceColumn],
    comparable: [],
    comparableOf: () => [],
    openSnapshot: { snapshot: { cacheKey: 'shown' } },
    reading: { budgetBytes: 2 ** 40, rowsRead: null },
  } as unknown as RowsReadScope;
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <WorkbenchProvider value={{ priceColumn, isLocked: () => false } as unknown as Workbench}>
            <AnnouncerProvider>
              <ChosenFilesProvider>
                <RowsReadScopeProvider value={scope}>
                  <AddColumnsDialog
                    columns={FIELDS.map(({ name, type }) => ({ name, type }))}
                    others={[]}
                    initial={null}
                    takenNames={[]}
                    onClose={() => undefined}
                    onSubmit={onSubmit}
                  />
                </RowsReadScopeProvider>
              </ChosenFilesProvider>
            </AnnouncerProvider>
          </WorkbenchProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup({ delay: null });
  // The opened dialog takes the focus, which would close a list that is opened before.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus());
  await user.click(screen.getByRole('combobox', { name: 'Source' }));
  await user.click(await screen.findByRole('option', { name: 'A file…', hidden: true }));
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no input for files.');
  await user.upload(input, new File(['Artikel,Einkauf,Bemerkung\nA-1,1.50,neu\nA-2,2.5,\n'], 'einkauf.csv'));
  await user.click(await screen.findByRole('button', { name: 'Use this file' }));
  // The article column is recognized by its name, and all other columns are selected.
  expect(await screen.findByRole('combobox', { name: 'Column of the source' })).toHaveValue('Artikel');
  expect(screen.getByRole('combobox', { name: 'Column of these rows' })).toHaveValue('ItemNumber');
  expect(
    screen.getByRole('checkbox', { name: 'Also show how many rows match (einkauf · #)' }),
  ).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    label: 'einkauf',
    origin: { kind: 'file', name: 'einkauf.csv' },
    keys: [{ current: 'ItemNumber', reference: 'Artikel' }],
    columns: ['Einkauf', 'Bemerkung'],
    own: [
      { name: 'Artikel', kind: 'text', places: 0 },
      { name: 'Einkauf', kind: 'number', places: 2 },
      { name: 'Bemerkung', kind: 'text', places: 0 },
    ],
    several: { kind: 'empty' },
    isLenient: false,
  });
});
