import type { Page } from '@playwright/test';
import type { ControlOrder } from '@mocks/service/control-endpoint';
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../support/axe';
import { openProposalExport } from '../support/exports';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { HELD_BACK, type ServiceControl } from '../support/service-control';
import { signOut } from '../support/session-steps';
import { expect, test } from '../support/test';

// The views of a snapshot read its rows into this browser, say how many, and release them.

type Fault = Extract<ControlOrder, { do: 'add-fault' }>['rule']['fault'];

/** So few that a slow machine reads them soon, in more pages than are requested at once. */
const ROWS = 90_000;
const ALL_ROWS = 'All 90,000 rows of the snapshot';
/** What is asked of a row is said elsewhere: here its pages count. */
const FEW_FIELDS = '/prices/SalesPrice?v=1&fields=EntryNo,Value,ValidFrom';

const coverage = (page: Page) => page.getByRole('status', { name: 'Coverage' });
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

async function runManyRows(
  page: Page,
  control: ServiceControl,
  signIn: (at: { at: string }) => Promise<void>,
) {
  await control.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn({ at: FEW_FIELDS });
  await run(page);
}

/** Some calls for pages go well before the fault, so that there are rows by then. */
async function addFault(control: ServiceControl, fault: Fault, times: number | null = null, skip = 5) {
  await control.order({ do: 'add-fault', rule: { on: 'extraction', times, skip, fault } });
}

/** The pages that were read into the engine, by the journal of the service. */
async function pagesRead(control: ServiceControl): Promise<number[]> {
  return (await control.journal()).flatMap(({ endpoint, body, status }) => {
    if (endpoint !== 'extraction' || body === null || status !== 200) return [];
    const { page, nrOfRecords } = JSON.parse(body) as { page: number; nrOfRecords: number };
    return nrOfRecords === 10_000 ? [page] : [];
  });
}

/** How many calls for pages have had no response yet. */
async function pagesAsked(control: ServiceControl): Promise<number> {
  const journal = await control.journal();
  return journal.filter(({ endpoint, status }) => endpoint === 'extraction' && status === null).length;
}

/** The engine's workers that are running. */
const engines = (page: Page) => page.workers().filter((worker) => worker.url().includes('analysis-worker'));

test('the tabs are reached and changed by keys, and the focus stays on them', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);
  await tab(page, 'Rows').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Columns')).toBeFocused();
  await expect(tab(page, 'Columns')).toHaveAttribute('aria-selected', 'true');
  await expect(coverage(page)).toHaveText('All 240 rows of the snapshot');
  await expect(tab(page, 'Columns')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab(page, 'Rows')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Rows')).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { selected: true, name: 'Rows' })).toHaveCount(0);
});

test('the grid stays where it was while other views are looked at', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);
  const grid = new Grid(page);
  await grid.goToRow(150);
  await grid.expectRowLoaded(150);
  await (await grid.cell({ row: 150, column: 'PromotionValue' })).click();
  const fullValue = page.getByText('Full value');
  await expect(fullValue).toBeVisible();
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText('All 240 rows of the snapshot');
  await expect(grid.root).toBeHidden();
  // It is a cell's, and there are none.
  await expect(fullValue).toBeHidden();
  await tab(page, 'Rows').click();
  await grid.expectRowLoaded(150);
  await expect(grid.row(150)).toBeInViewport();
  // The active cell is the one that Tab leads to.
  await expect(grid.row(150).locator('[tabindex="0"]')).toHaveCount(1);
});

