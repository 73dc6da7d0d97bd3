import { Grid } from '../support/grid';
import { test } from '../support/session-orders';
import {
  MANAGER,
  againDialog,
  submitPasswordAgain,
  goToEnd,
  openAccount,
  runSalesPrices,
  signOut,
} from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { collectTokens, everythingIn } from '../support/tab-contents';
import { expect } from '../support/test';

test('no secret is anywhere after a full tour @service-only @promise', async ({
  page,
  context,
  orders,
  problems,
}) => {
  problems.allowResponse(401, /\/papi\/api\//);
  problems.allowResponse(403, /\/papi\/token$/);
  const said: string[] = [];
  context.on('console', (message) => said.push(message.text()));
  const tokens = await collectTokens(context);

  await page.goto('/prices?search=price');
  await submitCredentials(page, MANAGER.userName, 'tried-and-wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await page.getByRole('link', { name: 'Sales price', exact: true }).waitFor();
  const places = [await everythingIn(page)];
  await runSalesPrices(page);
  await page.getByRole('tab', { name: 'Request' }).click();
  places.push(await everythingIn(page));
  await orders.expireAccessTokens();
  await goToEnd(page);
  await new Grid(page).expectRowLoaded(999_999);
  await page.reload();
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();
  await openAccount(page);
  places.push(await everythingIn(page));
  await page.keyboard.press('Escape');
  await orders.endSessions();
  await page.reload();
  await submitPasswordAgain(page, 'tried-again-and-wrong');
  await expect(againDialog(page).getByRole('alert')).toBeVisible();
  places.push(await everythingIn(page));
  await submitPasswordAgain(page, MANAGER.password);
  await expect(againDialog(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();
  places.push(await everythingIn(page));
  await signOut(page);
  places.push(await everythingIn(page), said.join('\n'));

  // Sign-in, at least two renewals, and the second sign-in return two tokens each.
  expect(tokens.length).toBeGreaterThanOrEqual(6);
  const secrets = [...tokens, MANAGER.password, 'tried-and-wrong', 'tried-again-and-wrong'];
  for (const secret of secrets) {
    for (const place of places) expect(place.includes(secret)).toBe(false);
  }
  const everything = places.join('\n');
  // The search is able to find stored data. The stored key cannot be extracted.
  expect(everything).toContain('colonnade-session/records');
  expect(everything).toContain('colonnade-session/keys: id=');
  expect(everything).not.toContain('EXTRACTABLE KEY');
});
