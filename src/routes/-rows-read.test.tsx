/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as engines from '@/analysis/engine/connect-engine';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import { renderAt, type RenderAtOptions } from '@/test/render-at';
import { startInProcess } from '@/test/start-in-process';

beforeEach(() => {
  vi.spyOn(engines, 'connectEngine').mockImplementation(() => createEngineConnection(startInProcess));
});
const LOADING = { timeout: 50_000 };
const ALL_ROWS = 'All 240 rows of the snapshot';

async function renderRun(address = '/prices/PromotionPrice', options: RenderAtOptions = {}) {
  const rendered = await renderAt(address, options);
  await rendered.user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid', undefined, LOADING);
  return rendered;
}

const tab = (name: string) =>
  within(screen.getByRole('tablist', { name: 'View of the snapshot' })).getByRole('tab', { name });
const coverage = () => screen.findByRole('status', { name: 'Coverage' }, LOADING);
const expectAllRows = () =>
  waitFor(async () => expect(await coverage()).toHaveTextContent(new RegExp(`^${ALL_ROWS}$`)), LOADING);
const addressed = (parameter: string) => new URL(location.href).searchParams.get(parameter);

test('the tabs are changed by keys and keep the focus; a failure says so, and what failed is tried again', async () => {
  const { user, service } = await renderRun();
  service.controls.addFault({
    on: 'extraction',
    times: null,
    fault: { kind: 'status', status: 400, messages: ['Not today.'] },
  });
  tab('Rows').focus();
  await user.keyboard('{ArrowRight}');
  expect(tab('Columns')).toHaveFocus();
  expect(tab('Columns')).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('alert', undefined, LOADING)).toHaveTextContent('Not today.');
  expect(await coverage()).toHaveTextContent(/^0 of 240 rows read$/);
  expect(tab('Columns')).toHaveFocus();

  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expectAllRows();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  { name: 'contradicts itself', fault: { kind: 'dropped-row' }, text: /data is inconsistent/ },
  { name: 'has expired', fault: { kind: 'status', status: 410 }, text: /has expired/ },
] as const)('of a snapshot that $name no more is read, and a new one is read as a whole', async (of) => {
  const { user, service } = await renderRun();
  service.controls.addFault({ on: 'extraction', times: null, fault: of.fault });
  await user.click(tab('Columns'));
  await waitFor(
    () =>
      expect(
        screen
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join(' '),
      ).toMatch(of.text),
    LOADING,
  );
  service.controls.clearFaults();
  const [takeNew] = screen.getAllByRole('button', { name: 'Take a new snapshot' });
  await user.click(takeNew as HTMLElement);
  await expectAllRows();
});

test('of a billion rows none is read without a choice, in a view and for pictures in headers', async () => {
  const { user } = await renderRun('/prices/SalesPrice?v=1&fields=EntryNo;Value', {
    settings: { rowCount: 1_000_000_000 },
  });
  const question = 'How many of the 1,000,000,000 rows?';
  await user.click(tab('Columns'));
  expect(await screen.findByRole('heading', { name: question }, LOADING)).toBeVisible();
  const all = screen.getByRole('button', { name: 'Read all rows' });
  expect(all).toHaveAttribute('aria-disabled', 'true');
  expect(all).toHaveAccessibleDescription(/would take about .* of memory/);
  await user.click(screen.getByRole('button', { name: 'Narrow the query' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus());

  await user.click(tab('Rows'));
  await user.click(screen.getByRole('tab', { name: 'View' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Pictures in headers' }));
  const region = within(await screen.findByRole('region', { name: 'Pictures in headers' }, LOADING));
  expect(await region.findByRole('heading', { name: question }, LOADING)).toBeVisible();
  await user.click(region.getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pictures in headers' })).toBeNull());
  expect(engines.connectEngine).not.toHaveBeenCalled();
});

test('where the configuration does without analysis there are only rows, and a link to some says that it shows all', async () => {
  await renderRun('/prices/PromotionPrice?show=columns', { config: { analysis: false } });
  expect(screen.queryByRole('tablist', { name: 'View of the snapshot' })).toBeNull();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241');
  const link = new URL(location.href);
  link.searchParams.set('subset', '1;is~Currency~EUR');
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
  const told = await screen.findByText(/subset=1;is~Currency~EUR/, undefined, LOADING);
  expect(told.closest('[role="alert"]')).toHaveTextContent('all rows are shown');
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '241');
  expect(engines.connectEngine).not.toHaveBeenCalled();
});

test('a cost that may not be viewed is neither offered nor taken from a link', async () => {
  const added = '1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing';
  const at = `/prices/SalesPrice?v=1&filter=ItemNumber~starts-with~A-10000000&added=${encodeURIComponent(added)}`;
  const { user, service } = await renderAt(at, { account: 'analyst' });
  await user.click(await screen.findByRole('button', { name: 'Run and read the rows' }));
  expect(
    await screen.findByText('The added columns of this link cannot be used.', undefined, LOADING),
  ).toBeVisible();
  const asked = () => service.controls.journal().filter(({ body }) => body?.includes('CostForPricing'));
  expect(asked()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show the rows without them' }));
  await screen.findByRole('grid', undefined, LOADING);
  await user.click(screen.getByRole('button', { name: 'Add columns from…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add columns from…' }, LOADING));
  // Only the column CostForPricing is locked for the account. The other columns of the same rows are offered.
  await user.click(await dialog.findByRole('combobox', { name: 'Columns' }, LOADING));
  expect(await screen.findByRole('option', { name: 'ListValue' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'CostForPricing' })).toBeNull();
  expect(asked()).toEqual([]);
});

test('a pivot is arranged and undone from anywhere; Back and a link show it, and one that cannot be used says why', async () => {
  const { user } = await renderRun('/prices/PromotionPrice?v=1&show=pivot&pivot=1;rows,Gone;measures,count');
  expect(await screen.findByText(/uses the field Gone/, undefined, LOADING)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  const table = () => screen.findByRole('table', { name: 'Pivot' }, LOADING);
  await table();
  const medians = () =>
    within(screen.getByRole('table', { name: 'Pivot' })).queryAllByRole('columnheader', { name: /^Median/ });
  expect(medians()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add measure' }));
  const [measure] = screen.getAllByRole('group', { name: /^Measure \d$/ }).slice(-1);
  await user.click(within(measure as HTMLElement).getByRole('combobox', { name: 'Function' }));
  await user.click(await screen.findByRole('option', { name: 'median' }));
  await waitFor(() => expect(medians()).not.toEqual([]), LOADING);
  const arranged = addressed('pivot');
  expect(arranged).toContain('median');
  within(await table())
    .getAllByRole('button')[0]
    ?.focus();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(medians()).toEqual([]), LOADING);
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await waitFor(() => expect(medians()).not.toEqual([]), LOADING);
  expect(addressed('pivot')).toBe(arranged);
  history.back();
  await waitFor(() => expect(addressed('pivot')).not.toBe(arranged));
  await waitFor(() => expect(medians()).toEqual([]), LOADING);
});
