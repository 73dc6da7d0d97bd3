import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, it, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { createWorld } from '@/test/session-world';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import type { SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { SnapshotFailurePanel } from './snapshot-failure-panel';

async function renderPanel(failure: SnapshotFailure) {
  const tab = await createWorld().signedInTab();
  const onTakeNew = vi.fn();
  const onRetry = vi.fn();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={tab.session}>
            <SnapshotFailurePanel failure={failure} onRetry={onRetry} onTakeNew={onTakeNew} />
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return { onTakeNew, onRetry };
}

it('offers a new snapshot in place of one that contradicts itself before any row is there', async () => {
  const { onTakeNew, onRetry } = await renderPanel({
    kind: 'mismatch',
    mismatch: 'other-snapshot',
    repeated: null,
  });
  expect(screen.getByRole('alert')).toHaveTextContent('It came from another snapshot.');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Take a new snapshot' }));
  expect(onTakeNew).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it.each([
  ['row-count', 'It had too few or too many rows.'],
  ['other-total', 'It gave a different number of rows.'],
  ['other-page', 'It was another page.'],
  ['other-snapshot', 'It came from another snapshot.'],
  ['double-key', 'It repeated a row.'],
] as const)('says of %s what is wrong', async (mismatch, text) => {
  await renderPanel({ kind: 'mismatch', mismatch, repeated: null });
  expect(screen.getByRole('alert')).toHaveTextContent('The snapshot’s data is inconsistent');
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it.each([
  ['missing-operator', 'The service cannot do the filter on Name'],
  ['comma-in-list', 'A value of the filter on Name has a comma'],
] as const)('says which filter the service cannot do: %s', async (reason, text) => {
  await renderPanel({ kind: 'inexpressible', reason, column: 'Name' });
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it('names the text that separates the values of a list if it is no comma', async () => {
  await renderPanel({ kind: 'inexpressible', reason: 'comma-in-list', column: 'Name', separator: '|' });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'A value of the filter on Name has “|”, which the service',
  );
});

it('names the rows that are repeated by their keys, or by their numbers where they have none', async () => {
  const repeated = { rowCount: 1, keys: ['17'], pages: [] };
  await renderPanel({ kind: 'mismatch', mismatch: 'double-key', repeated });
  expect(screen.getByRole('alert')).toHaveTextContent('It repeated a row. Keys: 17.');
  const pages = [{ first: 10_001, last: 20_000 }];
  cleanup();
  await renderPanel({
    kind: 'mismatch',
    mismatch: 'double-key',
    repeated: { rowCount: 10_000, keys: [], pages },
  });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'It repeated 10,000 rows. Rows 10,001–20,000 are the same as others.',
  );
});
