import { rowAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours } from '../support/axe';
import { copyFiles, copyRow, keepCopy, openSnapshots } from '../support/kept-copies';
import { openProposalExport, openSnapshot, stagedExports } from '../support/exports';
import { everythingInDatabases } from '../support/tab-contents';
import { Grid } from '../support/grid';
import { openAccount, passwordOf, signOut } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

test('a copy is kept, found, renamed, saved as a file and deleted; on disk it is noise, and nobody else’s', async ({
  page,
  signIn,
}) => {
  await signIn({ as: 'Analyst' });
  await openSnapshot(page, 'Promotion price');
  await keepCopy(page, 'Before the increase', 'For the board');
  // No staged file is left that a reload would restore.
  await expect.poll(() => stagedExports(page)).toEqual([]);
  await expect(
    page.getByRole('status').filter({ hasText: /^240 rows.*Kept as Before the increase/ }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Copy kept' }).click();
  const item = page.getByRole('region', { name: 'Exports' });
  await expect(item.getByText('240 rows in this browser')).toBeVisible();
  await item.getByRole('link', { name: 'Show kept copies' }).click();
  const row = copyRow(page, 'Before the increase');
  await expect(row.getByRole('cell', { name: 'Promotion price', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: '240', exact: true })).toBeVisible();
  await expect(row).toContainText('For the board');
  await expect(page.getByText(/^Kept copies take .+ The browser has room for/)).toBeVisible();
  await expectAccessibleInAllColours(page);

  // The start page lists the copy among the recent work.
  await page.getByRole('link', { name: 'Price columns', exact: true }).click();
  const goOn = page.getByRole('region', { name: 'Go on' });
  await expect(
    goOn.getByRole('link', { name: /^Kept copy: Promotion price Before the increase/ }),
  ).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('before the');
  await page.getByRole('option', { name: /^Before the increase/ }).click();
  // Every view, and the title of the tab, distinguish the copy from its snapshot.
  const status = page
    .getByRole('status')
    .filter({ hasText: /Kept copy: Before the increase.*Snapshot taken/ });
  await expect(status).toBeVisible();
  await expect(page).toHaveTitle('Before the increase, kept copy of Promotion price · Colonnade');
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(
    'Kept copy: Before the increase',
  );
  await openSnapshots(page);

  await row.getByRole('button', { name: 'Rename Before the increase' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming.getByText('Enter a name.')).toBeVisible();
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Spring');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rename Spring' })).toBeFocused();
  // The new name also appears in the view in which the copy was opened before.
  await page.getByRole('link', { name: 'Open Spring' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Kept copy: Spring' })).toBeVisible();
  await openSnapshots(page);

  // The browser's file picker is removed, because a test cannot answer it.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as file: Spring' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^PromotionPrice_.+\.parquet$/);

  await test.step('what it leaves on disk is noise', async () => {
    const stored = [
      await everythingInDatabases(page),
      ...(await copyFiles(page)).map(({ path, bytes }) => path + bytes),
    ];
    expect(stored.join('\n').length).toBeGreaterThan(10_000);
    const known = [
      'Spring',
      'For the board',
      'PromotionPrice',
      'analyst',
      'EntryNo',
      String(rowAt('PromotionPrice', 0)['PromotionCode']),
    ];
    for (const text of stored) for (const word of known) expect(text.includes(word), word).toBe(false);
  });

  await test.step('it stays where its person signs out, and somebody else sees nothing of it', async () => {
    await (await openAccount(page)).getByRole('menuitem', { name: 'Sign out' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out' })
      .getByRole('button', { name: 'Keep copies on this computer' })
      .click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await submitCredentials(page, 'manager', passwordOf('manager'));
    await openSnapshots(page);
    await expect(page.getByRole('heading', { name: 'No snapshots yet' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Kept copies' })).toBeHidden();
    // This user has no copies, so the sign-out asks about none.
    await signOut(page);
    await submitCredentials(page, 'analyst', passwordOf('analyst'));
    await openSnapshots(page);
    await expect(copyRow(page, 'Spring')).toBeVisible();
  });

  await page.getByRole('button', { name: 'Delete Spring' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this copy?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Delete Spring' }).click();
  await expectAccessibleInAllColours(page);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Kept copies' })).toBeHidden();
  await expect(page.getByText('Spring was deleted')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Snapshots', level: 1 })).toBeFocused();
  await expect.poll(() => copyFiles(page)).toEqual([]);
});

test('a copy opens without the service, in all views, and a run takes a new snapshot @service-only', async ({
  page,
  signIn,
  problems,
  serviceControl,
}) => {
  await signIn();
  await openSnapshot(page, 'Promotion price');
  const grid = new Grid(page);
  const before = await grid.readRows([0, 3]);
  await keepCopy(page, 'Before the increase');
  // The faults concern only the service, because the engine's own files come from the console's server.
  await serviceControl.order({ do: 'expire-snapshots' });
  problems.allowResponse(503, /\/papi\/api\/prices/);
  for (const on of ['extraction', 'prices'] as const)
    await serviceControl.order({
      do: 'add-fault',
      rule: { on, fault: { kind: 'status', status: 503 }, times: null },
    });
  await openSnapshots(page);
  await page.getByRole('link', { name: 'Open Before the increase' }).click();
  await grid.expectRowLoaded(0);
  expect(await grid.readRows([0, 3])).toEqual(before);
  await expect(page.getByRole('status').filter({ hasText: /Kept copy: .+Snapshot taken/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep a copy' })).toBeHidden();
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page.getByRole('status', { name: 'Coverage' })).toHaveText('All 240 rows of the snapshot');
  await expect(page.getByRole('table', { name: 'Column profile' })).toBeVisible();
  await page.getByRole('tab', { name: 'Pivot' }).click();
  await expect(page.getByRole('table', { name: 'Pivot' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Pivot' })).toBeVisible();

  await serviceControl.order({ do: 'clear-faults' });
  await page.getByRole('tab', { name: 'Rows' }).click();
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await expect.poll(() => page.url()).not.toContain('copy');
  await grid.expectRowLoaded(0);
});

test('without the network a copy opens of which nothing was loaded but the list, wherever files are not cached @service-only', async ({
  page,
  context,
  signIn,
  problems,
}) => {
  await signIn();
  await openSnapshot(page, 'Promotion price');
  const grid = new Grid(page);
  const rows = await grid.readRows([0, 3]);
  await keepCopy(page, 'For the train');
  await openSnapshots(page);
  // With this header, a host forbids the browser to cache its files.
  let isOnline = true;
  await context.route('**/assets/**', async (route) => {
    if (!isOnline) return route.abort('internetdisconnected');
    // The request is repeated if the server has just closed an idle connection, as browsers do.
    const response = await route.fetch({ maxRetries: 3 });
    return route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'no-store' } });
  });
  await page.reload();
  await expect(
    page.getByText('Without the network they do not open yet: what that needs is still loading.'),
  ).toBeVisible();
  await expect(
    page.getByText('They also open without the network, as long as this tab is open.'),
  ).toBeVisible();
  await expectAccessibleInAllColours(page);

  problems.allowFailedRequest(/./);
  problems.allowConsole(/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  isOnline = false;
  await context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open For the train' }).click();
  await grid.expectRowLoaded(0);
  expect(await grid.readRows([0, 3])).toEqual(rows);
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page.getByRole('table', { name: 'Column profile' })).toBeVisible();
  await page.getByRole('tab', { name: 'Pivot' }).click();
  await expect(page.getByRole('table', { name: 'Pivot' })).toBeVisible();

  await test.step('new prices are proposed, and written to a file', async () => {
    await page.getByRole('tab', { name: 'Proposal' }).click();
    const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
    await rule.getByRole('textbox', { name: 'Percent', exact: true }).fill('3');
    await expect(rule).toContainText('240 rows');
    const changed = page.getByRole('button', { name: /^Changed: / });
    await expect(changed).not.toHaveText('0');
    await openProposalExport(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV for programs', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/proposal/);
  });
});

test('each week one press compares with the last copy and one keeps the next, and all of it works offline @service-only', async ({
  page,
  context,
  signIn,
  problems,
  serviceControl,
}) => {
  await signIn();
  await openSnapshot(page, 'Promotion price');
  const tools = page.getByRole('group', { name: 'Kept copies' });
  await page.getByRole('tab', { name: 'Changes' }).click();
  const noneYet = tools.getByText('No copy of another snapshot of this price column is kept yet.');
  await expect(noneYet).toBeVisible();
  await page.getByRole('tab', { name: 'Rows' }).click();
  await new Grid(page).expectRowLoaded(0);
  await keepCopy(page, 'Last week');
  await page.getByRole('tab', { name: 'Changes' }).click();
  await expect(tools.getByText('Kept as Last week')).toBeVisible();
  await expect(noneYet).toBeHidden();
  await serviceControl.order({ do: 'change-source-data' });
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await tools.getByRole('button', { name: 'Compare with last kept copy' }).click();
  const changed = page.getByRole('button', { name: /^Changed/ });
  await expect(changed).toBeVisible();
  const counted = await changed.textContent();
  expect(counted).not.toMatch(/\b0\b/);
  expect(page.url()).toContain('with=copy~');

  const keep = tools.getByRole('button', { name: 'Keep a copy' });
  await keep.click();
  await tools.getByRole('button', { name: /^Undo: delete the copy Promotion price, / }).click();
  await expect(keep).toBeFocused();
  await expect.poll(async () => (await copyFiles(page)).length).toBe(1);
  await keep.click();
  await tools.getByRole('button', { name: /^Rename Promotion price, / }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('This week');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(tools.getByText('Kept as This week')).toBeVisible();
  // The copy that was just kept does not count as the earlier one.
  await expect(tools.getByText(/^Kept copy Last week, taken /)).toBeVisible();

  // The code of the views is loaded before the service and the network are cut off.
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page.getByRole('table', { name: 'Column profile' })).toBeVisible();
  await page.getByRole('tab', { name: 'Pivot' }).click();
  await expect(page.getByRole('table', { name: 'Pivot' })).toBeVisible();
  await openSnapshots(page);
  await page.getByRole('link', { name: 'Open This week' }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const rows = await grid.readRows([0, 3]);
  await openSnapshots(page);
  problems.allowFailedRequest(/./);
  problems.allowConsole(/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open This week' }).click();
  await grid.expectRowLoaded(0);
  expect(await grid.readRows([0, 3])).toEqual(rows);
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page.getByRole('status', { name: 'Coverage' })).toHaveText(/^All 2\d\d rows of the snapshot$/);
  await expect(page.getByRole('table', { name: 'Column profile' })).toBeVisible();
  await page.getByRole('tab', { name: 'Pivot' }).click();
  await expect(page.getByRole('table', { name: 'Pivot' })).toBeVisible();
  await openSnapshots(page);
  await page.getByRole('button', { name: 'Compare with… (This week)' }).click();
  await expect(page.getByRole('menuitem', { name: 'A file…' })).toHaveAttribute(
    'href',
    /^\/prices\/PromotionPrice\?.*show=changes/,
  );
  await page.getByRole('menuitem', { name: /Kept copy Last week/ }).click();
  await expect(page.getByRole('tab', { name: 'Changes', selected: true })).toBeVisible();
  await expect(changed).toHaveText(counted ?? '');
});
