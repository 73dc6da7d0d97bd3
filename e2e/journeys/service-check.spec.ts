import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { startServiceProcess } from '../../scripts/service-process.mjs';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { MANAGER } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

test('a service that the console has no description of is checked, described and read @service-only', async ({
  page,
  context,
  problems,
}) => {
  // The service refuses what it does not know, and the console reads price columns that it cannot find.
  problems.allowResponse(400, /\/papi\//);
  problems.allowResponse(404, /\/papi\//);
  const service = await startServiceProcess(['--tls', '--description', 'mocks/dialects/snake-case.json']);
  const { origin, close } = await serve({
    directory: builtDirectories.production,
    service: service.upstream,
  });
  await page.goto(`${origin}/sign-in`);
  await page.getByRole('button', { name: 'Check service' }).click();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await expect(page.getByRole('heading', { name: 'Service check', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await expect(page.getByText('With the proposed description, the service fits.')).toBeVisible();
  const steps = page.getByRole('table', { name: 'Service check' });
  await expect(steps.getByRole('row', { name: /^First page differs/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  const other = await context.newPage();
  await other.goto(`${origin}/views`);
  await expect(other.getByRole('heading', { name: 'Saved views' })).toBeVisible();
  await page.getByRole('button', { name: 'Use in this browser' }).press('Enter');
  await expect(page.getByText('The description is stored in this browser.')).toBeVisible();
  await expect(other.getByText('Your own description takes effect')).toBeVisible();
  await page.getByRole('button', { name: 'Reload now' }).press('Enter');
  await expect(page.getByText('own description', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Price columns' }).click();
  await page.getByRole('link', { name: /^Sales price/ }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();

  await test.step('nothing of it is left at the sign-out', async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('colonnade-own-description'))).toBeNull();
  });
  // The pages may still load parts of the application.
  for (const each of [other, page]) await each.goto('about:blank');
  await close();
  await service.close();
});
