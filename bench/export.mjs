// A million rows of twelve fields to each format, in Chromium, beside fetching the same pages and throwing them away:
// `npm run bench:export`. With names of formats after `--` only those.
import { readFileSync, statSync } from 'node:fs';
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
const browser = await chromium.launch(browserLaunchOptions());
try {
  const page = await browser.newPage({ acceptDownloads: true, locale: 'en-GB' });
  await openSnapshot(page);
  const memory = await rendererMemory();
  const cacheKey = new URL(page.url()).searchParams.get('cacheKey') ?? '';
  const idleMb = memory.nowMb();
  const floorS = await floorSeconds(page, cacheKey);
  /** @type {Record<string, string | number>[]} */
  const rows = [{ format: 'fetched, thrown away', s: round(floorS), 'rows/s': Math.round(ROWS / floorS) }];
  for (const format of formats) {
    memory.startWatching();
    const { seconds, bytes } = await exportSeconds(page, format);
    rows.push({
      format,
      s: round(seconds),
      'rows/s': Math.round(ROWS / seconds),
      '× floor': round(seconds / floorS),
      limit: LIMITS[/** @type {keyof typeof LIMITS} */ (format)],
      'peak MB above idle': memory.peakMb() - idleMb,
      'file MB': Math.round(bytes / 1e6),
    });
    console.table(rows);
  }
} finally {
  await browser.close();
  await served.close();
  await service.close();
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
 */
async function exportSeconds(page, format) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: format, exact: true }).check();
  const downloaded = page.waitForEvent('download', { timeout: 0 });
  const startedMs = performance.now();
  await page.getByRole('button', { name: 'Start export' }).click();
  await page.getByText('Complete', { exact: true }).waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - startedMs) / 1000;
  const { size } = statSync(await (await downloaded).path());
  await page.getByRole('button', { name: 'Dismiss' }).click();
  return { seconds, bytes: size };
}

/** Resident memory of the page's process, its workers included; from Linux's own figures. */
async function rendererMemory() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  // Besides the page there may be empty spare ones; the page is the one that has worked.
  const [worked] = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (worked === undefined) throw new Error('The page has no process.');
  const { id } = worked;
  let peak = 0;
  const nowMb = () => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1000);
  };
  setInterval(() => {
    peak = Math.max(peak, nowMb());
  }, 100).unref();
  return {
    nowMb,
    startWatching: () => {
      peak = 0;
    },
    peakMb: () => peak,
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
