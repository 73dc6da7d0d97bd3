import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import { testColumn } from '@/test/item-columns';
import { createWorld } from '@/test/session-world';
import { testSnapshot, UNSTABLE } from '@/test/test-snapshot';
import type { ExportRequest } from '../model/export-choices';
import type { ExportPlan } from '../model/export-job';
import { ExportDialog } from './export-dialog';

const FIELDS = ['EntryNo', 'Price'].map((name, ordinal) => ({
  ...testColumn({ name, typeName: 'decimal', DATA_TYPE: 'Number' }, ordinal),
  isFilterable: true,
  isSortable: true,
}));
const REQUEST: ExportRequest = {
  priceColumn: {
    name: 'SalesPrice',
    displayName: 'Sales price',
    description: null,
    sourceTable: 'SalesPrice',
    fields: FIELDS,
  },
  snapshot: testSnapshot({ rowCount: 1_000 }),
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  columns: ['EntryNo', 'Price'],
  shownColumns: ['Price'],
  selection: { rowStart: 10, rowEnd: 20, columns: ['EntryNo'] },
  queryText: null,
  requestBody: null,
  sampleRows: [['1', '2.5000']],
  hasExpired: false,
  takenAtMs: 0,
  search: {},
  onTakeNew: () => undefined,
};

async function openDialog(request = REQUEST, { isDemo = false } = {}) {
  const tab = await createWorld().signedInTab();
  const onStart = vi.fn<(plan: ExportPlan) => void>();
  const onClose = vi.fn<() => void>();
  const { unmount } = render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={tab.session}>
            <QueryClientProvider client={new QueryClient()}>
              <ExportDialog
                request={request}
                account={{ service: 'https://prices.test/papi', userName: 'manager' }}
                isDemo={isDemo}
                onStart={onStart}
                onVerify={() => undefined}
                onClose={onClose}
              />
            </QueryClientProvider>
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return { onStart, onClose, unmount };
}

const radio = (name: string) => screen.getByRole('radio', { name });

test('exports what was chosen, and offers the choices again', async () => {
  const first = await openDialog();
  expect(radio('Selection')).toBeChecked();
  await userEvent.click(radio('Whole snapshot'));
  await userEvent.click(radio('Parquet'));
  await userEvent.click(screen.getByRole('button', { name: 'Start export' }));
  expect(first.onStart).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ rowStart: 0, rowEnd: 1_000, format: { kind: 'parquet' } }),
  );
  first.unmount();

  await openDialog({ ...REQUEST, selection: null });
  expect(radio('Parquet')).toBeChecked();
  expect(radio('Whole snapshot')).toBeChecked();
  expect(radio('Selection')).toBeDisabled();
});

test('a selection has its own fields', async () => {
  const { onStart } = await openDialog();
  expect(screen.queryByRole('radio', { name: 'All in the snapshot' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start export' }));
  const plan = onStart.mock.calls[0]?.[0];
  expect(plan).toMatchObject({ rowStart: 10, rowEnd: 20 });
  expect(plan?.columns.map(({ name }) => name)).toEqual(['EntryNo']);
});

test('a snapshot that has expired says so and offers a new one; the choices stay for it', async () => {
  const onTakeNew = vi.fn<() => void>();
  const first = await openDialog({ ...REQUEST, hasExpired: true, onTakeNew });
  expect(screen.getByText(/^The snapshot has expired\./)).toBeVisible();
  await userEvent.click(radio('Parquet'));
  await userEvent.click(screen.getByRole('button', { name: 'Take a new snapshot' }));
  expect(onTakeNew).toHaveBeenCalledTimes(1);
  expect(first.onClose).toHaveBeenCalledTimes(1);
  first.unmount();

  await openDialog();
  expect(radio('Parquet')).toBeChecked();
  expect(screen.queryByRole('button', { name: 'Take a new snapshot' })).toBeNull();
});

test('a file without a stable snapshot is announced as not provable, and its name has no key', async () => {
  const snapshot = testSnapshot({ cacheKey: 'colonnade-query:abc', traits: UNSTABLE, rowCount: 1_000 });
  const { onStart } = await openDialog({ ...REQUEST, snapshot });
  expect(screen.getByText(/^No stable snapshot: .* Not provable instead of Complete\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Start export' }));
  expect(onStart.mock.calls[0]?.[0].fileName).not.toContain('query');
});

test('a refreshable workbook repeats the query, without credentials, or says why it cannot', async () => {
  const requestBody = '{"page":1,"nrOfRecords":200,"orderby":["Price"],"useCache":true}';
  const first = await openDialog({ ...REQUEST, requestBody });
  await userEvent.click(radio('Refreshable workbook'));
  expect(screen.getByText(/^A refresh reads all rows of the query/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Start export' }));
  const format = first.onStart.mock.calls[0]?.[0].format;
  if (format?.kind !== 'xlsx' || format.refresh === undefined) throw new Error('It does not refresh.');
  expect(JSON.parse(format.refresh.body)).toEqual({
    page: 1,
    nrOfRecords: 5000,
    fields: ['EntryNo'],
    orderby: ['Price'],
    useCache: true,
  });
  expect(format.refresh.path).toBe('/api/prices/SalesPrice');
  first.unmount();

  const unknown = await openDialog();
  expect(screen.getByText(/^The query of this snapshot is not known/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start export' })).toBeDisabled();
  unknown.unmount();

  const snapshot = { ...REQUEST.snapshot, rowCount: 2_000_000 };
  await openDialog({ ...REQUEST, requestBody, snapshot, selection: null });
  expect(screen.getByText(/at most 1,048,575 rows/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start export' })).toBeDisabled();
});

test('a refreshable workbook says where it cannot refresh: in the demo', async () => {
  const { unmount } = await openDialog();
  expect(radio('Refreshable workbook')).not.toHaveAccessibleDescription(/demo/);
  unmount();
  await openDialog(REQUEST, { isDemo: true });
  expect(radio('Refreshable workbook')).toHaveAccessibleDescription(/Not with this demo/);
});

test('offers a job for a snapshot that would take a browser too long', async () => {
  const onShowJobs = vi.fn<() => void>();
  const small = await openDialog({ ...REQUEST, selection: null, onShowJobs });
  expect(screen.queryByRole('button', { name: 'Show jobs' })).toBeNull();
  small.unmount();

  const large = { ...REQUEST.snapshot, rowCount: 1_000_000_000 };
  const copy = await openDialog({
    ...REQUEST,
    selection: null,
    snapshot: large,
    onShowJobs,
    copyOf: { cacheKey: 'key' },
  });
  expect(screen.queryByRole('button', { name: 'Show jobs' })).toBeNull();
  copy.unmount();

  const { onClose } = await openDialog({ ...REQUEST, selection: null, snapshot: large, onShowJobs });
  expect(screen.getByText(/A browser tab would have to stay open for about .*hours/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show jobs' }));
  expect(onShowJobs).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});
