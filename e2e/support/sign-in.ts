import type { Page } from '@playwright/test';
import { expect } from './expect';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import type { ServedWith } from './served-console';
import { messagesOf, type Translate } from './message-catalogue';

export interface SignInOptions {
  /** The account. By default it is that of the pricing manager, who has every right. */
  readonly as?: (typeof DEMO_ACCOUNTS)[number]['label'];
  /** The address to open, which first leads to the sign-in screen. The default is the start page. */
  readonly at?: string;
  /** The messages in the language of the page, for the demo alone. The default is English. */
  readonly t?: Translate;
}

const BUTTONS = {
  'Pricing manager': 'signIn.pricingManager',
  Analyst: 'signIn.analyst',
  Viewer: 'signIn.viewer',
} as const;

/** Signs in as a user does: in the demo with one press, at a service with name and password. */
export async function signInOn(
  page: Page,
  servedWith: ServedWith,
  { as = 'Pricing manager', at = '/', t = messagesOf('en-GB') }: SignInOptions = {},
): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { name: t('signIn.title'), exact: true })).toBeVisible();
  if (servedWith === 'demo') {
    const accounts = page.getByRole('group', { name: t('signIn.demoAccounts') });
    await accounts.getByRole('button', { name: t(BUTTONS[as]) }).click();
  } else {
    const account = DEMO_ACCOUNTS.find(({ label }) => label === as);
    if (!account) throw new Error(`There is no account ${as}.`);
    await submitCredentials(page, account.userName, account.password);
  }
  await expect(page.getByRole('navigation', { name: t('shell.main') })).toBeVisible();
}

/** Fills and submits the form of the sign-in screen. The caller checks the result. */
export async function submitCredentials(page: Page, userName: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
