import { expect, test } from '../support/test';

test('a deep link opened while signed out is where one lands after sign-in @promise', async ({ page }) => {
  await page.goto('/schema/item?search=Cost');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: 'Pricing manager' }).click();
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  await expect(page).toHaveURL(/\/schema\/item\?search=Cost$/);
  await expect(page.getByRole('searchbox', { name: 'Search columns' })).toHaveValue('Cost');
});
