import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import type { RecordStorage } from '@/lib/storage/record-storage';
import { RecordStorageContext } from '@/session/use-own-records';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { createExportHarness } from '@/test/export-harness';
import { createWorld } from '@/test/session-world';
import * as exportRun from '../run/run-export';
import * as stagedJobs from '../run/staged-jobs';
import { ExportHost } from './export-host';
import { ExportProvider } from './export-provider';

/** Resumes an export of an earlier page load. It then waits for the network. */
async function renderWaiting(
  reason: Parameters<exportRun.RunExportEvents['onRetrying']>[0] = { kind: 'unreachable' },
) {
  const { plan } = await createExportHarness();
  vi.spyOn(stagedJobs, 'interruptedJobs').mockResolvedValue([await plan()]);
  vi.spyOn(stagedJobs, 'lockJob').mockResolvedValue({ release: () => undefined });
  const tryNow = vi.fn();
  let events: exportRun.RunExportEvents | null = null;
  vi.spyOn(exportRun, 'runExport').mockImplementation((_plan, _ports, told) => {
    events = told;
    return {
      pause: () => undefined,
      resume: () => undefined,
      tryNow,
      discard: async () => undefined,
      leave: async () => undefined,
    };
  });
  const tab = await createWorld().signedInTab();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <QueryClientProvider client={new QueryClient()}>
            <RecordStorageContext value={{} as RecordStorage}>
              <AnnouncerProvider>
                <SessionProvider session={tab.session}>
                  <ExportProvider demoAddress={null} hasWebAssembly={false}>
                    <ExportHost />
                  </ExportProvider>
                </SessionProvider>
              </AnnouncerProvider>
            </RecordStorageContext>
          </QueryClientProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Exports: unfinished' }));
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await vi.waitFor(() => expect(events).not.toBeNull());
  act(() => events?.onRetrying(reason));
  return { tryNow, tell: (what: 'network-down' | 'network-up') => act(async () => tab.emit(what)) };
}

test('an export that waits for the network tries again as soon as it is back', async () => {
  const { tryNow, tell } = await renderWaiting();
  await tell('network-down');
  expect(screen.getByText('The service does not answer; the export keeps trying.')).toBeVisible();
  expect(tryNow).not.toHaveBeenCalled();
  await tell('network-up');
  expect(tryNow).toHaveBeenCalledOnce();
});

test('one that the service has asked to wait goes on waiting', async () => {
  const { tryNow, tell } = await renderWaiting({ kind: 'throttled', retryAfterS: 3600, untilMs: 3_600_000 });
  await tell('network-down');
  await tell('network-up');
  expect(tryNow).not.toHaveBeenCalled();
});
