/** @module-tag long */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import * as engines from '@/analysis/engine/connect-engine';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import { takeSnapshot } from '@/analysis/snapshot/open-snapshot';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { connectDescribed } from '@/test/described-service';
import { renderAt } from '@/test/render-at';
import { described } from '@/test/service-description.arbitraries';
import { startInProcess } from '@/test/start-in-process';

beforeEach(() => {
  vi.spyOn(engines, 'connectEngine').mockImplementation(() => createEngineConnection(startInProcess));
});
const LOADING = { timeout: 50_000 };

const addressed = (parameter: string) => new URL(location.href).searchParams.get(parameter);
type Rendered = Awaited<ReturnType<typeof renderAt>>;

/** Runs the query on screen, and waits for its rows. */
async function run({ user }: Rendered): Promise<void> {
  const before = addressed('cacheKey');
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await waitFor(() => expect([null, before]).not.toContain(addressed('cacheKey')), LOADING);
  await screen.findByRole('grid', undefined, LOADING);
}

/** Returns the rows of a version of the source data, by key, as the service sends them but without their time of change. */
const rowsAt = (version: number, holds: (row: ReturnType<typeof rowAt>) => boolean = () => true) =>
  new Map(
    Array.from({ length: rowCountAt('PromotionPrice', { version }) }, (_, index) =>
      rowAt('PromotionPrice', index, version),
    )
      .filter(holds)
      .map(({ _dtLastModifiedDate, ...row }) => [String(row['PromotionCode']), JSON.stringify(row)]),
  );

/** Returns the texts of the counts that a comparison must show. */
function expectedCounts(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const both = [...after.keys()].filter((key) => before.has(key));
  const changed = both.filter((key) => before.get(key) !== after.get(key)).length;
  return [
    `Added ${after.size - both.length}`,
    `Removed ${before.size - both.length}`,
    `Changed ${changed}`,
    `Unchanged ${both.length - changed}`,
  ];
}

const expectCounts = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  waitFor(() => {
    const kinds = within(screen.getByRole('group', { name: 'Rows to show' })).getAllByRole('button');
    expect(kinds.map(({ textContent }) => textContent)).toEqual(expectedCounts(before, after));
  }, LOADING);

test('sides with different filters are compared by the rows that satisfy both, and the later one by a new snapshot', async () => {
  const [before, after] = [0, 1].map((version) => rowsAt(version, (row) => row['Currency'] === 'EUR'));
  if (before === undefined || after === undefined) throw new Error('There are two versions.');
  const rendered = await renderAt('/prices/PromotionPrice?v=1&filter=Currency~is~EUR', {
    keepsRecords: true,
  });
  const { user, service } = rendered;
  await run(rendered);
  await act(async () => service.controls.changeSourceData());
  await user.click(screen.getByRole('button', { name: /^Remove: Currency/ }));
  await run(rendered);
  await user.click(screen.getByRole('tab', { name: 'Changes' }));
  await user.click(await screen.findByRole('combobox', { name: 'Compare with' }, LOADING));
  await user.click(await screen.findByRole('option', { name: new RegExp(`${before.size} rows$`) }));
  await expectCounts(before, after);
  await user.click(screen.getByRole('button', { name: /^\d notes?$/ }));
  const leftOut = rowCountAt('PromotionPrice', { version: 1 }) - after.size;
  const note = `${leftOut} rows of the later side are left out by the earlier side’s filter.`;
  expect(await screen.findByText(note)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Take the later side with the earlier side’s query' }));
  const taken = new RegExp(`Later taken [^·]*, ${after.size} rows`);
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(taken), LOADING);
  await expectCounts(before, after);
  expect(screen.queryByText(note)).toBeNull();
});

