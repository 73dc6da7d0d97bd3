// Measures what the browser downloads of the production build for each screen: `npm run bench:bundle`,
// with `-- --origins` also by packages and folders.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
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

const directory = await provideBuild('production');
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
if (process.argv.includes('--origins')) {
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
 * Loads the build in front of a service, signs in, and reaches results from the list of price columns,
 * then by a link to them. Each list of paths in the build begins with the start of the page.
 * @returns {Promise<{ signInFiles: string[], resultsFiles: string[], workbenchFiles: string[] }>}
 */
async function downloadedFiles() {
  const service = await startServiceProcess(['--tls']);
  const { origin, close } = await serve({ directory, service: service.upstream });
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const fromList = await signedIn();
    await fromList.firstLink.click();
    await fromList.page.getByRole('table', { name: 'First rows' }).waitFor();
    await fromList.page.getByRole('button', { name: 'Run', exact: true }).click();
    await shownResults(fromList.page);

    const byLink = await signedIn();
    await byLink.page.goto(fromList.page.url());
    await shownResults(byLink.page);
    return {
      signInFiles: fromList.signInFiles,
      resultsFiles: [...byLink.files],
      workbenchFiles: [...fromList.files],
    };
  } finally {
    await browser.close();
    await close();
    await service.close();
  }

  /** Signs in on a new page with an empty cache, and waits for the list of price columns. */
  async function signedIn() {
    const page = await browser.newPage({ locale: 'en-GB', serviceWorkers: 'block' });
    /** @type {Set<string>} */
    const files = new Set();
    page.context().on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\.(js|css)$/.test(pathname)) files.add(pathname.slice(1));
    });
    await page.goto(`${origin}/sign-in`);
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const signInFiles = [...files];
    await page.getByRole('textbox', { name: 'User name' }).fill(ACCOUNT.userName);
    await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const firstLink = page.getByRole('table', { name: 'Price columns' }).getByRole('link').first();
    await firstLink.waitFor();
    return { page, files, signInFiles, firstLink };
  }
}

/** @param {import('playwright').Page} page */
async function shownResults(page) {
  await page.getByRole('grid', { name: 'Results' }).locator('[aria-rowindex="2"]').waitFor();
  await page.waitForLoadState('networkidle');
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
