import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { Grid } from './grid';

/** Holds every right. */
export const MANAGER = { userName: 'manager', password: passwordOf('manager') };

/** Of a demo account. */
export function passwordOf(userName: string): string {
  const account = DEMO_ACCOUNTS.find((known) => known.userName === userName);
  if (account === undefined) throw new Error(`There is no account ${userName}.`);
  return account.password;
}

/** Sales prices, run: the grid shows its first rows. Gives the address of that snapshot. */
export async function runSalesPrices(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Sales price', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  return page.url();
}

/** To the last row, by key. */
export async function goToEnd(page: Page): Promise<void> {
  await new Grid(page).root.focus();
  await page.keyboard.press('Control+End');
}

/** The dialog over a page whose session has ended. */
export function againDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sign in again' });
}

/** Gives it a password, right or wrong. */
export async function submitPasswordAgain(page: Page, password: string): Promise<void> {
  const field = againDialog(page).getByLabel('Password', { exact: true });
  await field.fill(password);
  await field.press('Enter');
}

/** Opens the account menu and gives it. */
export async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account' }).click();
  const menu = page.getByRole('menu');
  // Keys reach it only then.
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  return menu;
}

export async function signOut(page: Page): Promise<void> {
  await (await openAccount(page)).getByRole('menuitem', { name: 'Sign out' }).click();
  // Who leaves the page before that has not signed out.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}
