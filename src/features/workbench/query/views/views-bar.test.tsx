import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, it, vi } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { createMemoryRecords } from '@/test/memory-records';
import { stubMember } from '@/test/stub-member';
import type { RecordStorage } from '@/lib/storage/record-storage';
import { WHOLE_COLUMN } from '../../model/draft-query';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { useSavedViews } from '../../saved-views/use-saved-views';
import { ViewsBar } from './views-bar';

const account = { service: 'https://a.example.com/papi', userName: 'anna' };

interface BarProps {
  readonly storage: RecordStorage;
  /** Whether the first saved view is the current one. */
  readonly hasCurrent: boolean;
  readonly onAdopt: () => void;
}

function Bar({ storage, hasCurrent, onAdopt }: BarProps) {
  const savedViews = useSavedViews({ account, storage });
  return (
    <ViewsBar
      priceColumn={TEST_PRICE_COLUMN}
      savedViews={savedViews}
      current={hasCurrent ? (savedViews.views[0] ?? null) : null}
      draft={WHOLE_COLUMN}
      columnState={null}
      display={{ show: 'columns' }}
      onOpen={() => undefined}
      onStartOver={() => undefined}
      onAdopt={onAdopt}
    />
  );
}

function renderBar(storage: RecordStorage, hasCurrent = false) {
  const onAdopt = vi.fn();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>
          <Bar storage={storage} hasCurrent={hasCurrent} onAdopt={onAdopt} />
        </QueryClientProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return { onAdopt, user: userEvent.setup() };
}

async function saveAs(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), `${name}{Enter}`);
}

function stubPersist() {
  const persist = vi.fn(() => Promise.resolve(true));
  stubMember(navigator, 'storage', { persist });
  return persist;
}

it('asks the browser to persist storage with the first view, and not before', async () => {
  const persist = stubPersist();
  const { user } = renderBar(createMemoryRecords());
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  await user.keyboard('{Escape}');
  expect(persist).not.toHaveBeenCalled();
  await saveAs(user, 'Mine');
  expect(await screen.findByText('Saved: Mine')).toBeVisible();
  await saveAs(user, 'Yours');
  expect(await screen.findByText('Saved: Yours')).toBeVisible();
  expect(persist).toHaveBeenCalledTimes(1);
});

it('shows the name that a view was stored with, and a failure to store it', async () => {
  const storage = createMemoryRecords();
  const { user, onAdopt } = renderBar(storage);
  await screen.findByRole('button', { name: 'Saved views' });
  // In the meantime, another window stores a view.
  const elsewhere = { id: 'elsewhere', priceColumn: 'SalesPrice', name: 'Mine', query: { v: '1' } };
  const value = { ...elsewhere, arrangement: null, isDefault: false, runsOnOpen: false, savedAtMs: 1 };
  await storage.write({
    account,
    collection: 'views',
    reads: [],
    limit: 100,
    decide: () => ({ put: [{ id: value.id, value }] }),
  });
  await saveAs(user, 'Mine');
  expect(await screen.findByText('Saved: Mine (2)')).toBeVisible();
  expect(onAdopt).toHaveBeenCalledWith(expect.objectContaining({ name: 'Mine (2)' }));
  vi.spyOn(storage, 'write').mockRejectedValue(new Error('No room.'));
  await saveAs(user, 'Lost');
  expect(await screen.findByText(/^The browser did not store this/)).toBeVisible();
  expect(onAdopt).toHaveBeenCalledTimes(1);
});

it('shows a taken name while typing, and a missing name only after submitting', async () => {
  const { user, onAdopt } = renderBar(createMemoryRecords());
  await saveAs(user, 'Mine');
  expect(await screen.findByText('Saved: Mine')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.type(name, ' mine ');
  expect(await dialog.findByText(englishMessages.views.nameTaken)).toBeVisible();
  await user.clear(name);
  expect(dialog.queryByText(englishMessages.views.nameTaken)).toBeNull();
  expect(dialog.queryByText(englishMessages.views.nameMissing)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(englishMessages.views.nameMissing)).toBeVisible();
  expect(onAdopt).toHaveBeenCalledTimes(1);
});

it('has a checkbox item for each setting of the current view', async () => {
  const { user } = renderBar(createMemoryRecords(), true);
  await saveAs(user, 'Mine');
  const openMenu = async () => {
    await user.click(await screen.findByRole('button', { name: 'Saved views: Mine' }));
    return screen.findByRole('menuitemcheckbox', { name: englishMessages.views.makeDefault });
  };
  expect(await openMenu()).not.toBeChecked();
  expect(screen.getByRole('menuitemcheckbox', { name: englishMessages.views.runOnOpen })).not.toBeChecked();
  await user.click(await screen.findByRole('menuitemcheckbox', { name: englishMessages.views.makeDefault }));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(await openMenu()).toBeChecked();
});

it('says that starting over empties everything, and what brings it back', async () => {
  const { user } = renderBar(createMemoryRecords());
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  const startOver = await screen.findByRole('menuitem', { name: 'New query' });
  expect(startOver).toHaveAccessibleDescription(
    'Empties query, added columns, rules and the set-up of all views. Undo brings it back.',
  );
  await user.click(startOver);
  expect(await screen.findByText('Everything is emptied. Undo brings it back.')).toBeVisible();
});
