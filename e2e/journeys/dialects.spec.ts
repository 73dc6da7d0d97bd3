import { Grid } from '../support/grid';
import { test } from '../support/test';

// The demo's service speaks each dialect, and the console reads it by the description of the same name.

const DIALECTS = [
  'snake_case, offsets, numbers as keys',
  'PascalCase, .NET dates, keys in headers',
  'Bare answers, no snapshots, no total',
] as const;

for (const dialect of DIALECTS) {
  test(`rows of a service with another dialect: ${dialect}`, async ({ page, signIn }) => {
    await signIn();
    await page.getByRole('button', { name: 'Demo controls' }).click();
    const select = page.getByRole('combobox', { name: 'Dialect' });
    await Promise.all([page.waitForEvent('load'), select.selectOption({ label: dialect })]);
    await page.goto('/prices/PromotionPrice');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const grid = new Grid(page);
    await grid.expectRowLoaded(0);
    await grid.expectRowCount(240);
  });
}
