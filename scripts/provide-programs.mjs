import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findSystemBrowser, HEADLESS_SHELL } from './find-browser.mjs';
import {
  DASK,
  findFirefox,
  findPython,
  findServer,
  isWhole,
  SERVERS,
  serversDirectory,
} from './find-programs.mjs';
import { packageCommand, runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/** Options that make apt give up soon on a network that does not respond. */
const APT_OPTIONS = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

/**
 * Finds or installs a Chromium for the tests, in this order: the one that `TEST_BROWSER` names, Playwright's own, Debian's without windows,
 * another one of the system, Playwright's download. The project's dependencies must be installed.
 */
export async function provideBrowser() {
  const named = process.env['TEST_BROWSER'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new UserError(`TEST_BROWSER names ${named}, which is not there.`);
    return;
  }
  if (await hasPlaywrightBrowser()) return;
  if (path.basename(findSystemBrowser() ?? '') !== HEADLESS_SHELL) installPackages(HEADLESS_SHELL);
  if (findSystemBrowser() !== undefined) return;
  console.log('Downloading Chromium with Playwright …');
  await runCommand(process.execPath, [packageCommand('playwright'), 'install', 'chromium'], {
    environment: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
  });
  if (await hasPlaywrightBrowser()) return;
  throw new UserError(
    'There is no Chromium for the tests, and none could be installed. Install Chromium, Chrome or Edge, or name one with TEST_BROWSER.',
  );
}

async function hasPlaywrightBrowser() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath());
}

/** Installs, if possible, what the long tests need besides Chromium. Prints what is missing; its tests are skipped. */
export function providePrograms() {
  const wanted = [
    { name: 'Firefox', find: findFirefox, provide: () => installPackages('firefox-esr') },
    {
      name: 'a Chromium with windows',
      find: () => findSystemBrowser({ hasWindows: true }),
      provide: () => installPackages('chromium'),
    },
    { name: 'Dask', find: () => findPython(DASK), provide: () => installPackages('python3-distributed') },
    { name: 'nginx', find: () => findServer('nginx'), provide: () => unpackServer('nginx') },
    { name: 'Caddy', find: () => findServer('caddy'), provide: () => unpackServer('caddy') },
  ];
  for (const { name, find, provide } of wanted) {
    if (find() !== undefined) continue;
    provide();
    if (find() === undefined) console.log(`There is no ${name} here: its tests are skipped.`);
  }
}

/** @param {string[]} packages names of Debian packages; the caller checks whether they were installed */
function installPackages(...packages) {
  const isPossible =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isPossible) return;
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  // The lists of packages are updated first, because outdated lists would lead to an outdated browser.
  runApt(['update']);
  runApt(['install', '-y', '--no-install-recommends', '--no-remove', ...packages]);
}

/** Unpacks Debian's packages below .cache/. Installing them would start a server. @param {keyof typeof SERVERS} name */
function unpackServer(name) {
  if (!existsSync('/usr/bin/apt-get')) return;
  console.log(`Unpacking ${name} of Debian …`);
  mkdirSync(serversDirectory, { recursive: true });
  const unfinished = mkdtempSync(path.join(serversDirectory, 'unfinished-'));
  try {
    const download = ['download', ...SERVERS[name].packages];
    if (!runApt(download, unfinished) && runApt(['update'])) runApt(download, unfinished);
    for (const file of readdirSync(unfinished).filter((each) => each.endsWith('.deb')))
      spawnSync('dpkg-deb', ['--extract', file, 'root'], { cwd: unfinished });
    if (!isWhole(name, path.join(unfinished, 'root'))) return;
    const root = path.join(serversDirectory, name);
    rmSync(root, { recursive: true, force: true });
    renameSync(path.join(unfinished, 'root'), root);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @param {string[]} aptArguments @param {string} [directory] */
function runApt(aptArguments, directory) {
  const { status } = spawnSync('apt-get', [...APT_OPTIONS, ...aptArguments], {
    ...(directory !== undefined && { cwd: directory }),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
