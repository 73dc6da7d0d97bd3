// `npm run bench:bundle` measures what the browser downloads of the production build for each screen. `-- --origins` also lists the
// packages and folders. `-- --phone` measures instead how long two screens take on a phone; `--against DIRECTORY` does so in turns with
// another build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { provideBuild, readChunkReport } from '../scripts/build-product.mjs';
import { projectDirectory } from '../scripts/project-paths.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';

// The limits are in decimal kilobytes (gzip), for JavaScript and CSS together.
const SIGN_IN_LIMIT_KB = 300;
const RESULTS_LIMIT_KB = 520;
/** The limit for results, including the screen before the first query of a price column. */
const WORKBENCH_LIMIT_KB = 520;

/** An account that holds every right; see mocks/data/accounts.ts. */
const ACCOUNT = { userName: 'manager', password: 'demo-manager' };

/** Lighthouse's settings for slow 4G and for a processor a quarter as fast. */
const PHONE_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const PHONE_SLOWDOWN = 4;
const PHONE_ROUNDS = 5;

const { values: options } = parseArgs({
  options: { origins: { type: 'boolean' }, phone: { type: 'boolean' }, against: { type: 'string' } },
});
const directory = await provideBuild('production');
if (options.phone === true) {
  await measurePhone([directory, ...(options.against === undefined ? [] : [path.resolve(options.against)])]);
  process.exit();
}
const report = readChunkReport('production');
const { signInFiles, resultsFiles, workbenchFiles } = await downloadedFiles();

const rows = [
  { screen: 'sign-in screen', files: signInFiles, limitKb: SIGN_IN_LIMIT_KB },
  { screen: 'workbench by a link to results', files: resultsFiles, limitKb: RESULTS_LIMIT_KB },
  { screen: 'workbench with a first look, then results', files: workbenchFiles, limitKb: WORKBENCH_LIMIT_KB },
].map(({ screen, files, limitKb }) => ({
  screen,
  files: files.length,
  'JS KB': kilobytes(files, '.js'),
  'CSS KB': kilobytes(files, '.css'),
  'total KB': kilobytes(files, ''),
  'limit KB': limitKb,
}));
console.table(rows);
for (const file of workbenchFiles) {
  const since = signInFiles.includes(file) ? 'sign-in  ' : 'workbench';
  console.log(`${since} ${(gzipBytes(file) / 1000).toFixed(1).padStart(6)} KB  ${file}`);
}
if (options.origins === true) {
  printOrigins('sign-in screen', signInFiles);
  printOrigins(
    'workbench beyond that',
    workbenchFiles.filter((file) => !signInFiles.includes(file)),
  );
}

for (const row of rows) {
  if (row['total KB'] > row['limit KB']) {
    fail(`The ${row.screen} downloads ${row['total KB']} KB; the limit is ${row['limit KB']} KB.`);
  }
}
checkThatNothingIsOfTheDemo();

/**
 * Loads the build in front of a service, signs in, and opens results: first from the list of price columns, then by a link to them. Each
 * list contains the paths of all files since the start of the page.
 * @returns {Promise<{ signInFiles: string[], resultsFiles: string[], workbenchFiles: string[] }>}
 */
async function downloadedFiles() {
  return withBrowser([directory], async (browser, [origin = '']) => {
    const fromList = await startPage(browser, origin);
    await fromList.page.waitForLoadState('networkidle');
    const signInFiles = [...fromList.files];
    await runFirstColumn(fromList.page);
    await shownResults(fromList.page);
    await fromList.page.waitForLoadState('networkidle');

    const byLink = await startPage(browser, origin);
    await signIn(byLink.page);
    await byLink.page.goto(fromList.page.url());
    await shownResults(byLink.page);
    await byLink.page.waitForLoadState('networkidle');
    return { signInFiles, resultsFiles: [...byLink.files], workbenchFiles: [...fromList.files] };
  });
}

/** Prints how many ms the sign-in screen and linked results take on a phone, for builds in turns. @param {string[]} directories */
async function measurePhone(directories) {
  await withBrowser(directories, async (browser, origins) => {
    /** @type {Record<string, number[]>} */
    const times = {};
    for (let round = 0; round < PHONE_ROUNDS; round += 1) {
      for (const [index, origin] of origins.entries()) {
        const { page } = await startPage(browser, origin);
        await runFirstColumn(page);
        await shownResults(page);
        const add = (/** @type {string} */ screen, /** @type {number} */ ms) =>
          (times[`${screen}, ${directories[index]}`] ??= []).push(Math.round(ms));
        add('results by a link', await timeOnPhone(page.context(), page.url(), shownResults));
        await page.context().close();
        const empty = await browser.newContext({ serviceWorkers: 'block' });
        add('sign-in screen', await timeOnPhone(empty, `${origin}/sign-in`, shownSignIn));
        await empty.close();
      }
    }
    const rows = Object.entries(times).map(([screen, of]) => ({
      screen,
      'median ms': of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)],
      ms: of.join(' '),
    }));
    console.table(rows);
  });
}

