import type { Page } from '@playwright/test';
import { findPriceSource, rowAt, rowCountAt } from '@mocks/data/price-sources';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

const PRICE_COLUMN = 'PromotionPrice';

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  // The button is enabled once the statistics of every column are computed.
  await expect(page.getByRole('button', { name: 'Copy table' })).toBeEnabled();
}

const profileTable = (page: Page) => page.getByRole('table', { name: 'Column profile' });

/** Returns the statistics of a number column, computed only from its rows. */
function expectedFigures(column: string) {
  const record = findPriceSource(PRICE_COLUMN)?.fields.find((each) => each.record.name === column)?.record;
  const scale = record?.scale ?? 0;
  const units: bigint[] = [];
  let emptyCount = 0;
  for (let row = 0; row < rowCountAt(PRICE_COLUMN); row += 1) {
    const cell = rowAt(PRICE_COLUMN, row)[column];
    if (cell === undefined) throw new Error(`There is no column ${column}.`);
    if (typeof cell !== 'string') emptyCount += 1;
    else units.push(unitsOf(cell, scale));
  }
  const sum = units.reduce((total, each) => total + each, 0n);
  return {
    filled: units.length,
    empty: emptyCount,
    distinct: new Set(units).size,
    sum: {
      /** The sum in the format in which the column shows numbers. */
      shown: shownOf(sum, scale, record?.FORMATTING ?? ''),
      exact: textOf(sum, scale),
    },
  };
}

function unitsOf(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

function textOf(units: bigint, scale: number): string {
  const digits = String(units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
}

/** Formats a number by a pattern such as `#,##0.00`. Without a pattern, all stored decimals are shown. */
function shownOf(units: bigint, scale: number, pattern: string): string {
  if (pattern === '') return textOf(units, scale);
  const places = pattern.split('.')[1]?.length ?? 0;
  const step = 10n ** BigInt(scale - places);
  const text = textOf((units + step / 2n) / step, places);
  return pattern.includes(',') ? text.replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text;
}

test('the profile of every column agrees with its rows @service-only @promise', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  await openColumns(page);
  const table = profileTable(page);
  const fields = findPriceSource(PRICE_COLUMN)?.fields ?? [];
  await expect(table.getByRole('rowheader')).toHaveCount(fields.length);
  for (const { record, type } of fields.filter((field) => field.type === 'number')) {
    const { filled, empty, distinct, sum } = expectedFigures(record.name);
    const row = table.getByRole('row').filter({
      has: page.getByRole('button', { name: `Profile of ${record.name}`, exact: true }),
    });
    const cells = row.getByRole('cell');
    await expect(cells.nth(0), type).toHaveText('Number');
    await expect(cells.nth(2), `${record.name} filled`).toHaveText(String(filled));
    // The number is followed by the share of all rows in parentheses.
    await expect(cells.nth(3), `${record.name} empty`).toHaveText(new RegExp(`^${empty}(?: \\(.+%\\))?$`));
    await expect(cells.nth(4), `${record.name} distinct`).toHaveText(String(distinct));
    await expect(cells.nth(7), `${record.name} sum`).toContainText(filled === 0 ? '–' : sum.shown);
  }
  // Statistics are formatted like the rows. Hovering over them and copying them give every digit.
  const prices = table.getByRole('row').filter({
    has: page.getByRole('button', { name: 'Profile of PromotionValue', exact: true }),
  });
  const { sum } = expectedFigures('PromotionValue');
  const least = await prices.getByRole('cell').nth(5).textContent();
  expect(least).toMatch(/^\d+\.\d\d$/);
  const mean = prices
    .getByRole('cell')
    .nth(8)
    .getByText(/^[\d,]+\.\d{4}$/);
  await expect(mean).toHaveAttribute('title', /\.\d{8}$/);
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect(page.getByText(/rows copied\./).first()).toBeVisible();
  const exactMean = (await mean.getAttribute('title'))?.replaceAll(',', '') ?? '';
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `\t${sum.exact}\t${exactMean}\t`,
  );
});
