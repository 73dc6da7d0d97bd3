import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from './find-browser.mjs';

/** Needed in a container, without a display and without a network; a page cannot tell the difference. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How every test and benchmark starts its Chromium: the one named by `TEST_BROWSER`, Playwright's own, the system's. */
export function browserLaunchOptions() {
  const isOwnWanted = !process.env['TEST_BROWSER'] && existsSync(chromium.executablePath());
  const executablePath = isOwnWanted ? undefined : findSystemBrowser();
  return { args: ARGUMENTS, ...(executablePath !== undefined && { executablePath }) };
}
