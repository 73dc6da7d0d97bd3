import {
  contentOf,
  downloadsOf,
  openSnapshot,
  showExports,
  stagedContents,
  stagedExports,
  startExport,
} from '../support/exports';
import { HELD_BACK, LEAST_ROWS_OF_READING } from '../support/service-control';
import { submitPasswordAgain, againDialog, MANAGER } from '../support/session-steps';
import { collectTokens } from '../support/tab-contents';
import { expect, test } from '../support/test';

const ROWS = 60_000;

test('an export asks before it is left, and comes through a reload, the end of the session and a bad network with the same bytes @service-only', async ({
  page,
  context,
  signIn,
  serviceControl,
  problems,
}) => {
  const tokens = await collectTokens(context);
  problems.allowResponse(401, /\/papi\//);
  problems.allowResponse(403, /\/papi\/token$/);
  problems.allowResponse(429, /\/papi\/api\/prices\//);
  problems.allowResponse(503, /\/papi\/api\/prices\//);
  problems.allowFailedRequest(/\/papi\/api\/prices\//);
  problems.allowConsole(/net::ERR_/);
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn();
  await openSnapshot(page, 'Sales price');
  const downloads = downloadsOf(page);
  await startExport(page);
  await expect(page.getByText('All 60,000 rows written')).toBeVisible();
  await expect.poll(() => downloads.length).toBe(2);
  const uninterrupted = await contentOf(downloads[0]);
  await page.getByRole('button', { name: 'Dismiss' }).click();

  // Only three pages of the file arrive. On a slow machine, later pages are smaller than this limit.
  await serviceControl.order({
    do: 'add-fault',
    rule: {
      on: 'extraction',
      fault: HELD_BACK,
      skip: 3,
      leastRows: LEAST_ROWS_OF_READING,
      times: null,
    },
  });
  await startExport(page);
  await expect(page.getByText(/[1-9]\d,000 of 60,000 rows/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('link', { name: 'Item schema' }).click();
  await showExports(page);
  await expect(page.getByRole('progressbar', { name: 'Progress of Sales price' })).toBeVisible();
  // The test delays loading the dialog's code, so that the dialog's placeholder takes the focus first.
  let send: () => void = () => undefined;
  const isToBeSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/sign-in-again-dialog-[^/]*\.js$/, async (route) => {
    await isToBeSent;
    await route.continue();
  });
  const asked: string[] = [];
  page.once('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page.getByRole('progressbar', { name: 'Progress of Sales price' })).toBeVisible();
  page.on('dialog', (question) => void question.accept());
  await page.reload();

  await page.getByRole('button', { name: 'Exports: unfinished' }).click();
  const staged = await stagedContents(page);
  const begun = (await serviceControl.journal()).length;
  await serviceControl.order({ do: 'clear-faults' });
  await serviceControl.order({ do: 'revoke-refresh-tokens' });
  await serviceControl.order({ do: 'expire-access-tokens' });
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  send();
  await expect(againDialog(page)).toBeVisible();
  const troubles = [
    { kind: 'cut-midway' },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429, retryAfterS: 1 },
  ] as const;
  for (const [skip, fault] of troubles.entries()) {
    await serviceControl.order({ do: 'add-fault', rule: { on: 'extraction', fault, skip } });
  }
  await submitPasswordAgain(page, MANAGER.password);
  await expect(page.getByText('All 60,000 rows written')).toBeVisible();
  await expect.poll(() => downloads.length).toBe(4);
  expect((await contentOf(downloads[2])) === uninterrupted).toBe(true);
  // The job, its pages and its file were stored encrypted. Nothing was stored with which anyone could sign in.
  for (const name of ['job', 'pages', 'file-0']) expect(staged).toContain(`${name}: `);
  expect(staged).not.toMatch(/"cacheKey"|"totalRecords"/);
  // Signing in, renewing after the reload and signing in again give two tokens each.
  expect(tokens.length).toBeGreaterThanOrEqual(6);
  const files = await Promise.all(downloads.map((download) => contentOf(download)));
  for (const secret of [...tokens, MANAGER.password]) {
    for (const place of [staged, ...files]) expect(place.includes(secret)).toBe(false);
  }
  const statuses = (await serviceControl.journal()).slice(begun).map(({ status }) => status);
  expect(statuses).toEqual(expect.arrayContaining([401, 403, 429, 503]));

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('button', { name: /^Exports/ })).toBeHidden();
  await expect.poll(() => stagedExports(page)).toEqual([]);
});
