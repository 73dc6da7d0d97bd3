import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { beforeEach, expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { AnnouncerProvider } from '@/ui/components/announcer';
import germanMessages from 'virtual:catalogues/de';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { excelCsv } from '@/lib/table-files/csv-dialect';
import { startInProcessFiles } from '@/test/in-process-files';
import { tableFiles } from '@/test/table-file';
import { workbookFile } from '@/test/zip-bytes';
import { testField } from '@/test/test-price-column';
import { testColumns } from '@/test/test-table';
import { WorkbenchProvider, type Workbench } from '../../../controller/use-workbench';
import { FileDialog } from './file-dialog';
import type { FilePurpose } from '@/analysis/source-files/file-outline';
import * as readFile from '@/analysis/source-files/read-file';
import type { MappedFile } from '@/analysis/source-files/read-file';

const { readFileOutline } = readFile;
beforeEach(() => {
  vi.spyOn(readFile, 'readFileOutline').mockImplementation((files, choices, options) =>
    readFileOutline(files, choices, { ...options, startWorker: startInProcessFiles }),
  );
});

// jsdom's `File` and `Blob` have no streams, so those of Node replace them.
vi.stubGlobal('File', NodeFile);
vi.stubGlobal('Blob', NodeBlob);

const FIELDS = [
  testField('Number', { isPrimaryKey: true }),
  testField('Wert', { type: 'number', sqlType: 'decimal', scale: 2 }),
  testField('ValidFrom', { type: 'date', sqlType: 'date' }),
  testField('Cost', { type: 'number', sqlType: 'decimal', scale: 2, viewRight: 'cost' }),
];

function renderDialog(
  fields = FIELDS,
  {
    language = 'en',
    budgetBytes = 2 ** 40,
    purpose = 'compare',
    offered,
  }: { language?: string; budgetBytes?: number; purpose?: FilePurpose; offered?: readonly File[] } = {},
) {
  const onReady = vi.fn<(file: MappedFile) => void>();
  const onClose = vi.fn<() => void>();
  const workbench = {
    priceColumn: { name: 'SalesPrice', displayName: 'Sales price', fields },
    rowFields: fields,
    isLocked: ({ viewRight }: { viewRight: string | null }) => viewRight !== null,
  } as unknown as Workbench;
  render(
    <MantineProvider env="test">
      <IntlProvider
        locale={language}
        messages={language === 'de' ? germanMessages : englishMessages}
        timeZone="UTC"
      >
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <WorkbenchProvider value={workbench}>
            <AnnouncerProvider>
              <FileDialog
                purpose={purpose}
                budgetBytes={budgetBytes}
                offered={offered}
                onReady={onReady}
                onClose={onClose}
              />
            </AnnouncerProvider>
          </WorkbenchProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const choose = async (...files: File[]) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no input for files.');
    await user.upload(input, files);
  };
  return { user, choose, onReady, onClose };
}

const GERMAN = 'NUMBER;Wert (EUR);gültig;Cost;Valid from\nA;1.234,50;x;1;31.01.2026\nB;teuer;y;2;1.2.2026';

async function rowOf(column: string): Promise<HTMLElement> {
  const table = await screen.findByRole('table', { name: 'Columns of the file' });
  const header = within(table).getByRole('rowheader', { name: column });
  return header.closest('tr') ?? header;
}

test('columns are proposed by name, checked by their first values, and can be chosen', async () => {
  const { user, choose, onReady } = renderDialog();
  await choose(new File([GERMAN], 'Preise.csv'));
  const value = await rowOf('Wert (EUR)');
  expect(within(value).getByRole('combobox')).toHaveDisplayValue('Wert (number)');
  expect(screen.getByRole('button', { name: 'Choose another file' })).toHaveFocus();
  expect(value).toHaveTextContent('1.234,50 → 1234.50');
  expect(value).toHaveTextContent('1 of 2 does not fit, such as “teuer”');
  expect(await rowOf('Valid from')).toHaveTextContent('31.01.2026 → 31/01/2026');
  expect(await rowOf('NUMBER')).toHaveTextContent('All 2 values fit');
  // The user cannot choose a field for the column of a locked field.
  const locked = within(await rowOf('Cost')).getByRole('combobox');
  expect(locked).toHaveDisplayValue('Leave out');
  expect(locked).toBeDisabled();
  expect(within(locked).queryByRole('option', { name: /^Cost/ })).toBeNull();
  expect(await rowOf('Cost')).toHaveTextContent('–You may not view Cost');
  const notCompared = screen.getByRole('list', { name: 'Not compared' });
  expect(notCompared).toHaveTextContent('Left out of the file: gültig, Cost');
  expect(notCompared).toHaveTextContent('You may not view Cost; it cannot be matched.');

  // A field has at most one column, so the first column is left out.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Field of gültig' }), 'ValidFrom (date)');
  expect(within(await rowOf('Valid from')).getByRole('combobox')).toHaveDisplayValue('Leave out');
  expect(await rowOf('gültig')).toHaveTextContent('2 of 2 do not fit, such as “x”');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Numbers' }), '1,234.50');
  expect(await rowOf('Wert (EUR)')).toHaveTextContent('2 of 2 do not fit, such as “1.234,50”');
  await user.click(screen.getByRole('button', { name: 'Compare with this file' }));
  expect(onReady).toHaveBeenCalledOnce();
  expect(onReady.mock.lastCall?.[0].mapping).toEqual({
    columns: expect.arrayContaining([
      { field: 'Number', columnIndex: 0 },
      { field: 'Wert', columnIndex: 1 },
      { field: 'ValidFrom', columnIndex: 2 },
    ]),
    notation: expect.objectContaining({ decimal: '.' }),
  });
});

test('what the file is found to be is announced, also after another choice', async () => {
  const { user, choose } = renderDialog();
  const announced = () => document.querySelector('[aria-live="polite"]');
  await choose(new File([GERMAN], 'Preise.csv'));
  await waitFor(() => expect(announced()).toHaveTextContent(/^Preise\.csv: CSV · \d+ bytes · 2 rows$/));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Headers in row' }), '2');
  await waitFor(() =>
    expect(announced()).toHaveTextContent(/· 1 row Headers in row 2; the row above left out\.$/),
  );
});

test('another separator reads the file again', async () => {
  const { user, choose } = renderDialog();
  await choose(new File(['Number;Wert,x\nA;1,50\n'], 'a.csv'));
  expect(await screen.findByRole('rowheader', { name: 'Wert,x' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Separator' }), 'Comma (,)');
  expect(await screen.findByRole('rowheader', { name: 'Number;Wert' })).toBeVisible();
});

test('another row of headers reads the file again and keeps the focus', async () => {
  const { user, choose } = renderDialog();
  await choose(new File(['Prices;2026;\nNumber;Wert;\nA;1,50;\nB;2,50;\n'], 'a.csv'));
  const headers = () => screen.findByRole('combobox', { name: 'Headers in row' });
  expect(await headers()).toHaveDisplayValue('1: Prices · 2026');
  await user.selectOptions(await headers(), '2: Number · Wert');
  expect(await screen.findByRole('rowheader', { name: 'Wert' })).toBeVisible();
  expect(await headers()).toHaveFocus();
  expect(screen.getByText('Headers in row 2; the row above left out.')).toBeVisible();
});

test('a choice with which a file cannot be read is taken back', async () => {
  const { user, choose } = renderDialog();
  await choose(new File([Uint8Array.from(Buffer.from('Number;Wert\n\xd6;1\n', 'latin1'))], 'a.csv'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Encoding' }), 'UTF-8');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('a.csv is not entirely UTF-8');
  expect(alert).toHaveTextContent('The first byte that does not belong there is in line 2.');
  await user.click(screen.getByRole('button', { name: 'Undo the choices' }));
  expect(await screen.findByRole('rowheader', { name: 'Number' })).toBeVisible();
});

test('a byte of another encoding far behind the beginning is told, and the person chooses the encoding', async () => {
  const { user, choose } = renderDialog();
  const text = `Number;Wert\n${'A-1;1\n'.repeat(50_000)}\xd6;2\n`;
  await choose(new File([Uint8Array.from(Buffer.from(text, 'latin1'))], 'a.csv'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'a.csv is not entirely UTF-8The first byte that does not belong there is in line 50,002.',
  );
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Encoding' }),
    'Western European (Windows-1252)',
  );
  expect(await screen.findByRole('rowheader', { name: 'Number' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveFocus();
  expect(screen.queryByText(/is not UTF-8/)).toBeNull();
});

test('a damaged workbook says what is damaged', async () => {
  const { choose } = renderDialog();
  await choose(await workbookFile({ rows: '<row r="1"><c r="BZZZZZ1"><v>1</v></c></row>' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'list.xlsx is damaged“List” names BZZZZZ1, beyond the last column (XFD) or row (1,048,576) of a sheet. Copy or save it again, and choose it once more.',
  );
});

test('a certificate beside the file leaves nothing to choose', async () => {
  const fields = testColumns.map((column) => testField(column.name, column));
  const { user, choose, onReady } = renderDialog(fields);
  const rows = [['a', '1.5', '2026-01-31', true]];
  await choose(...(await tableFiles({ kind: 'csv', dialect: excelCsv('de') }, testColumns, rows, true)));
  expect(
    await screen.findByText(/^Export of SalesPrice with its certificate: 1 row of the snapshot of/),
  ).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Numbers' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Separator' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Compare with this file' }));
  expect(onReady.mock.lastCall?.[0].mapping.columns).toHaveLength(4);
});

test('offered files are taken at once with their certificate, and asked about without', async () => {
  const fields = testColumns.map((column) => testField(column.name, column));
  const rows = [['a', '1.5', '2026-01-31', true]];
  const format = { kind: 'csv', dialect: excelCsv('de') } as const;
  const offered = await tableFiles(format, testColumns, rows, true);
  const { onReady } = renderDialog(fields, { offered });
  await waitFor(() => expect(onReady).toHaveBeenCalledOnce());
  expect(onReady.mock.lastCall?.[0].mapping.columns).toHaveLength(4);
  cleanup();

  const { onReady: onOtherReady } = renderDialog(fields, {
    offered: await tableFiles(format, testColumns, rows, false),
  });
  expect(await screen.findByRole('button', { name: 'Compare with this file' })).toBeVisible();
  expect(onOtherReady).not.toHaveBeenCalled();
});

test('what cannot be compared says why, and another file can be chosen', async () => {
  const { choose } = renderDialog();
  await choose(new File(['%PDF-1.7'], 'prices.csv'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('prices.csv is not a table');
  expect(alert).toHaveTextContent('It is a PDF. Save the table itself as a workbook or as CSV.');
  await choose(new File([GERMAN], 'Preise.csv'));
  expect(await rowOf('NUMBER')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a file that is too large is told before it is read', async () => {
  const { choose } = renderDialog(FIELDS, { budgetBytes: 10 });
  await choose(new File([GERMAN], 'Preise.csv'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Preise.csv is too large for this browser');
  expect(screen.getByRole('button', { name: 'Compare with this file' })).toBeDisabled();
});

test('a file can be dropped', async () => {
  renderDialog(FIELDS, { language: 'de' });
  fireEvent.drop(screen.getByText(/legen Sie sie hier ab/), {
    dataTransfer: { files: [new File([GERMAN], 'Preise.csv')], types: ['Files'] },
  });
  expect(await screen.findByRole('table', { name: 'Spalten der Datei' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mit dieser Datei vergleichen' })).toBeEnabled();
});

test('values that fit two notations, and quotes that are not those of the format, are told before the file is used', async () => {
  const { user, choose } = renderDialog();
  await choose(new File(['Number;Wert;ValidFrom\nA;3.700;01/02/2026\n"B" x;12.500;03/04/2026\n'], 'a.csv'));
  const both = 'Wert fits two notations: “3.700” is read as 3700, in the other one it is 3.700.';
  expect(await rowOf('Wert')).toHaveTextContent(both);
  expect(await rowOf('ValidFrom')).toHaveTextContent(
    '“01/02/2026” is read as 2026-02-01, in the other one it is 2026-01-02',
  );
  expect(screen.getByText(/^Row 3 has text after a closing quotation mark/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Numbers' }), '1,234.50');
  expect(await rowOf('Wert')).toHaveTextContent('“3.700” is read as 3.700, in the other one it is 3700.');
});

test('columns that no field has are brought under their own names, with a type that the person may change', async () => {
  const { user, choose, onReady } = renderDialog(FIELDS, { purpose: 'add' });
  await choose(
    new File(['Artikel;Einkauf;Bemerkung;Cost\nA-1;1.234,50;neu;1\nA-2;12,5;;2\n'], 'einkauf.csv'),
  );
  const value = await rowOf('Einkauf');
  expect(within(value).getByRole('combobox', { name: 'Type of Einkauf' })).toHaveDisplayValue('number');
  expect(value).toHaveTextContent('1.234,50 → 1,234.50');
  expect(await rowOf('Bemerkung')).toHaveTextContent('neu');
  // Fields of the service that are locked do not restrict a file's own columns.
  expect(within(await rowOf('Cost')).getByRole('combobox')).toBeEnabled();
  expect(screen.queryByText(/compared/)).toBeNull();
  expect(screen.queryByRole('list', { name: 'Left out' })).toBeNull();
  await user.selectOptions(within(await rowOf('Cost')).getByRole('combobox'), 'Leave out');
  expect(screen.getByRole('list', { name: 'Left out' })).toHaveTextContent('Left out of the file: Cost');
  await user.selectOptions(within(await rowOf('Bemerkung')).getByRole('combobox'), 'number');
  expect(await rowOf('Bemerkung')).toHaveTextContent('1 of 1 does not fit, such as “neu”');
  await user.selectOptions(within(await rowOf('Bemerkung')).getByRole('combobox'), 'text');
  await user.click(screen.getByRole('button', { name: 'Use this file' }));
  expect(onReady.mock.lastCall?.[0].mapping).toEqual({
    columns: [
      { field: 'Artikel', columnIndex: 0 },
      { field: 'Einkauf', columnIndex: 1 },
      { field: 'Bemerkung', columnIndex: 2 },
    ],
    own: [
      { name: 'Artikel', kind: 'text', places: 0 },
      { name: 'Einkauf', kind: 'number', places: 2 },
      { name: 'Bemerkung', kind: 'text', places: 0 },
    ],
    notation: expect.objectContaining({ decimal: ',' }),
  });
});