test('reading is paused, goes on, is cancelled, and reads the rest @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await runManyRows(page, serviceControl, signIn);
  await serviceControl.order({ do: 'clear-journal' });
  await page.clock.install();
  // A page or more are read, even if one of the calls is for rows that the grid reads ahead; the others come when they are let go.
  await addFault(serviceControl, HELD_BACK, null, 3);
  await tab(page, 'Columns').click();
  const progress = page.getByRole('progressbar', { name: 'Reading rows' });
  await expect(progress).toBeVisible();
  await expect(coverage(page)).toHaveText(/^[123]0,000 of 90,000 rows read so far$/);
  await expect.poll(() => pagesAsked(serviceControl)).toBeGreaterThan(0);
  // So long after the first that the time left is worth telling.
  await page.clock.fastForward(10_000);
  await serviceControl.order({ do: 'release-held' });
  await expect(page.getByText(/^about \d+ \w+ left$/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(coverage(page)).toHaveText(/ of 90,000 rows read so far, paused$/);
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await page.getByRole('button', { name: 'Resume' }).click();
  // Not before: pages that were asked for come while reading is paused, too.
  await serviceControl.order({ do: 'clear-faults' });
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await expect(progress).toBeHidden();

  await test.step('a new snapshot is read from the start, and cancelled', async () => {
    await page.getByRole('button', { name: 'Refresh snapshot' }).click();
    await addFault(serviceControl, HELD_BACK, null, 4);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(coverage(page)).toHaveText(/^[\d,]+ of 90,000 rows read$/);
    await serviceControl.order({ do: 'clear-faults' });
    const rest = page.getByRole('button', { name: 'Read the rest' });
    await expect(rest).toBeFocused();
    await rest.click();
    await expect(coverage(page)).toHaveText(ALL_ROWS);
  });
});

test('what passes is tried again without a word: 401, 429, 503, cut connections @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  for (const status of [401, 429, 502, 503]) problems.allowResponse(status, /\/papi\/api\/prices\//);
  problems.allowFailedRequest(/\/papi\/(api\/prices\/|events)/);
  await runManyRows(page, serviceControl, signIn);
  await serviceControl.order({ do: 'clear-journal' });
  await addFault(serviceControl, { kind: 'status', status: 429, retryAfterS: 1 }, 1, 1);
  await addFault(serviceControl, { kind: 'status', status: 503 }, 1, 2);
  await addFault(serviceControl, { kind: 'cut' }, 1, 3);
  await addFault(serviceControl, { kind: 'cut-midway' }, 1, 4);
  await serviceControl.order({ do: 'expire-access-tokens' });
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a failure keeps the rows read, says how many, and is tried again @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(400, /\/papi\/api\/prices\//);
  await runManyRows(page, serviceControl, signIn);
  await addFault(serviceControl, { kind: 'status', status: 400, messages: ['Not today.'] });
  await tab(page, 'Columns').click();
  await expect(page.getByRole('alert')).toContainText('Not today.');
  await expect(coverage(page)).toHaveText(/^[\d,]+ of 90,000 rows read$/);
  await serviceControl.order({ do: 'clear-faults' });
  await serviceControl.order({ do: 'clear-journal' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const pages = await pagesRead(serviceControl);
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages.length).toBeLessThan(9);
});

for (const { name, fault, text } of [
  { name: 'contradicts itself', fault: { kind: 'dropped-row' }, text: 'data is inconsistent' },
  { name: 'has expired', fault: { kind: 'status', status: 410 }, text: 'has expired' },
] as const) {
  test(`a snapshot that ${name} ends reading, and a new one is read as a whole @service-only`, async ({
    page,
    signIn,
    serviceControl,
    problems,
  }) => {
    problems.allowResponse(410, /\/papi\/api\/prices\//);
    await runManyRows(page, serviceControl, signIn);
    await addFault(serviceControl, fault);
    await tab(page, 'Columns').click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(coverage(page)).toHaveText(/^[\d,]+ of 90,000 rows read$/);
    await expectNoAxeViolations(page);
    await serviceControl.order({ do: 'clear-faults' });
    await page.getByRole('button', { name: 'Take a new snapshot' }).first().click();
    await expect(coverage(page)).toHaveText(ALL_ROWS);
    expect(engines(page)).toHaveLength(1);
  });
}

test('of a billion rows a sample is read, after a choice that says what it takes @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 1_000_000_000 } });
  await signIn({ at: FEW_FIELDS });
  await run(page);
  await tab(page, 'Columns').click();
  await expect(page.getByRole('heading', { name: 'How many of the 1,000,000,000 rows?' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const all = page.getByRole('button', { name: 'Read all rows' });
  await expect(all).toHaveAttribute('aria-disabled', 'true');
  await expect(all).toHaveAccessibleDescription(/would take about .* of memory/);
  expect(engines(page)).toHaveLength(0);

  await page.getByRole('button', { name: 'Narrow the query' }).click();
  await expect(page.getByRole('button', { name: 'Add filter' }).and(page.locator(':focus'))).toHaveCount(1);

  await page.getByRole('button', { name: 'Read a sample' }).click();
  await expect(coverage(page)).toHaveText('A sample: 200,000 of 1,000,000,000 rows, evenly spread');

  await test.step('new prices of a sample say so, on screen and in the name of their file', async () => {
    await tab(page, 'Proposal').click();
    const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
    await rule.getByRole('textbox', { name: 'Percent', exact: true }).fill('3');
    await expect(rule).toContainText('200,000 rows');
    await expect(
      page.getByText('All figures are of the rows read, which are not all rows of the query.'),
    ).toBeVisible();
    await openProposalExport(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV for programs', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/proposal of some rows/);
  });

  await page.getByRole('button', { name: 'Choose again' }).click();
  await expect(all).toBeVisible();
  await expect.poll(() => engines(page).length).toBe(0);
});

test('the rows go with the snapshot, the workbench and the session @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await runManyRows(page, serviceControl, signIn);
  expect(engines(page)).toHaveLength(0);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  expect(engines(page)).toHaveLength(1);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Price columns' }).click();
  await expect(page.getByRole('heading', { name: 'Price columns', exact: true })).toBeVisible();
  await expect.poll(() => engines(page).length).toBe(0);

  await page.goBack();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await tab(page, 'Rows').click();
  expect(engines(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await expect.poll(() => engines(page).length).toBe(0);

  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => engines(page).length).toBe(0);
});

test('where the configuration does without analysis there are only rows', async ({
  page,
  baseURL,
  signIn,
}) => {
  await page.route('/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), analysis: false } });
  });
  expect(baseURL).toBeDefined();
  await signIn({ at: '/prices/PromotionPrice?show=columns' });
  await run(page);
  await expect(new Grid(page).root).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'View of the snapshot' })).toHaveCount(0);

  await test.step('a link to some of the rows says that it shows all', async () => {
    await page.goto(`${page.url()}&subset=1;is~Currency~EUR`);
    await expect(page.getByRole('alert').filter({ hasText: 'subset=1;is~Currency~EUR' })).toContainText(
      'all rows are shown',
    );
    await new Grid(page).expectRowLoaded(0);
    expect(await new Grid(page).rowCount()).toBe(240);
  });
});

test.describe('in a narrow window, in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 720 } });

  test('tabs, coverage and view have room', async ({ page, signIn }) => {
    const t = messagesOf('de-DE');
    await signIn({ at: '/prices/PromotionPrice', t });
    await page
      .getByRole('button', { name: t('workbench.query.run'), exact: true })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Spalten', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Abdeckung' })).toHaveText('Alle 240 Zeilen des Snapshots');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await expectNoAxeViolations(page);
  });
});
