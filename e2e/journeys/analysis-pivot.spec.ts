import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { Grid } from '../support/grid';
import { keptRecords } from '../support/kept-records';
import { messagesOf } from '../support/message-catalogue';
import { expect, test } from '../support/test';

// The view Pivot: figures of the rows read, by groups.

const ROWS = Array.from({ length: rowCountAt('PromotionPrice') }, (_, index) =>
  rowAt('PromotionPrice', index),
);
const PIVOT = '1;rows,Currency;columns,IsConfirmed;measures,count,sum~PromotionValue';
const at = (pivot?: string) =>
  `/prices/PromotionPrice?v=1&show=pivot${pivot === undefined ? '' : `&pivot=${encodeURIComponent(pivot)}`}`;

const table = (page: Page) => page.getByRole('table', { name: 'Pivot' });

/** What the rows add up to, in ten-thousandths, as the console writes it in English. */
function sumOf(rows: readonly (typeof ROWS)[number][], places = 4): string {
  const units = rows.reduce(
    (sum, row) => sum + BigInt(String(row['PromotionValue'] ?? '0.0000').replace('.', '')),
    0n,
  );
  return new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(`${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}` as Intl.StringNumericLiteral);
}

/** The same as the column shows it. */
const shownSumOf = (rows: Parameters<typeof sumOf>[0]) => sumOf(rows, 2);

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

test('figures of a pivot equal those of its rows, which a figure opens @service-only @promise', async ({
  page,
  signIn,
}) => {
  await signIn({ at: at(PIVOT) });
  await run(page);
  const euros = ROWS.filter((row) => row['Currency'] === 'EUR');
  const row = table(page).getByRole('row', { name: /^EUR/ });
  await expect(row.getByRole('button').nth(-2)).toHaveText(
    new Intl.NumberFormat('en-GB').format(euros.length),
  );
  // Rounded as the column is formatted.
  await expect(row.getByRole('button').last()).toHaveText(shownSumOf(euros));
  const total = table(page).getByRole('row', { name: /^Total/ });
  await expect(total.getByRole('button').last()).toHaveText(shownSumOf(ROWS));
  await expect(page.getByText(/^\* .*currencies in the totals/)).toBeVisible();

  await row.getByRole('button').last().focus();
  await page.keyboard.press('Home');
  await expect(row.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const ended = euros.filter((each) => each['IsConfirmed'] === false);
  await expect(new Grid(page).root).toHaveAttribute('aria-rowcount', String(ended.length + 1));
  await page.goBack();
  await expect(row.getByRole('button').last()).toHaveText(shownSumOf(euros));
});

test('a pivot is arranged, and stays in address, history and saved view', async ({ page, signIn }) => {
  await signIn({ at: at() });
  await run(page);
  // Opens with an answer, before anything is chosen.
  await expect(table(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'View', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.goto(at('1;measures,count'));
  await run(page);
  await page.getByRole('combobox', { name: 'Group rows by' }).fill('Curr');
  await page.getByRole('option', { name: 'Currency', exact: true }).click();
  await expect(table(page)).toBeVisible();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('pivot'))
    .toBe('1;rows,Currency;measures,count');
  await page.getByRole('button', { name: 'Add measure' }).click();
  const added = page.getByRole('group', { name: 'Measure 2' });
  await added.getByRole('combobox', { name: 'Function' }).click();
  await page.getByRole('option', { name: 'median', exact: true }).click();
  await expect(table(page).getByRole('columnheader', { name: /^Median/ })).toBeVisible();
  // Undone from anywhere, as the query is.
  await table(page).getByRole('button').first().focus();
  await page.keyboard.press('Control+z');
  await expect(table(page).getByRole('columnheader', { name: /^Median/ })).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(table(page).getByRole('columnheader', { name: /^Median/ })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(table(page).getByRole('columnheader')).toHaveText(['Currency', 'Count']);
  await page.goForward();
  await page.goForward();
  await expect(table(page).getByRole('columnheader', { name: /^Median/ })).toBeVisible();

  const pivot = new URL(page.url()).searchParams.get('pivot');
  const views = page.getByRole('button', { name: /^Saved views/ });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Medians');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => keptRecords(page, 'views')).toContain('median');
  await page.goto('/prices/PromotionPrice');
  await views.click();
  await page.getByRole('menuitem', { name: 'Medians' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('pivot')).toBe(pivot);
});

test('a pivot is copied for Excel and exported', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn({ at: at(PIVOT) });
  await run(page);
  await expect(table(page)).toBeVisible();
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect(page.getByText(/rows copied\.$/).first()).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const exact = sumOf(ROWS).replaceAll(',', '');
  expect(text.split(/\r?\n/).at(-1)?.split('\t').at(-1)).toBe(exact);
  await page.getByRole('button', { name: 'Export table' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV for programs' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Pivot of .*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  expect(lines.at(-1)?.split(',').at(-1)).toBe(exact);
});

test('a chart leaves the table half of the room, and is saved as a picture', async ({ page, signIn }) => {
  await signIn({ at: at('1;rows,StartsOn~month;columns,Currency;measures,average~PromotionValue;shade') });
  await run(page);
  await expect(table(page)).toBeVisible();
  await page.getByRole('switch', { name: 'Chart' }).click();
  const chart = page.getByRole('figure', { name: /^Chart of Average/ });
  await expect(chart).toBeVisible();
  // Over time it has lines.
  await expect(page.getByRole('combobox', { name: 'Kind of chart' })).toHaveValue('lines');
  await expect(table(page).getByRole('row', { name: /^Total/ })).toBeInViewport({ ratio: 1 });
  for (const format of ['SVG', 'PNG']) {
    await chart.getByRole('button', { name: 'Save picture' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Pivot of .*\\.${format.toLowerCase()}$`));
    const bytes = await readFile(await file.path());
    if (format === 'PNG') expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    else expect(bytes.toString('utf8')).toMatch(/<svg [^]*font-face[^]*>Chart of Average of PromotionValue/);
  }
});

test('a pivot is accessible, and fits 320 pixels', async ({ page, signIn }) => {
  await signIn({ at: at(`${PIVOT};chart;shade`) });
  await run(page);
  await expect(table(page)).toBeVisible();
  await expect(page.getByRole('figure', { name: /^Chart of Count/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await table(page).getByRole('button').last().scrollIntoViewIfNeeded();
  await expect(table(page).getByRole('button').last()).toBeInViewport();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('steps and figures are written in German', async ({ page, signIn }) => {
    const t = messagesOf('de-DE');
    await signIn({ at: at('1;rows,StartsOn~quarter;measures,sum~PromotionValue'), t });
    await page.getByRole('button', { name: t('workbench.query.run'), exact: true }).click();
    await expect(table(page).getByRole('columnheader').first()).toHaveText('StartsOn, nach Quartal');
    const total = shownSumOf(ROWS).replaceAll(/[,.]/g, (sign) => (sign === ',' ? '.' : ','));
    await expect(
      table(page)
        .getByRole('row', { name: /^Gesamt/ })
        .getByRole('button'),
    ).toHaveText(total);
  });
});

test('a link whose pivot cannot be used says why', async ({ page, signIn }) => {
  await signIn({ at: at('1;rows,Gone;measures,count') });
  await run(page);
  await expect(page.getByText('uses the field Gone')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(table(page)).toBeVisible();
});
