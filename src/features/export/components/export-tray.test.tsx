import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { createWorld } from '@/test/session-world';
import type { ExportFailure } from '../model/export-failure';
import type { ExportView } from '../run/export-machine';
import type { ExportQueue } from '../run/export-queue';
import { ExportProvider } from './export-provider';
import { ExportTray } from './export-tray';

async function renderTray(views: readonly ExportView[]): Promise<HTMLElement> {
  const tab = await createWorld().signedInTab();
  const queue: Partial<ExportQueue> = {};
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>
            <SessionProvider session={tab.session}>
              <ExportProvider demoAddress={null} hasWebAssembly={false}>
                <ExportTray queue={queue as ExportQueue} views={views} onKeep={() => null} />
              </ExportProvider>
            </SessionProvider>
          </AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return screen.getByRole('button');
}

function view(state: ExportView['state'], copyName?: string): ExportView {
  return {
    id: copyName ?? 'export',
    title: 'Sales price',
    copyName,
    cacheKey: 'key',
    isStable: true,
    format: 'parquet',
    fileName: 'sales-price',
    rowsPromised: 1_000,
    rows: 200,
    bytes: 2_000,
    rowsPerS: null,
    isCheckingKeys: false,
    state,
  };
}

const OFFLINE: ExportFailure = { kind: 'service', failure: { kind: 'unreachable' } };
const MISMATCH: ExportFailure = { kind: 'mismatch', mismatch: 'row-count', page: 1, row: null };
const failed = (failure: ExportFailure) => ({ status: 'failed', failure }) as const;

test.each<[string, readonly ExportView[]]>([
  ['Exports 20%', [view({ status: 'running', retryReason: null })]],
  ['Keeping a copy: 20%', [view({ status: 'running', retryReason: null }, 'Mine')]],
  ['Exports: stopped', [view(failed(OFFLINE))]],
  ['Keeping a copy: stopped', [view(failed(OFFLINE), 'Mine')]],
  ['Exports and copies: stopped', [view(failed(OFFLINE)), view(failed(OFFLINE), 'Mine')]],
  ['Exports: no file created', [view(failed(MISMATCH))]],
  ['No copy kept', [view(failed(MISMATCH), 'Mine')]],
  ['Exports and copies: not all done', [view(failed(MISMATCH)), view(failed(OFFLINE), 'Mine')]],
  ['Exports: unfinished', [view({ status: 'interrupted' })]],
  ['Keeping a copy: unfinished', [view({ status: 'interrupted' }, 'Mine')]],
])('the status says %s', async (text, views) => {
  expect(await renderTray(views)).toHaveAccessibleName(text);
});

test.each<[ExportFailure, string]>([
  [
    MISMATCH,
    'No copy keptPage 1 had too few or too many rows.The data is faulty, so the copy would be wrong.',
  ],
  [
    { kind: 'service', failure: { kind: 'expired-snapshot', messages: [] } },
    'No copy keptThe snapshot has expired before the copy was complete. Two snapshots are never mixed: take a new one and keep a copy of it.',
  ],
  [
    { kind: 'locked-columns', columns: ['Cost'] },
    'No copy keptYour rights have changed since this copy was begun: you may no longer view Cost, so no copy was kept. Run the query again and keep what you may view.',
  ],
  [
    { kind: 'lost-copy' },
    'No copy keptThe kept copy that has these rows is damaged or was deleted, so no copy was kept.',
  ],
  [
    { kind: 'not-loaded' },
    'StoppedA part of this console could not be loaded. Reload the page, then continue keeping the copy.',
  ],
  [
    { kind: 'fault', detail: 'TypeError' },
    'StoppedKeeping the copy stopped because of an error in this console or in the browser (TypeError). The service did not cause it.',
  ],
])('a copy that is not kept says so as a copy: %j', async (failure, text) => {
  const chip = await renderTray([view(failed(failure), 'Mine')]);
  await userEvent.click(chip);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});