/**
 * @param {import('playwright').BrowserContext} context @param {string} url
 * @param {(page: import('playwright').Page) => Promise<void>} shown
 */
async function timeOnPhone(context, url, shown) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', PHONE_NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN });
  const startMs = performance.now();
  await page.goto(url);
  await shown(page);
  const durationMs = performance.now() - startMs;
  await page.close();
  return durationMs;
}

/**
 * Serves builds in front of a service while a task uses them in a browser.
 * @template Result
 * @param {string[]} directories
 * @param {(browser: import('playwright').Browser, origins: string[]) => Promise<Result>} task
 */
async function withBrowser(directories, task) {
  const service = await startServiceProcess(['--tls']);
  const served = await Promise.all(
    directories.map((directory) => serve({ directory, service: service.upstream })),
  );
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    return await task(
      browser,
      served.map(({ origin }) => origin),
    );
  } finally {
    await browser.close();
    await Promise.all(served.map(({ close }) => close()));
    await service.close();
  }
}

/** Opens the sign-in screen on a new page with an empty cache. @param {import('playwright').Browser} browser @param {string} origin */
async function startPage(browser, origin) {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  /** @type {Set<string>} */
  const files = new Set();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) files.add(pathname.slice(1));
  });
  await page.goto(`${origin}/sign-in`);
  await shownSignIn(page);
  return { page, files };
}

/** Signs in and waits for the list of price columns. @param {import('playwright').Page} page */
async function signIn(page) {
  await page.getByRole('textbox', { name: 'User name' }).fill(ACCOUNT.userName);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const firstLink = page.getByRole('table', { name: 'Price columns' }).getByRole('link').first();
  await firstLink.waitFor();
  return firstLink;
}

/** Signs in and runs a query of the first price column. @param {import('playwright').Page} page */
async function runFirstColumn(page) {
  const firstLink = await signIn(page);
  await firstLink.click();
  await page.getByRole('table', { name: 'First rows' }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

/** @param {import('playwright').Page} page */
async function shownSignIn(page) {
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
}

/** @param {import('playwright').Page} page */
async function shownResults(page) {
  await page.getByRole('grid', { name: 'Results' }).locator('[aria-rowindex="2"]').waitFor();
}

/** Fails if the build contains the reference service or a package for development. */
function checkThatNothingIsOfTheDemo() {
  /** @type {{ devDependencies: Record<string, string> }} */
  const { devDependencies } = JSON.parse(readFileSync(path.join(projectDirectory, 'package.json'), 'utf8'));
  for (const file of workbenchFiles) {
    if (!report[file]) fail(`It is not known what ${file} is made of.`);
  }
  for (const [file, modules] of Object.entries(report)) {
    for (const module of Object.keys(modules)) {
      const packageName = packageOf(module);
      if (module.startsWith('mocks/') || (packageName !== undefined && packageName in devDependencies)) {
        fail(`Without the demo ${file} has ${module}, which only the demo needs.`);
      }
    }
  }
}

/** Lists packages and folders of a screen by size before minification. @param {string} screen @param {string[]} files */
function printOrigins(screen, files) {
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const [module, size] of files.flatMap((file) => Object.entries(report[file] ?? {}))) {
    const origin = packageOf(module) ?? module.split('/').slice(0, 3).join('/');
    sizes[origin] = (sizes[origin] ?? 0) + size;
  }
  console.log(`\n${screen}, before minifying:`);
  for (const [origin, size] of Object.entries(sizes).toSorted(([, a], [, b]) => b - a)) {
    if (size >= 1000) console.log(`${(size / 1000).toFixed(0).padStart(7)} KB  ${origin}`);
  }
}

/** @param {string} module */
function packageOf(module) {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
}

/** @param {string[]} files @param {string} ending */
function kilobytes(files, ending) {
  const bytes = files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipBytes(file), 0);
  return Math.round(bytes / 100) / 10;
}

/** @param {string} file */
function gzipBytes(file) {
  const location = path.join(directory, file);
  return existsSync(`${location}.gz`)
    ? statSync(`${location}.gz`).size
    : gzipSync(readFileSync(location), { level: 9 }).length;
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
