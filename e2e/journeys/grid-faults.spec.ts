import type { Page } from '@playwright/test';
import type { ControlOrder } from '@mocks/service/control-endpoint';
import { rowAt } from '@mocks/data/price-sources';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expectTrueRows, seenRows, settledOffsetPx } from '../support/seen-rows';
import type { ServiceControl } from '../support/service-control';
import { expect, test } from '../support/test';

// Whatever fails while a user scrolls, the rows shown in the end are correct, and rows that cannot be loaded say so.

type Fault = Extract<ControlOrder, { do: 'add-fault' }>['rule']['fault'];

const ROW_PX = 32;

async function openGrid(page: Page): Promise<Grid> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
  await grid.root.hover();
  return grid;
}

/** Returns the requests for pages since the journal was cleared. */
async function extractions(control: ServiceControl) {
  return (await control.journal()).filter(({ endpoint }) => endpoint === 'extraction');
}

/** Returns the first row of the page that contains a row, by the requests. */
async function pageStartOf(row: number, control: ServiceControl): Promise<number> {
  const starts = (await extractions(control)).flatMap(({ body }) => {
    // A request that failed before its body was read has no body.
    if (body === null) return [];
    const { page, nrOfRecords } = JSON.parse(body) as { page: number; nrOfRecords: number };
    const start = (page - 1) * nrOfRecords;
    return row >= start && row < start + nrOfRecords ? [start] : [];
  });
  const [start] = starts;
  if (start === undefined) throw new Error(`No page with row ${row} was asked for.`);
  return start;
}

test('rows that fail, trickle, or come late and in disorder end up true @service-only @promise', async ({
  page,
  context,
  signIn,
  serviceControl,
  problems,
}) => {
  for (const status of [401, 500, 503]) problems.allowResponse(status, /\/papi\/api\/prices\//);
  // The event stream fails as well while there is no connection.
  problems.allowFailedRequest(/\/papi\/(api\/prices\/|events)/);
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 1_000_000_000 } });
  const breakDown = (fault: Fault, times: number | null = 1) =>
    serviceControl.order({ do: 'add-fault', rule: { on: 'extraction', times, fault } });
  await signIn({ at: '/prices/SalesPrice' });
  const offline = page.getByRole('alert').filter({ hasText: 'You are offline' });

  const grid = await openGrid(page);

  await test.step('a passing failure is tried again without a word', async () => {
    await serviceControl.order({ do: 'clear-journal' });
    await breakDown({ kind: 'status', status: 503 });
    await breakDown({ kind: 'cut-midway' });
    await grid.goToRow(400_000_100);
    await expectTrueRows(grid.root);
    const statuses = (await extractions(serviceControl)).map(({ status }) => status);
    expect(statuses[0]).toBe(503);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a page that fails is reported in its own rows only', async () => {
    const boundary = await pageStartOf(400_000_100, serviceControl);
    await breakDown({ kind: 'status', status: 500 }, null);
    // The view is scrolled so that five rows of the previous page are in it.
    const { offsetPx } = await seenRows(grid.root);
    await page.mouse.wheel(0, (boundary - 5) * ROW_PX - offsetPx);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe((boundary - 5) * ROW_PX);
    const tryAgain = grid.root.getByRole('button', { name: 'Try again' });
    await expect(tryAgain).toHaveCount(1);
    const { rows } = await seenRows(grid.root);
    expect(rows.slice(0, 5).map(({ row }) => row)).toEqual(
      Array.from({ length: 5 }, (_, index) => boundary - 5 + index),
    );
    // The message is in the first scrolling column. The key column before it stays in view.
    for (const { cells } of rows.slice(0, 5)) {
      expect(cells['ItemNumber']).toMatch(/^Not loaded/);
      expect(cells['PriceList']).toBe('–');
    }
    expect(rows.slice(5).map(({ cells }) => cells['ItemNumber'])).toEqual(
      rows.slice(5).map(({ row }) => rowAt('SalesPrice', row)['ItemNumber']),
    );
    await serviceControl.order({ do: 'clear-faults' });
    await tryAgain.click();
    await expectTrueRows(grid.root);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a trickle leaves placeholders standing, and may be left', async () => {
    // At this speed, a page takes minutes to load.
    await breakDown({ kind: 'trickle', chunkBytes: 256, intervalMs: 2_000 });
    await grid.goToRow(600_000_000);
    await expect(grid.row(600_000_010)).toHaveAttribute('aria-busy', 'true');
    const { rows } = await seenRows(grid.root);
    expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => 600_000_000 + index));
    await grid.goToRow(700_000_000);
    await expectTrueRows(grid.root);
    await breakDown({ kind: 'trickle', chunkBytes: 4_096, intervalMs: 15 });
    await grid.goToRow(600_000_000);
    expect((await expectTrueRows(grid.root)).rows[0]?.row).toBe(600_000_000);
  });

  await test.step('responses that overtake each other end up in their rows', async () => {
    await serviceControl.order({ do: 'clear-journal' });
    // The first request gets its response last: once within one view, and once after the view has moved on.
    await breakDown({ kind: 'delay', delayMs: 700 });
    await grid.goToRow(500_000_100);
    await expectTrueRows(grid.root);
    const boundary = await pageStartOf(500_000_100, serviceControl);
    await breakDown({ kind: 'delay', delayMs: 900 });
    await breakDown({ kind: 'delay', delayMs: 300 });
    await grid.goToRow(boundary - 1_000_005);
    await page.mouse.wheel(0, ROW_PX);
    await expectTrueRows(grid.root);
    await breakDown({ kind: 'delay', delayMs: 900 });
    await grid.goToRow(100_000_000);
    await grid.goToRow(300_000_000);
    expect((await expectTrueRows(grid.root)).rows[0]?.row).toBe(300_000_000);
  });

  await test.step('a token that expires on the way costs one refresh and no row', async () => {
    await serviceControl.order({ do: 'clear-journal' });
    await serviceControl.order({ do: 'expire-access-tokens' });
    // This row is far from the loaded ones, however large the pages are.
    await grid.goToRow(310_000_000);
    const before = await settledOffsetPx(grid.root);
    for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 1_200);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(before + 12 * 1_200);
    await expectTrueRows(grid.root);
    const journal = await serviceControl.journal();
    expect(journal.filter(({ endpoint }) => endpoint === 'token').map(({ status }) => status)).toEqual([200]);
    expect(journal.some(({ status }) => status === 401)).toBe(true);
  });

  await test.step('rows that failed without a connection come when it is back', async () => {
    await context.setOffline(true);
    await grid.goToRow(800_000_000);
    await expect(offline).toContainText('Some rows could not be loaded.');
    await context.setOffline(false);
    await expectTrueRows(grid.root);
    await expect(offline).toHaveCount(0);
  });
});

