// From a browser that was closed to the first rows of a kept copy, without the network and without the console's server:
// `node bench/offline-start.mjs [--rows 1000000]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { provideBuild } from '../scripts/build-product.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';

const LIMIT_MS = 2000;
const RUNS = 7;
const FIRST_ROW = '[role="grid"] [role="row"][aria-rowindex="2"]';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000' } } });

const directory = await provideBuild('production');
const profile = mkdtempSync(path.join(tmpdir(), 'bench-offline-'));
try {
  const address = await keepCopy();
  /** @type {number[]} */
  const takenMs = [];
  for (let run = 0; run < RUNS; run += 1) takenMs.push(await startOffline(address));
  takenMs.sort((a, b) => a - b);
  const medianMs = takenMs[Math.floor(RUNS / 2)] ?? Number.NaN;
  console.table([
    {
      rows: Number(values.rows),
      runs: RUNS,
      'median ms': medianMs,
      'slowest ms': takenMs.at(-1),
      'limit ms': LIMIT_MS,
    },
  ]);
  if (medianMs > LIMIT_MS) process.exitCode = 1;
} finally {
  rmSync(profile, { recursive: true, force: true });
}

/** @returns {Promise<string>} the address of the copy */
async function keepCopy() {
  const service = await startServiceProcess(['--rows', values.rows]);
  const served = await serve({ directory, service: service.upstream });
  const context = await startBrowser();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(`${served.origin}/prices/SalesPrice?v=1`);
    await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
    await page.getByRole('textbox', { name: 'User name' }).fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('demo-manager');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator(FIRST_ROW).waitFor();
    await page.getByRole('button', { name: 'Keep a copy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep a copy' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Measured');
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('button', { name: /^(Copy kept|Exports and copies: done)$/ }).waitFor();
    await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
    await page.getByText(/^They also open without the network/).waitFor();
    await page.evaluate(async () => {
      while ((await navigator.serviceWorker.ready).active?.state !== 'activated') {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    const address = await page.getByRole('link', { name: 'Open Measured' }).getAttribute('href');
    if (address === null) throw new Error('The copy has no address.');
    return served.origin + address;
  } finally {
    await context.close();
    await served.close();
    await service.close();
  }
}

/** @param {string} address */
async function startOffline(address) {
  const context = await startBrowser();
  try {
    await context.setOffline(true);
    const page = await context.newPage();
    await page.addInitScript(noteFirstRow, FIRST_ROW);
    await page.goto(address);
    await page.locator(FIRST_ROW).waitFor();
    const [mark] = await page.evaluate(() =>
      performance.getEntriesByName('first row').map(({ startTime }) => startTime),
    );
    return Math.round(mark ?? Number.NaN);
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page, whose clock starts when the address is opened.
 * @param {string} selector
 */
function noteFirstRow(selector) {
  const look = () => {
    if (document.querySelector(selector) === null) requestAnimationFrame(look);
    else performance.mark('first row');
  };
  look();
}

function startBrowser() {
  return chromium.launchPersistentContext(profile, {
    ...browserLaunchOptions(),
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  });
}
