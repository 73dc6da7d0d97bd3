import { contentSecurityPolicy } from '../../scripts/content-security-policy.mjs';
import { expect, test } from '../support/test';

test('the page carries its policy itself, for hosts that send no headers', async ({ page, request }) => {
  const answer = await request.get('/');
  expect(answer.headers()['content-security-policy']).toBe(contentSecurityPolicy({ asHeader: true }));

  await page.goto('/');
  const metaPolicy = page.locator('head > meta[http-equiv="Content-Security-Policy"]');
  await expect(metaPolicy).toHaveAttribute('content', contentSecurityPolicy());
  // A policy binds what comes after it.
  const isFirst = await metaPolicy.evaluate((meta) => meta.parentElement?.firstElementChild === meta);
  expect(isFirst).toBe(true);
});

test('every screen runs under it, and asks nothing of other origins @service', async ({
  page,
  signIn,
  baseURL,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));

  await signIn();
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  await page.getByRole('link', { name: 'Price columns' }).click();
  await page.getByRole('table', { name: 'Price columns' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();

  expect([...origins]).toEqual([baseURL]);
});
