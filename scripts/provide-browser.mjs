import { existsSync } from 'node:fs';
import path from 'node:path';
import { findSystemBrowser, HEADLESS_SHELL } from './find-browser.mjs';
import { packageCommand, runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/**
 * Sees to it that there is a Chromium for the tests, installing one where there is none: the one named by
 * `TEST_BROWSER`, Playwright's own, Debian's without windows, one of the system, Debian's, Playwright's download. Needs
 * the installed dependencies.
 * @returns {Promise<string | undefined>} its file; undefined: Playwright knows its own
 */
export async function provideBrowser() {
  const named = process.env['TEST_BROWSER'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new UserError(`TEST_BROWSER names ${named}, which is not there.`);
    return named;
  }
  if (await hasPlaywrightBrowser()) return undefined;
  if (canInstallPackages()) {
    if (path.basename(findSystemBrowser() ?? '') !== HEADLESS_SHELL) await installPackage(HEADLESS_SHELL);
    // For what is not in the one without windows.
    if (findSystemBrowser({ hasWindows: true }) === undefined) await installPackage('chromium');
  }
  const found = findSystemBrowser();
  if (found !== undefined) return found;

  console.log('Downloading Chromium with Playwright …');
  await runCommand(process.execPath, [packageCommand('playwright'), 'install', 'chromium'], {
    environment: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
  });
  if (await hasPlaywrightBrowser()) return undefined;
  throw new UserError(
    'There is no Chromium for the end-to-end tests, and none could be installed. Install Chromium, Chrome or Edge, or name one with TEST_BROWSER.',
  );
}

function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @param {string} name of a package of Debian; whether it was there to be had shows in what is installed then */
async function installPackage(name) {
  console.log(`Installing ${name} with apt-get …`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { environment });
  const options = ['-y', '-qq', '--no-install-recommends', '--no-remove'];
  await runCommand('apt-get', ['install', ...options, name], { environment });
}

async function hasPlaywrightBrowser() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath());
}
