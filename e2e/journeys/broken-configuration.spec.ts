import { expectAccessibleInBothSchemes } from '../support/axe';
import { expect, test } from '../support/test';

test('a config.json that is broken, or cannot be loaded, is said to be so, until it is right', async ({
  page,
  problems,
}) => {
  problems.allowResponse(503, /config\.json$/);
  let file: { status?: number; contentType?: string; body?: string } = {};
  await page.route('/config.json', (route) => route.fulfill(file));
  const json = (body: string) => ({ contentType: 'application/json', body });
  const signIn = page.getByRole('heading', { name: 'Sign in', exact: true });

  await test.step('a file that is no JSON', async () => {
    file = json('{ "demo": true');
    await page.goto('/prices');
    await expect(page.getByRole('heading', { name: 'The configuration file is broken' })).toBeVisible();
    const row = page.getByRole('row', { name: '(the file)' });
    await expect(row.getByRole('cell')).toHaveText('The file is not valid JSON.');
  });

  await test.step('all wrong keys are reported at once, and Reload the page helps once they are right', async () => {
    file = json('{ "title": "", "clientId": 7, "analysis": "red" }');
    await page.goto('/');
    await expect(page.getByRole('rowheader')).toHaveText(['clientId', 'title', 'analysis']);
    await expectAccessibleInBothSchemes(page);
    file = json('{ "$schema": "./config.schema.json", "version": 1, "demo": true, "colour": "red" }');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(signIn).toBeVisible();
    await expect(page.getByRole('group', { name: 'Demo accounts' })).toBeVisible();
  });

  await test.step('one that cannot be loaded is not taken for a missing one, and comes by itself', async () => {
    const right = file;
    file = { status: 503 };
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'The console’s server does not respond' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('(config.json) could not be loaded');
    file = right;
    await expect(signIn).toBeVisible();
  });
});