test('what was asked for without a connection comes with one, unless it was left @service-only', async ({
  page,
  context,
  signIn,
  serviceControl,
  problems,
}) => {
  // When the test goes back, the browser requests the icon again.
  problems.allowFailedRequest(/\/papi\/api\/prices\/|\/favicon\.svg/);
  await signIn({ at: '/prices/SalesPrice' });
  const grid = await openGrid(page);
  const offline = page.getByRole('alert').filter({ hasText: 'You are offline' });
  const refresh = page.getByRole('button', { name: 'Refresh snapshot' });
  const condition = page.getByRole('group', { name: 'Filter 1' });
  const keyOf = (address: string) => new URL(address).searchParams.get('cacheKey');
  const firstKey = keyOf(page.url());
  // The new snapshot will have seven more rows at the beginning.
  await serviceControl.order({ do: 'change-source-data' });
  const entryOf = async (row: number) => grid.cell({ row, column: 'EntryNo' });
  const firstEntry = String(rowAt('SalesPrice', 0)['EntryNo']);

  await test.step('a refresh, which leaves a query alone that was changed meanwhile', async () => {
    // The first filter loads the editors of rules. The connection must not be cut while they load.
    await new QueryForm(page).addFilter('PriceList', 'is empty', null);
    await condition.getByRole('button', { name: 'Remove filter 1' }).click();
    await expect(condition).toHaveCount(0);
    await context.setOffline(true);
    await refresh.click();
    await expect(offline).toBeVisible();
    await new QueryForm(page).addFilter('PriceList', 'is empty', null);
    await expect(condition).toBeVisible();
    await context.setOffline(false);
    await expect(await entryOf(7)).toHaveText(firstEntry);
    await expect(offline).toHaveCount(0);
    await expect(condition).toBeVisible();
  });

  await test.step('a snapshot gone back to, in place of a refresh', async () => {
    // The page is reloaded to discard the rows in memory.
    await page.reload();
    await grid.expectRowLoaded(7);
    await expect(await entryOf(7)).toHaveText(firstEntry);
    await context.setOffline(true);
    await refresh.click();
    await expect(offline).toBeVisible();
    await page.goBack();
    // No rows appear, because the snapshot cannot be opened without a connection.
    await expect(grid.root).toHaveCount(0);
    await expect(offline).toBeVisible();
    await serviceControl.order({ do: 'clear-journal' });
    await context.setOffline(false);
    await grid.expectRowLoaded(0);
    await expect(await entryOf(0)).toHaveText(firstEntry);
    expect(keyOf(page.url())).toBe(firstKey);
    // The query was not run again, so every request names the snapshot.
    for (const { body } of await extractions(serviceControl)) expect(body).toContain('"cacheKey"');
  });
});
