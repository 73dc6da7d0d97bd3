import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, it, vi } from 'vitest';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { createMemoryRecords } from '@/shared/storage/memory-records';
import type { RecordStorage } from '@/shared/storage/record-storage';
import { WHOLE_COLUMN } from '../../model/draft-query';
import { useSavedViews } from './use-saved-views';
import { ViewsBar } from './views-bar';

const owner = { service: 'https://a.example.com/papi', userName: 'anna' };

function Bar({ storage, onAdopt }: { readonly storage: RecordStorage; readonly onAdopt: () => void }) {
  return (
    <ViewsBar
      priceColumn="SalesPrice"
      savedViews={useSavedViews({ owner, storage })}
      current={null}
      draft={WHOLE_COLUMN}
      arrangement={null}
      onOpen={() => undefined}
      onStartOver={() => undefined}
      onAdopt={onAdopt}
      announce={() => undefined}
    />
  );
}

function renderBar(storage: RecordStorage) {
  const onAdopt = vi.fn();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>
          <Bar storage={storage} onAdopt={onAdopt} />
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
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage: { persist } }));
  return persist;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('says where views do not outlast the page, and keeps them until then', async () => {
  const { user } = renderBar(createMemoryRecords());
  await saveAs(user, 'Mine');
  expect(await screen.findByText('Saved: Mine')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  expect(await screen.findByText(/^Views last until this page is closed/)).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Mine' })).toBeVisible();
});

it('asks the browser to keep what is stored with the first view, and not before', async () => {
  const persist = stubPersist();
  const { user } = renderBar({ ...createMemoryRecords(), isLasting: true });
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  expect(screen.queryByText(/^Views last until this page is closed/)).toBeNull();
  await user.keyboard('{Escape}');
  expect(persist).not.toHaveBeenCalled();
  await saveAs(user, 'Mine');
  expect(await screen.findByText('Saved: Mine')).toBeVisible();
  await saveAs(user, 'Yours');
  expect(await screen.findByText('Saved: Yours')).toBeVisible();
  expect(persist).toHaveBeenCalledTimes(1);
});

it('tells the name that a view got, and that a view was not stored', async () => {
  const storage = createMemoryRecords();
  const { user, onAdopt } = renderBar(storage);
  await screen.findByRole('button', { name: 'Saved views' });
  // In another window, meanwhile.
  const elsewhere = { id: 'elsewhere', priceColumn: 'SalesPrice', name: 'Mine', query: { v: '1' } };
  const value = { ...elsewhere, arrangement: null, isDefault: false, runsOnOpen: false, savedAtMs: 1 };
  await storage.write({
    owner,
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
