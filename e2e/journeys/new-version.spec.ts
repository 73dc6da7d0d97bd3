import { deployConsole, type DeployedConsole } from '../support/deployed-console';
import { openSnapshot, showExports } from '../support/exports';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { test as base, expect } from '../support/test';

const test = base.extend<{ readonly deployed: DeployedConsole }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
  deployed: async ({}, use) => {
    const deployed = await deployConsole();
    await use(deployed);
    await deployed.close();
  },
  baseURL: async ({ deployed }, use) => use(deployed.origin),
});

test.beforeEach(({ problems }) => {
  problems.allowResponse(404, /\/assets\//);
  problems.allowFailedRequest(/\/assets\//);
  // These are the browser's messages for a module or style sheet with the wrong content type.
  problems.allowConsole(/Failed to load module script|Refused to apply style/);
});

const NOT_LOADED = 'This part could not be loaded';

test('parts of a version that is gone fail in their place, and Reload brings the new one with all work', async ({
  page,
  signIn,
  deployed,
}) => {
  await signIn();
  await openSnapshot(page, 'Promotion price');
  const form = new QueryForm(page);
  await form.addFilter('PromotionValue', 'greater than', '10');
  const address = page.url();
  const openExport = page.getByRole('button', { name: 'Export', exact: true });
  const startExport = page.getByRole('button', { name: 'Start export' });
  await openExport.click();
  await expect(startExport).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(startExport).toHaveCount(0);
  deployed.deploy();

  await page.keyboard.press('ControlOrMeta+k');
  const failure = page.getByRole('group', { name: NOT_LOADED });
  await expect(failure).toContainText('A new version is available');
  const notice = page.getByRole('group', { name: 'A new version is available' });
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toContainText('A new version is available');
  await failure.getByRole('button', { name: 'Close' }).click();
  await expect(failure).toHaveCount(0);

  await test.step('an export whose code is gone says so where it is', async () => {
    await openExport.click();
    await startExport.click();
    await showExports(page);
    const stopped = page.getByRole('listitem').filter({ hasText: 'Stopped' });
    await expect(stopped).toContainText('A part of this console could not be loaded.');
    await page.keyboard.press('Escape');
  });

  // The screen shows the failure in its own place. The navigation and the unfinished query are kept.
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(NOT_LOADED);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goBack();
  await expect(form.filter(1)).toContainText('= 10');
  await new Grid(page).expectRowLoaded(0);

  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(notice).toHaveCount(0);
  await new Grid(page).expectRowLoaded(0);
  await expect(page).toHaveURL(address);
  await expect(form.filter(1).getByLabel('Value', { exact: true })).toHaveValue('10');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Exports: unfinished' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
});
