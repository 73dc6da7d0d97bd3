import type { Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

const ROWS = Array.from({ length: rowCountAt('PromotionPrice') }, (_, index) =>
  rowAt('PromotionPrice', index),
);
const PIVOT = '1;rows,Currency;columns,IsConfirmed;measures,count,sum~PromotionValue';
const ADDRESS = `/prices/PromotionPrice?v=1&show=pivot&pivot=${encodeURIComponent(PIVOT)}`;

const table = (page: Page) => page.getByRole('table', { name: 'Pivot' });

/** Returns the sum of the rows as the column shows it in English. */
function shownSumOf(rows: readonly (typeof ROWS)[number][]): string {
  const units = rows.reduce(
    (sum, row) => sum + BigInt(String(row['PromotionValue'] ?? '0.0000').replace('.', '')),
    0n,
  );
  return new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(`${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}` as Intl.StringNumericLiteral);
}

test('figures of a pivot equal those of its rows, which a figure opens @service-only @promise', async ({
  page,
  signIn,
}) => {
  await signIn({ at: ADDRESS });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const euros = ROWS.filter((row) => row['Currency'] === 'EUR');
  const row = table(page).getByRole('row', { name: /^EUR/ });
  await expect(row.getByRole('button').nth(-2)).toHaveText(
    new Intl.NumberFormat('en-GB').format(euros.length),
  );
  // The sum is rounded to the format of the column.
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
