import type { Download, Locator, Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectChangeCounts, expectedChanges } from '../support/changes-oracle';
import { DemoService } from '../support/demo-service';
import { expectedRow } from '../support/expected-cells';
import { contentOf, downloadsOf, showExports } from '../support/exports';
import { Grid } from '../support/grid';
import { keepCopy } from '../support/kept-copies';
import { QueryForm } from '../support/query-form';
import { expectTrueRows } from '../support/seen-rows';
import { expect, test } from '../support/test';

// The demo's service speaks each dialect, and the console reads it by the description of the same name. What the rows have to be is
// computed from the data, not read from the service.

interface TextFilter {
  readonly operator: 'contains' | 'starts with' | 'ends with';
  readonly value: string;
}

interface SpokenDialect {
  readonly dialect: string;
  /** A filter with an operator that the service has, and one with an operator that it lacks. */
  readonly known: TextFilter;
  readonly missing: TextFilter;
  readonly keepsSnapshots: boolean;
}

const WINTER = 'Winter ready: ';

const DIALECTS: readonly SpokenDialect[] = [
  {
    dialect: 'snake_case, offsets, numbers as keys',
    known: { operator: 'starts with', value: WINTER },
    missing: { operator: 'contains', value: 'Seal' },
    keepsSnapshots: true,
  },
  {
    dialect: 'PascalCase, .NET dates, keys in headers',
    known: { operator: 'contains', value: 'Seal' },
    missing: { operator: 'ends with', value: 'Winterfest: Dichtungssatz' },
    keepsSnapshots: true,
  },
  {
    dialect: 'Bare answers, no snapshots, no total',
    known: { operator: 'contains', value: 'Seal' },
    missing: { operator: 'starts with', value: WINTER },
    keepsSnapshots: false,
  },
];

const PRICE_COLUMN = 'PromotionPrice';
const ROWS = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, place) => rowAt(PRICE_COLUMN, place));
const LEAST_VALUE = '4.20';
const SALES_ROWS = 250_000;
/** The columns that are shown alike whether the service lists their formats or not. */
const COMPARED = ['PromotionCode', 'Title', 'Currency', 'StartsOn', 'EndsOn', 'IsConfirmed', 'ItemNumber'];

test('a query finds exactly its rows at a service without snapshots, total and fields, as its description says @promise', async ({
  page,
  signIn,
}) => {
  const spoken = DIALECTS.find(({ keepsSnapshots }) => !keepsSnapshots);
  if (spoken === undefined) throw new Error('Every dialect has snapshots.');
  await signIn();
  await new DemoService(page).speak(spoken.dialect);
  await expectRowsOfQuery(page, spoken);
});

for (const spoken of DIALECTS) {
  test(`the whole work with a service that speaks another dialect: ${spoken.dialect}`, async ({
    page,
    signIn,
  }) => {
    await signIn();
    const demo = new DemoService(page);
    await demo.speak(spoken.dialect);
    await test.step('a query with filters and an order finds exactly its rows', async () => {
      await expectRowsOfQuery(page, spoken);
    });
    await test.step('a file has every row, with a proof if the rows stay the same', async () => {
      await runWhole(page);
      await expectFile(page, spoken);
    });
    await test.step('a sum of the pivot equals the sum of the rows', async () => expectSum(page));
    await test.step('the last of 250,000 rows is one key away', async () => {
      await demo.chooseRowCount(SALES_ROWS);
      await page.goto('/prices/SalesPrice');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const grid = new Grid(page);
      await grid.expectRowLoaded(0);
      await grid.expectRowCount(SALES_ROWS);
      await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
      await page.keyboard.press('Control+End');
      const { rows } = await expectTrueRows(grid.root);
      expect(rows.at(-1)?.row).toBe(SALES_ROWS - 1);
    });
    await test.step('changed prices are compared, row by row', async () => {
      await expectChanges(page, demo, spoken);
    });
  });
}

async function expectRowsOfQuery(page: Page, { known, missing }: SpokenDialect): Promise<void> {
  await page.getByRole('link', { name: 'Price columns', exact: true }).click();
  await page.getByRole('link', { name: 'Promotion price', exact: true }).click();
  const form = new QueryForm(page);
  await form.addFilter('PromotionValue', 'greater than', LEAST_VALUE);
  await expect(hereMark(await form.addFilter('Title', known.operator, known.value))).toBeHidden();
  await expect(hereMark(await form.addFilter('Title', missing.operator, missing.value))).toBeVisible();
  await form.addSort('PromotionCode', 'Descending');
  await page.keyboard.press('Control+Enter');
  const places = ROWS.flatMap((row, place) => {
    const [value, title] = [row['PromotionValue'] ?? null, String(row['Title'])];
    const isFound = Number(value) > Number(LEAST_VALUE) && fits(title, known) && fits(title, missing);
    return isFound ? [place] : [];
  }).toReversed();
  expect(places.length).toBeGreaterThan(1);
  const grid = new Grid(page);
  await grid.expectRowCount(places.length);
  await expect(page.getByText('one filter applied here')).toBeVisible();
  const read = await grid.readRows(places.map((_, index) => index));
  expect(read.map((row) => ({ ...row, PromotionValue: digitsOf(row['PromotionValue']) }))).toEqual(
    places.map((place) => {
      const expected = expectedRow(PRICE_COLUMN, place);
      return expect.objectContaining({
        ...Object.fromEntries(COMPARED.map((column) => [column, expected[column]])),
        PromotionValue: digitsOf(ROWS[place]?.['PromotionValue']),
      });
    }),
  );
}

