import { expectAccessibleInBothSchemes } from '../support/axe';
import { expect, test } from '../support/test';

const BROKEN: { what: string; file: string; key: string; problem: string | RegExp }[] = [
  { what: 'no JSON', file: '{ "demo": true', key: '(the file)', problem: 'The file is not valid JSON.' },
  { what: 'no object', file: '["demo"]', key: '(the file)', problem: /^This value is not allowed/ },
  {
    what: 'a newer format',
    file: '{ "version": 2, "demo": "rows" }',
    key: 'version',
    problem: /newer format than this console reads, which is version 1/,
  },
  { what: 'a value of another type', file: '{ "demo": "yes" }', key: 'demo', problem: /true \| false/ },
  {
    what: 'no address',
    file: '{ "serviceAddress": "prices" }',
    key: 'serviceAddress',
    problem: /"https:\/\/prices\.example\.com\/papi"/,
  },
  { what: 'an unknown language', file: '{ "language": "fr" }', key: 'language', problem: /"en" \| "de"/ },
  { what: 'an impossible region', file: '{ "formats": "xx_?" }', key: 'formats', problem: /"de-AT"/ },
];

test('a broken config.json is reported by the key that is wrong', async ({ page }) => {
  let body = '';
  await page.route('/config.json', (route) => route.fulfill({ contentType: 'application/json', body }));
  for (const { what, file, key, problem } of BROKEN) {
    await test.step(what, async () => {
      body = file;
      await page.goto('/prices');
      await expect(page.getByRole('heading', { name: 'The configuration file is broken' })).toBeVisible();
      const row = page.getByRole('row', { name: key });
      await expect(row.getByRole('rowheader')).toHaveText(key);
      await expect(row.getByRole('cell')).toHaveText(problem);
      await expect(page.getByRole('row')).toHaveCount(2);
    });
  }
});

test('all wrong keys are reported at once, and Reload the page helps once they are right', async ({
  page,
}) => {
  let file = '{ "title": "", "clientId": 7, "analysis": "red" }';
  await page.route('/config.json', (route) => route.fulfill({ contentType: 'application/json', body: file }));
  await page.goto('/');
  await expect(page.getByRole('rowheader')).toHaveText(['clientId', 'title', 'analysis']);
  await expectAccessibleInBothSchemes(page);
  file = '{ "$schema": "./config.schema.json", "version": 1, "demo": true, "colour": "red" }';
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a config.json that cannot be loaded is not taken for a missing one', async ({ page, problems }) => {
  problems.allowResponse(503, /config\.json$/);
  let status = 503;
  await page.route('/config.json', (route) =>
    status === 200 ? route.fallback() : route.fulfill({ status }),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'The console’s server does not respond' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('(config.json) could not be loaded');
  // It goes on by itself.
  status = 200;
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('without a config.json the defaults apply', async ({ page, problems }) => {
  problems.allowResponse(404, /config\.json$/);
  await page.route('/config.json', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveValue('');
  await expect(page.getByRole('group', { name: 'Demo accounts' })).toBeHidden();
});

test('the demo cannot be started where it is no part of the build @service-only', async ({ page }) => {
  await page.route('/config.json', (route) => route.fulfill({ json: { demo: true } }));
  await page.goto('/');
  await expect(page.getByRole('row', { name: 'demo' }).getByRole('cell')).toHaveText(
    'This build of the console has no demo. Leave the key out, or install the build that has one.',
  );
});
