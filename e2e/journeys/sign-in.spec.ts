import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../support/axe';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

test('wrong credentials are reported in one alert; the right ones then sign in @service', async ({
  page,
  problems,
}) => {
  problems.allowResponse(403, /\/papi\/token$/);
  await page.goto('/sign-in');
  await submitCredentials(page, 'manager', 'not the password');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('User name or password is wrong');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue('manager');
  await expectAccessibleInBothSchemes(page);
  await submitCredentials(page, 'manager', 'demo-manager');
  await expect(page.getByRole('heading', { name: 'Price columns', level: 1 })).toBeVisible();
});

test('a plain-http address is refused before anything is sent', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Service address' }).fill('http://prices.example.com/papi');
  await submitCredentials(page, 'manager', 'demo-manager');
  await expect(page.getByRole('alert')).toContainText('The address is not safe');
});

test('a deep link opened while signed out is where one lands after sign-in @promise', async ({ page }) => {
  await page.goto('/schema/item?search=Cost');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: 'Pricing manager' }).click();
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  await expect(page).toHaveURL(/\/schema\/item\?search=Cost$/);
  await expect(page.getByRole('searchbox', { name: 'Search columns' })).toHaveValue('Cost');
});

test('an analyst sees the cost column locked, and signs out', async ({ page, signIn }) => {
  await signIn({ as: 'Analyst' });
  await page.getByRole('link', { name: 'Item schema' }).click();
  const cost = page.getByRole('row', { name: /CostForPricing/ });
  await expect(cost).toContainText('Locked');
  await expect(cost).not.toContainText('decimal');
  await expect(page.getByRole('table', { name: 'Columns' }).getByRole('row')).toHaveCount(12);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