test('a side that has expired is named, and another one or a new one takes its place', async () => {
  const rendered = await renderAt('/prices/PromotionPrice', { keepsRecords: true });
  const { user, service } = rendered;
  await run(rendered);
  const later = addressed('cacheKey');
  const link = new URL(location.href);
  link.searchParams.set('show', 'changes');
  link.searchParams.set('with', 'snapshot~gone');
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
  const gone = { name: 'The other side is no longer there' };
  expect(await screen.findByRole('heading', gone, LOADING)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose another side' }));
  expect(screen.getByRole('combobox', { name: 'Compare with' })).toHaveFocus();
  expect(await screen.findByRole('option', { name: 'A file…' })).toBeVisible();
  await user.keyboard('{Escape}');
  await act(async () => service.controls.changeSourceData());
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Take a new snapshot' }));
  await expectCounts(rowsAt(0), rowsAt(1));
  expect(addressed('cacheKey')).toBe(later);

  // The address names a file that the user has not chosen in this page, so the file is not available.
  const ofFile = new URL(location.href);
  ofFile.searchParams.set('with', 'file~abc');
  history.pushState(null, '', ofFile);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByRole('heading', gone, LOADING)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose the file again' })).toBeVisible();
});

test('without snapshots, rows that were read are compared with a new run', async () => {
  const description = described({ extraction: { snapshot: null } });
  const rendered = await renderAt('/prices/PromotionPrice', { description });
  const { user, service } = rendered;
  await run(rendered);
  await user.click(screen.getByRole('tab', { name: 'Changes' }));
  const compare = { name: 'Compare with a new run' };
  await user.click(await screen.findByRole('button', { name: 'Read the rows on screen' }, LOADING));
  expect(await screen.findByRole('button', compare, LOADING)).toBeVisible();
  await act(async () => service.controls.changeSourceData());
  await user.click(screen.getByRole('button', compare));
  await expectCounts(rowsAt(0), rowsAt(1));
  const side = addressed('with');

  // After the page is loaded again, the key is unknown.
  const reopened = new URL(location.href);
  reopened.searchParams.set('with', 'snapshot~colonnade-query:gone:0011223344556677');
  history.pushState(null, '', reopened);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(
    await screen.findByRole('heading', { name: 'The other side is no longer there' }, LOADING),
  ).toBeVisible();
  await user.click(screen.getByRole('button', compare));
  await expectCounts(rowsAt(0), rowsAt(1));
  expect(addressed('with')).not.toBe(side);

  // Rows that are read again are those of now, so they are not compared with a run from before.
  const compared = location.href;
  for (const address of ['/prices', compared]) {
    history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Rows to show' })).toBeNull(), LOADING);
  }
  expect(
    await screen.findByRole('heading', { name: 'The other side is no longer there' }, LOADING),
  ).toBeVisible();
});

test('where the query is expected again, a snapshot beside the rows gets no query but its own', async () => {
  const description = described({
    extraction: { fields: { all: 'empty' }, snapshot: { repeatQuery: true } },
  });
  const rendered = await renderAt('/prices/PromotionPrice?v=1&filter=Currency~is~EUR', {
    description,
    keepsRecords: true,
  });
  const { service } = rendered;
  await run(rendered);
  // The console does not know the snapshot of another program, even if it has the query of the rows on screen.
  const { client } = await connectDescribed(service, description);
  const { signal } = new AbortController();
  const priceColumns = await readPriceColumns(client, () => true, signal);
  const priceColumn = priceColumns.find(({ name }) => name === 'PromotionPrice');
  if (priceColumn === undefined) throw new Error('There are promotions.');
  const filters = [{ column: 'Currency', op: 'equals', values: ['EUR'] } as const];
  const { snapshot } = await takeSnapshot(client, priceColumn, { fields: null, filters, sort: [] }, signal);
  await act(async () => service.controls.changeSourceData());
  await run(rendered);
  const link = new URL(location.href);
  link.searchParams.set('show', 'changes');
  link.searchParams.set('with', `snapshot~${snapshot.cacheKey}`);
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
  const unknown = { name: 'The other snapshot cannot be opened' };
  expect(await screen.findByRole('heading', unknown, LOADING)).toBeVisible();
});