function hereMark(filter: Locator): Locator {
  return filter.getByRole('note', { name: /^Done here, on the rows read/ });
}

function fits(title: string, { operator, value }: TextFilter): boolean {
  if (operator === 'starts with') return title.startsWith(value);
  return operator === 'ends with' ? title.endsWith(value) : title.includes(value);
}

/** Returns a number without what its format adds: separators of thousands, and zeros at the end of its decimals. */
function digitsOf(shown: unknown): string {
  const digits = String(shown).replaceAll(',', '');
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

async function runWhole(page: Page): Promise<void> {
  await page.goto(`/prices/${PRICE_COLUMN}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await grid.expectRowCount(ROWS.length);
}

/** Exports the rows on screen, compares the file with the data, and lets the console verify it. */
async function expectFile(page: Page, { keepsSnapshots }: SpokenDialect): Promise<void> {
  const downloads = downloadsOf(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: 'JSON lines', exact: true }).check();
  await page.getByRole('button', { name: 'Start export' }).click();
  await showExports(page);
  await expect.poll(() => downloads.length).toBe(2);
  const tray = page.getByRole('region', { name: 'Exports' });
  await expect(tray.getByText(keepsSnapshots ? 'Complete' : 'Not provable', { exact: true })).toBeVisible();
  const [file = '', certificate = ''] = await Promise.all(downloads.map(contentOf));
  const rows = file
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  const compared = (row: Readonly<Record<string, unknown>>) => [
    ...COMPARED.map((column) => row[column]),
    row['PromotionValue'] === null ? null : digitsOf(row['PromotionValue']),
  ];
  expect(rows.map(compared)).toEqual(ROWS.map(compared));
  expect(JSON.parse(certificate)).toMatchObject({ rows: { written: ROWS.length } });
  await page.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Check an earlier export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check an earlier export' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(await Promise.all(downloads.map(asPicked)));
  if (keepsSnapshots) {
    await expect(dialog.getByText('Unchanged', { exact: true })).toBeVisible();
    await expect(dialog).toContainText('match the snapshot');
  } else {
    await expect(dialog.getByRole('status')).toContainText('The file matches its certificate');
    await expect(dialog.getByRole('status')).toContainText('Not provable. No stable snapshot');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function asPicked(download: Download) {
  return {
    name: download.suggestedFilename(),
    mimeType: '',
    buffer: Buffer.from(await contentOf(download)),
  };
}

async function expectSum(page: Page): Promise<void> {
  const pivot = encodeURIComponent('1;rows,Currency;measures,count,sum~PromotionValue');
  await page.goto(`/prices/${PRICE_COLUMN}?v=1&show=pivot&pivot=${pivot}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const euros = ROWS.filter((row) => row['Currency'] === 'EUR');
  const cents = euros.reduce((sum, row) => sum + Math.round(Number(row['PromotionValue'] ?? 0) * 100), 0);
  const figures = page.getByRole('table', { name: 'Pivot' }).getByRole('row', { name: /^EUR/ });
  await expect(figures.getByRole('button').nth(-2)).toHaveText(String(euros.length));
  expect(digitsOf(await figures.getByRole('button').last().textContent())).toBe(String(cents / 100));
}

async function expectChanges(
  page: Page,
  demo: DemoService,
  { keepsSnapshots }: SpokenDialect,
): Promise<void> {
  await runWhole(page);
  if (!keepsSnapshots) await keepCopy(page, 'Before');
  await demo.changeSource();
  // The service announces new snapshots, which not every service has.
  if (keepsSnapshots) await expect(page.getByText(/^Prices changed at/)).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const expected = expectedChanges(PRICE_COLUMN, 'PromotionCode', [0, 1]);
  await new Grid(page).expectRowCount(rowCountAt(PRICE_COLUMN, { version: 1 }));
  await page
    .getByRole('tablist', { name: 'View of the snapshot' })
    .getByRole('tab', { name: 'Changes', exact: true })
    .click();
  if (!keepsSnapshots) {
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: /Before/ }).click();
  }
  await expectChangeCounts(page, expected);
}
