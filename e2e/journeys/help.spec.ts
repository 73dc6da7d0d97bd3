import { expectNoAxeViolations } from '../support/axe';
import { expect, test } from '../support/test';

test('Help lists keys, leads to the guide, and its key can be switched off', async ({ page, signIn }) => {
  await signIn();
  await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
  const help = page.getByRole('dialog', { name: 'Help' });
  // In a text field, the key types its character instead of opening the help.
  const search = page.getByRole('searchbox', { name: 'Search price columns' });
  await search.press('?');
  await expect(search).toHaveValue('?');
  await search.fill('');
  await search.blur();
  await page.keyboard.press('?');
  await expect(help.getByText('Run the query')).toBeVisible();
  await expectNoAxeViolations(page);

  const [guide] = await Promise.all([
    page.waitForEvent('popup'),
    help.getByRole('link', { name: 'Find prices that are likely wrong' }).click(),
  ]);
  await expect(guide.getByRole('heading', { name: '7. Find prices that are likely wrong' })).toBeInViewport();
  const picture = guide.getByRole('img', { name: 'Checks and what they found' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await guide.close();

  await help.getByRole('checkbox', { name: 'Open Help with the key ?' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(help).toBeHidden();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(help).toBeVisible();
});
