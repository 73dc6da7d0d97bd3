// A million rows of twelve fields to each format, in Chromium, beside fetching the same pages and throwing them away:
// `npm run bench:export`. With names of formats after `--` only those. Each format in a browser of its own, with a
// profile on disk as people have one (in a private window the browser's files lie in memory).
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { buildProduct, isBuildCurrent } from '../scripts/build-product.mjs';
import { distDirectory } from '../scripts/project-paths.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';

const ROWS = 1_000_000;
const PAGE_SIZE = 10_000;
const FIELDS = [
  'EntryNo',
  'ItemNumber',
  'Name',
  'cd_PriceGroup',
  'PriceList',
  'Currency',
  'Value',
  'PreviousValue',
  'DiscountPercent',
  'MinimumQuantity',
  'ValidFrom',
  '_dtLastModifiedDate',
];

/** How many times as long as the floor each may take. */
const LIMITS = {
  'CSV for programs': 1.5,
  Parquet: 2,
  'Excel workbook': 3,
  'CSV for Excel': 1.5,
  'JSON lines': 1.5,
};

/** Holds every right; see mocks/data/accounts.ts. */
const ACCOUNT = { userName: 'manager', password: 'demo-manager' };

const asked = process.argv.slice(2).filter((argument) => argument in LIMITS);
const formats = asked.length > 0 ? asked : Object.keys(LIMITS);

if (!isBuildCurrent()) await buildProduct();
const service = await startServiceProcess(['--tls']);
const served = await serve({ directory: distDirectory, service: { address: new URL(service.address) } });
/** @type {Record<string, string | number>[]} */
const rows = [];
try {
  for (const format of formats) {
    rows.push(await measured(format));
    console.table(rows);
  }
} finally {
  await served.close();
  await service.close();
}

/** @param {string} format */
async function measured(format) {
  const profile = mkdtempSync(path.join(tmpdir(), 'bench-export-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...browserLaunchOptions(),
    acceptDownloads: true,
    locale: 'en-GB',
  });
  try {
    const page = await context.newPage();
    await openSnapshot(page);
    const memory = await pageMemory(page);
    const { seconds, bytes } = await exportSeconds(page, format, memory.startWatching);
    const peak = memory.peak();
    const cacheKey = new URL(page.url()).searchParams.get('cacheKey') ?? '';
    // Right after, so that both meet the same machine.
    const floorS = await floorSeconds(page, cacheKey);
    return {
      format,
      s: round(seconds),
      'rows/s': Math.round(ROWS / seconds),
      'floor s': round(floorS),
      '× floor': round(seconds / floorS),
      limit: LIMITS[/** @type {keyof typeof LIMITS} */ (format)],
      'peak MB above idle': peak.privateMb,
      'resident MB': peak.residentMb,
      'file MB': Math.round(bytes / 1e6),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** @param {import('@playwright/test').Page} page */
async function openSnapshot(page) {
  await page.goto(`${served.origin}/prices/SalesPrice?v=1&fields=${FIELDS.join(',')}`);
  await page.getByRole('textbox', { name: 'User name' }).fill(ACCOUNT.userName);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('gridcell').first().waitFor();
}

/**
 * The same pages with the same concurrency, read to the last byte and let go.
 * @param {import('@playwright/test').Page} page
 * @param {string} cacheKey
 */
async function floorSeconds(page, cacheKey) {
  return page.evaluate(
    async ({ account, cacheKey, pages, pageSize }) => {
      const form = new URLSearchParams({
        grant_type: 'password',
        username: account.userName,
        password: account.password,
        client_id: 'colonnade',
      });
      const token = await (await fetch('/papi/token', { method: 'POST', body: form })).json();
      const headers = {
        Authorization: `Bearer ${token.access_token}`,
        client_id: 'colonnade',
        'Content-Type': 'application/json',
      };
      const startedMs = performance.now();
      let next = 1;
      const worker = async () => {
        for (let number = next++; number <= pages; number = next++) {
          const body = JSON.stringify({ page: number, nrOfRecords: pageSize, cacheKey });
          const answer = await fetch('/papi/api/prices/SalesPrice', { method: 'POST', headers, body });
          await answer.arrayBuffer();
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      return (performance.now() - startedMs) / 1000;
    },
    { account: ACCOUNT, cacheKey, pages: ROWS / PAGE_SIZE, pageSize: PAGE_SIZE },
  );
}

/**
 * From the press to the seal.
 * @param {import('@playwright/test').Page} page
 * @param {string} format
 * @param {() => void} onStart
 */
async function exportSeconds(page, format, onStart) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: format, exact: true }).check();
  const downloaded = page.waitForEvent('download', { timeout: 0 });
  onStart();
  const startedMs = performance.now();
  await page.getByRole('button', { name: 'Start export' }).click();
  await page.getByText('Complete', { exact: true }).waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - startedMs) / 1000;
  const { size } = statSync(await (await downloaded).path());
  await page.getByRole('button', { name: 'Dismiss' }).click();
  return { seconds, bytes: size };
}

/**
 * Memory of the page's process, its workers included, above what it has when nothing goes on; from Linux's own figures.
 * Private is what would be free without the page; resident counts pages shared with other processes and the program too.
 * @param {import('@playwright/test').Page} page
 */
async function pageMemory(page) {
  const browserSession = await page.context().browser()?.newBrowserCDPSession();
  if (browserSession === undefined) throw new Error('There is no browser to ask.');
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  // Besides the page there may be empty spare ones; the page is the one that has worked.
  const [worked] = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (worked === undefined) throw new Error('The page has no process.');
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const now = () => {
    const status = readFileSync(`/proc/${worked.id}/status`, 'utf8');
    const megabytes = (/** @type {string} */ field) =>
      Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1000);
    return { privateMb: megabytes('RssAnon'), residentMb: megabytes('VmRSS') };
  };
  const idle = now();
  let peak = idle;
  setInterval(() => {
    try {
      const { privateMb, residentMb } = now();
      peak = {
        privateMb: Math.max(peak.privateMb, privateMb),
        residentMb: Math.max(peak.residentMb, residentMb),
      };
    } catch {
      // The page has gone.
    }
  }, 100).unref();
  return {
    startWatching: () => {
      peak = now();
    },
    peak: () => ({
      privateMb: peak.privateMb - idle.privateMb,
      residentMb: peak.residentMb - idle.residentMb,
    }),
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
