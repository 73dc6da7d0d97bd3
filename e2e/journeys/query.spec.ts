import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/test';

const FILTERED =
  '/prices/SalesPrice?v=1&filter=PriceList~is-any-of~DE~AT;Value~between~10.00~20.00&sort=-Value';

test('the request tab shows to the letter what is sent, and gives jobs for clusters @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: FILTERED });
  await page.getByRole('tab', { name: 'Request' }).click();
  const shown = await page.getByRole('region', { name: 'JSON body' }).textContent();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/prices/SalesPrice'));
  await page.keyboard.press('Control+Enter');
  expect((await sent).postData()).toBe(shown);

  // A scheduled job contains the query of this run, but not its snapshot.
  await expect(page).toHaveURL(/cacheKey=/);
  const cacheKey = new URL(page.url()).searchParams.get('cacheKey') ?? '';
  await page.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Scheduled job' }).click();
  const scheduled = page.getByRole('region', { name: 'Scheduled job' });
  await expect(scheduled).toContainText(
    `node colonnade.mjs extract '${new URL(page.url()).origin}/prices/SalesPrice?v=1`,
  );
  await expect(scheduled).not.toContainText(cacheKey);
  await page.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Dask' }).click();
  const job = page.getByRole('region', { name: 'Dask' });
  await expect(job).toContainText(`SNAPSHOT = "${cacheKey}"`);
  await expect(job).toContainText('("Value", "number", 18, 4)');
  await expect(page.getByText('It reads the snapshot on screen, until that expires.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('SalesPrice-dask.py');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(await job.textContent());
});
