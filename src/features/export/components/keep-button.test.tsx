import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { KeptCopiesModeContext } from '@/rows/kept-copies/kept-copies-mode';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import { createMemoryRecords } from '@/test/memory-records';
import { RecordStorageContext } from '@/session/use-own-records';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { stubMember } from '@/test/stub-member';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { createWorld } from '@/test/session-world';
import { ExportProvider } from './export-provider';
import { KeepAtOnce } from './keep-at-once';
import { KeepButton } from './keep-button';

const REASON = /This browser has no place for kept copies/;

/** Renders the button that opens the dialog and the one that keeps a copy at once. */
async function renderButtons(
  getDirectory: StorageManager['getDirectory'],
  mode: 'allowed' | 'never' = 'allowed',
) {
  stubMember(navigator, 'storage', { getDirectory });
  const getRequest = vi.fn(() => expect.unreachable());
  const tab = await createWorld().signedInTab();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <QueryClientProvider client={new QueryClient()}>
            <RecordStorageContext value={createMemoryRecords()}>
              <KeptCopiesModeContext value={mode}>
                <AnnouncerProvider>
                  <SessionProvider session={tab.session}>
                    <ExportProvider demoAddress={null} hasWebAssembly={false}>
                      <KeepButton getRequest={getRequest} />
                      <KeepAtOnce getRequest={getRequest} cacheKey="key" isFirst />
                    </ExportProvider>
                  </SessionProvider>
                </AnnouncerProvider>
              </KeptCopiesModeContext>
            </RecordStorageContext>
          </QueryClientProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return getRequest;
}

const DENIED = () => Promise.reject(new DOMException('', 'SecurityError'));
const root = async () => new FakePrivateFolder().handle;

test('in a private window the buttons are off and say why, and nothing is read', async () => {
  const user = userEvent.setup();
  const getRequest = await renderButtons(DENIED);
  const button = await screen.findByRole('button', { name: REASON });
  const atOnce = await screen.findByRole('button', { description: REASON, name: 'Keep a copy' });
  for (const each of [button, atOnce]) {
    expect(each).toHaveAttribute('aria-disabled', 'true');
    await user.click(each);
  }
  expect(getRequest).not.toHaveBeenCalled();
});

test('where copies can be kept, the buttons say nothing else', async () => {
  await renderButtons(root);
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Keep a copy' })).toHaveLength(2));
  for (const each of screen.getAllByRole('button')) expect(each).not.toHaveAttribute('aria-disabled');
  expect(screen.queryByText(REASON)).toBeNull();
});

test('where the installation keeps no copies there is no button in the toolbar', async () => {
  await renderButtons(root, 'never');
  expect(screen.queryByTitle(/Keep the rows/)).toBeNull();
});
