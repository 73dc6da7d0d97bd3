import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import exportMessages from '@/shared/i18n/messages/en/export.json';
import { CERTIFICATE } from '@/test/sample-certificate';
import { createWorld } from '@/test/session-world';
import { compareWithSnapshot, type SnapshotComparison } from '../verify/compare-with-snapshot';
import { verifyInWorker } from '../verify/background-verification';
import { ExportProvider } from './export-provider';
import { VerifyDialog } from './verify-dialog';

vi.mock(import('../verify/background-verification'));
vi.mock(import('../verify/compare-with-snapshot'));

const FILES = [new File([], 'prices.jsonl')];

/** Verifies a file that matches its certificate; the comparison with the snapshot fails once, with the connection. */
async function verifyOffline(failed: SnapshotComparison) {
  vi.mocked(verifyInWorker).mockResolvedValue({ kind: 'unchanged', certificate: CERTIFICATE });
  vi.mocked(compareWithSnapshot)
    .mockReset()
    .mockResolvedValueOnce(failed)
    .mockResolvedValue({ kind: 'same' });
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
  expect(await screen.findByText(/Not compared with the snapshot\./)).toBeVisible();
  return () => act(async () => tab.emit('network-up'));
}

test('a comparison that has failed without a network continues once there is one', async () => {
  const goOnline = await verifyOffline({
    kind: 'failed',
    failure: { kind: 'service', failure: { kind: 'unreachable' } },
  });
  expect(screen.getByRole('status')).toHaveTextContent('the console continues once you are back online');
  await goOnline();
  expect(await screen.findByText(/match the snapshot/)).toBeVisible();
});

test('a comparison that was cancelled does not start by itself', async () => {
  const goOnline = await verifyOffline({ kind: 'not-compared' });
  await goOnline();
  expect(compareWithSnapshot).toHaveBeenCalledOnce();
  expect(screen.getByRole('status')).toHaveTextContent('Not compared with the snapshot.');
});
