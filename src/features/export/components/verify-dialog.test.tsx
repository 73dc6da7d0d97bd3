import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { ServiceError, type ServiceFailure } from '@/ui/http/service-error';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import { CERTIFICATE } from '@/test/sample-certificate';
import { createWorld } from '@/test/session-world';
import * as backgroundVerification from '../verify/background-verification';
import * as snapshotComparison from '../verify/compare-with-snapshot';
import { ExportProvider } from './export-provider';
import * as sameValues from '../verify/same-values';
import type { Verification } from '../verify/verify-export';
import { VerifyDialog } from './verify-dialog';

const FILES = [new File([], 'prices.jsonl')];

const CHANGED: Verification = {
  kind: 'changed',
  // The format is xlsx, because a program that saves a workbook may drop empty texts.
  certificate: { ...CERTIFICATE, file: { ...CERTIFICATE.file, format: 'xlsx' } },
  rowCount: 5_000,
  parts: [{ fileStart: 6, fileRowCount: 1, exportStart: 6, exportRowCount: 1, rows: [['A']] }],
  otherColumns: [],
  hasMoreCells: false,
};
const UNREACHABLE: ServiceFailure = { kind: 'unreachable' };

/** Verifies a file that matches its certificate. The first comparison with the snapshot fails, because there is no connection. */
async function verifyOffline(failed: snapshotComparison.SnapshotComparison) {
  const compared = vi
    .spyOn(snapshotComparison, 'compareWithSnapshot')
    .mockResolvedValueOnce(failed)
    .mockResolvedValue({ kind: 'same' });
  const goOnline = await renderOffline({ kind: 'unchanged', certificate: CERTIFICATE });
  expect(await screen.findByText(/Not compared with the snapshot\./)).toBeVisible();
  return { goOnline, compared };
}

async function renderOffline(verification: Verification) {
  vi.spyOn(backgroundVerification, 'verifyInWorker').mockResolvedValue(verification);
  const tab = await createWorld().signedInTab();
  tab.emit('network-down');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={tab.session}>
            <ExportProvider demoAddress={null} hasWebAssembly={false}>
              <VerifyDialog files={FILES} onFiles={() => undefined} onClose={() => undefined} />
            </ExportProvider>
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return () => act(async () => tab.emit('network-up'));
}

test('a comparison that has failed without a network continues once there is one', async () => {
  const { goOnline } = await verifyOffline({
    kind: 'failed',
    failure: { kind: 'service', failure: UNREACHABLE },
  });
  expect(screen.getByRole('status')).toHaveTextContent('the console continues once you are back online');
  await goOnline();
  expect(await screen.findByText(/match the snapshot/)).toBeVisible();
});

test('a comparison that was cancelled does not start by itself', async () => {
  const { goOnline, compared } = await verifyOffline({ kind: 'not-compared' });
  await goOnline();
  expect(compared).toHaveBeenCalledOnce();
  expect(screen.getByRole('status')).toHaveTextContent('Not compared with the snapshot.');
});

test('a changed file whose values could not be looked up without a network is looked up once there is one', async () => {
  vi.spyOn(sameValues, 'compareValues')
    .mockRejectedValueOnce(new ServiceError(UNREACHABLE))
    .mockResolvedValue({ kind: 'different' });
  const goOnline = await renderOffline(CHANGED);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'the console continues once you are back online',
  );
  await goOnline();
  await vi.waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('Details are unavailable'));
  expect(screen.getByRole('alert')).toHaveTextContent('There are differences among the rows 7.');
});

test('a changed file whose snapshot has expired is not looked up again', async () => {
  const looked = vi
    .spyOn(sameValues, 'compareValues')
    .mockRejectedValue(new ServiceError({ kind: 'expired-snapshot', messages: [] }));
  const goOnline = await renderOffline(CHANGED);
  expect(await screen.findByRole('alert')).toHaveTextContent('Details are unavailable');
  await goOnline();
  expect(looked).toHaveBeenCalledOnce();
});

test('rows that were computed here are never said to match the service', async () => {
  const { service, priceColumn, columns, digest, finished } = CERTIFICATE;
  await renderOffline({
    kind: 'computed',
    certificate: {
      kind: 'colonnade-rows-certificate',
      version: 1,
      service,
      priceColumn,
      snapshot: {
        cacheKey: 'one',
        taken: '2026-11-26T10:00:00.000Z',
        sources: [{ words: 'Price from the file buy.csv by Number' }],
        refined: { refinement: 'Double = Price * 2' },
      },
      rules: [],
      columns,
      rows: { written: 3 },
      digest,
      file: { name: 'rows.csv', format: 'csv', csv: null },
      finished,
    },
    difference: null,
  });
  expect(await screen.findByText('The file matches its certificate')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('was not checked with it');
  const made = within(screen.getByRole('region', { name: 'Made of' })).getAllByRole('listitem');
  expect(made.map(({ textContent }) => textContent)).toEqual([
    'Price from the file buy.csv by Number',
    'Double = Price * 2',
  ]);
});

test('an unchanged file of rows without a stable snapshot is not provable, and nothing is asked', async () => {
  const snapshot = { ...CERTIFICATE.snapshot, cacheKey: null, expires: null, isStable: false } as const;
  await renderOffline({ kind: 'unchanged', certificate: { ...CERTIFICATE, snapshot } });
  expect(await screen.findByText(/^Not provable\. No stable snapshot/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Compare with the snapshot' })).toBeNull();
});
