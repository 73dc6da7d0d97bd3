import type { Page } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import { contentOf, downloadsOf, startExport } from '../support/exports';
import { Grid } from '../support/grid';
import { LEAST_ROWS_OF_READING } from '../support/service-control';
import { expect, test } from '../support/test';

// The console must never call incomplete rows complete. It says whether the source repeats rows or the snapshot is inconsistent.

const coverage = (page: Page) => page.getByRole('status', { name: 'Coverage' });
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });
const keyOf = (row: number) => String(rowAt('SalesPrice', row)['EntryNo']);

async function run(page: Page): Promise<Grid> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  return grid;
}

test('a key that the source has twice is shown, found by the checks, exported and told everywhere @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 12_000 } });
  const fault = { kind: 'same-values' as const, row: 18, as: 12, columns: ['EntryNo'] };
  await serviceControl.order({ do: 'add-fault', rule: { on: 'extraction', times: null, fault } });
  await signIn({ at: '/prices/SalesPrice' });
  const key = keyOf(12);
  const told = `1 key occurs in several rows: ${key}`;
  const grid = await run(page);

  await test.step('the grid has both rows, and its status line says so', async () => {
    await expect(await grid.cell({ row: 12, column: 'EntryNo' })).toHaveText(key);
    await expect(await grid.cell({ row: 18, column: 'EntryNo' })).toHaveText(key);
    await expect(page.getByRole('status').filter({ hasText: '12,000 rows' })).toContainText(told);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('figures are of all rows, and the doubled key is told beside them', async () => {
    await tab(page, 'Columns').click();
    await expect(coverage(page)).toHaveText(`12,000 rows of the snapshot read · ${told}`);
    await expect(page.getByRole('table', { name: 'Column profile' })).toContainText('11,999');
    await expectNoAxeViolations(page);
  });

  await test.step('Key twice finds both rows, and names the key', async () => {
    await tab(page, 'Checks').click();
    const toggles = page.getByRole('group', { name: 'Findings by check' });
    await toggles.getByRole('button', { name: /^Key twice/ }).click();
    const findings = page.getByRole('grid', { name: 'Findings' });
    await expect(findings.getByText(`2 rows with the same key: EntryNo ${key}`)).toHaveCount(2);
  });

  await test.step('the file has both rows, and nothing claims that keys are unique', async () => {
    await tab(page, 'Rows').click();
    const downloads = downloadsOf(page);
    await startExport(page);
    const tray = page.getByRole('region', { name: 'Exports' });
    await expect(tray).toContainText('All 12,000 rows written');
    await expect(tray).toContainText(
      `Keys not unique (EntryNo): the source has 1 key in several rows: ${key}.`,
    );
    await expect.poll(() => downloads.length).toBe(2);
    const certificate: { keys: object } = JSON.parse(await contentOf(downloads[1]));
    expect(certificate.keys).toMatchObject({ areUnique: false, doubled: { keys: 1, named: [key] } });
  });
});

test('a page that brings another one’s rows is told in every view, and by no figure as whole @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 30_000 } });
  await signIn({ at: '/prices/SalesPrice' });
  await run(page);
  await serviceControl.order({
    do: 'add-fault',
    rule: {
      on: 'extraction',
      fault: { kind: 'other-page-rows' },
      skip: 2,
      leastRows: LEAST_ROWS_OF_READING,
    },
  });
  // The list of all texts that the coverage shows from here on.
  const said: string[] = [];
  await page.exposeFunction('noteCoverage', (text: string) => said.push(text));
  await page.evaluate(() => {
    const note = (globalThis as unknown as { noteCoverage: (text: string) => void }).noteCoverage;
    new MutationObserver(() => {
      const text = document.querySelector('[role="status"][aria-label="Coverage"]')?.textContent;
      if (typeof text === 'string') note(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const inconsistent =
    /^30,000 of 30,000 rows read, and the snapshot’s data is inconsistent: 10,000 rows repeat others, .* Repeated keys: \d+, /;
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(inconsistent);
  const alert = page.getByRole('alert').filter({ hasText: 'The snapshot’s data is inconsistent' });
  await expect(alert).toContainText(/It repeated 10,000 rows\. Keys: \d+, /);
  await expectNoAxeViolations(page);
  for (const view of ['Pivot', 'Checks']) {
    await tab(page, view).click();
    await expect(coverage(page)).toHaveText(inconsistent);
  }
  await tab(page, 'Rows').click();
  await expect(page.getByRole('status').filter({ hasText: 'Data inconsistent' })).toContainText(
    '30,000 rows',
  );
  expect(said.filter((text) => text.startsWith('All'))).toEqual([]);

  await alert
    .getByRole('button', { name: 'Take a new snapshot' })
    .or(page.getByRole('button', { name: 'Take a new snapshot' }))
    .first()
    .click();
  await expect(alert).toHaveCount(0);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText('All 30,000 rows of the snapshot');
});
