import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import { CERTIFICATE } from '@/test/sample-certificate';
import { createWorld } from '@/test/session-world';
import type { RetryReason } from '../model/export-failure';
import type { ExportView } from '../run/export-machine';
import type { ExportQueue } from '../run/export-queue';
import { ExportItem } from './export-item';
import { ExportProvider, useExportContext } from './export-provider';

interface OnScreenProps {
  readonly cacheKey: string;
  readonly onTakeNew: () => void;
}

function OnScreen({ cacheKey, onTakeNew }: OnScreenProps) {
  const { showSnapshot } = useExportContext();
  useEffect(() => showSnapshot({ cacheKey, onTakeNew }), [showSnapshot, cacheKey, onTakeNew]);
  return null;
}

async function renderExport(
  changes: Pick<ExportView, 'state' | 'isCheckingKeys'>,
  onScreen: OnScreenProps | null = null,
) {
  const tab = await createWorld().signedInTab();
  const tryNow = vi.fn();
  const view: ExportView = {
    id: 'one',
    title: 'Sales price',
    cacheKey: 'key',
    isStable: true,
    format: 'csv',
    fileName: 'sales-price',
    rowsPromised: 1_000,
    rows: 200,
    bytes: 2_000,
    rowsPerS: null,
    ...changes,
  };
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={tab.session}>
            <QueryClientProvider client={new QueryClient()}>
              <ExportProvider demoAddress={null} hasWebAssembly={false}>
                {onScreen !== null && <OnScreen {...onScreen} />}
                <ul>
                  <ExportItem
                    view={view}
                    queue={{ tryNow } as Partial<ExportQueue> as ExportQueue}
                    onKeep={null}
                  />
                </ul>
              </ExportProvider>
            </QueryClientProvider>
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return tryNow;
}

function renderHeldUp(retryReason: RetryReason) {
  return renderExport({ state: { status: 'running', retryReason }, isCheckingKeys: false });
}

test('a long delay requested by the service is shown and can be skipped', async () => {
  const untilMs = new Date(2026, 10, 21, 14, 35).getTime();
  const tryNow = await renderHeldUp({ kind: 'throttled', retryAfterS: 3_600, untilMs });
  expect(
    screen.getByText(/asks to wait until 14:35\. .*The export then continues automatically\./),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(tryNow).toHaveBeenCalledExactlyOnceWith('one');
});

test('a short delay cannot be skipped', async () => {
  await renderHeldUp({ kind: 'throttled', retryAfterS: 5, untilMs: Date.now() + 5_000 });
  expect(
    screen.getByText('The service asks for fewer requests; the export continues automatically.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});

test('code that cannot be loaded is not blamed on the service', async () => {
  await renderHeldUp({ kind: 'not-loaded' });
  expect(screen.getByText(/^A part of this console could not be loaded/)).toBeVisible();
  expect(screen.queryByText(/service/)).toBeNull();
});

test('the final check of many keys is shown', async () => {
  await renderExport({ state: { status: 'running', retryReason: null }, isCheckingKeys: true });
  expect(screen.getByText('Checking for duplicate rows')).toBeVisible();
});

test.each([
  ['key', 1],
  ['another', 0],
])(
  'an export whose snapshot has expired offers a new one while it is on screen (%s)',
  async (cacheKey, offers) => {
    const onTakeNew = vi.fn<() => void>();
    const failure = { kind: 'service', failure: { kind: 'expired-snapshot', messages: [] } } as const;
    await renderExport(
      { state: { status: 'failed', failure }, isCheckingKeys: false },
      { cacheKey, onTakeNew },
    );
    const buttons = screen.queryAllByRole('button', { name: 'Take a new snapshot' });
    expect(buttons).toHaveLength(offers);
    for (const button of buttons) await userEvent.click(button);
    expect(onTakeNew).toHaveBeenCalledTimes(offers);
  },
);

test('a file of rows without a stable snapshot is not provable, and is not called complete', async () => {
  const snapshot = { ...CERTIFICATE.snapshot, cacheKey: null, expires: null, isStable: false } as const;
  const result = { certificate: { ...CERTIFICATE, snapshot }, files: [] };
  await renderExport({ state: { status: 'done', result, hasSaveFailed: false }, isCheckingKeys: false });
  expect(screen.getByText('Not provable')).toBeVisible();
  expect(screen.getAllByText('No stable snapshot: rows may move between pages')[0]).toBeVisible();
  expect(screen.queryByText('Complete')).toBeNull();
});
