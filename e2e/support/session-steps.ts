import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { Grid } from './grid';

/** The demo account with every right. */
export const MANAGER = { userName: 'manager', password: passwordOf('manager') };

export function passwordOf(userName: string): string {
  const account = DEMO_ACCOUNTS.find((known) => known.userName === userName);
  if (account === undefined) throw new Error(`There is no account ${userName}.`);
  return account.password;
}

/** Runs the price column Sales price and waits for its first rows. Returns the address of the snapshot. */
export async function runSalesPrices(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Sales price', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  return page.url();
}

/** Goes to the last row by keyboard. */
export async function goToEnd(page: Page): Promise<void> {
  await new Grid(page).root.focus();
  await page.keyboard.press('Control+End');
}

/** Finds the dialog over a page whose session has ended. */
export function againDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sign in again' });
}

/** Submits a password in the **Sign in again** dialog. */
export async function submitPasswordAgain(page: Page, password: string): Promise<void> {
  const field = againDialog(page).getByLabel('Password', { exact: true });
  await field.fill(password);
  await field.press('Enter');
}

/** Opens the account menu and returns it. */
export async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account' }).click();
  const menu = page.getByRole('menu');
  // Keys reach the menu only when it has the focus.
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  return menu;
}

export async function signOut(page: Page): Promise<void> {
  await (await openAccount(page)).getByRole('menuitem', { name: 'Sign out' }).click();
  // If a test left the page before this heading appears, it would not be signed out.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}
