// `npm run bench:export` exports a million rows of twelve fields to each format (or to those named after `--`) in Chromium, and compares
// with fetching and discarding the same pages. Each format has its own browser with a profile on disk, as users have: in a private window,
// the browser's files are in memory.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { provideBuild } from '../scripts/build-product.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { floorSeconds, openSnapshot, pageMemory, round, ROWS } from './million-rows.mjs';
import { startPlainBrowser } from './plain-browser.mjs';

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

/** The limit of each format, as a multiple of the floor (the time for only fetching the pages). */
const LIMITS = {
  'CSV for programs': 1.5,
  Parquet: 2,
  'Excel workbook': 3,
  'CSV for Excel': 1.5,
  'JSON lines': 1.5,
};

const asked = process.argv.slice(2).filter((argument) => argument in LIMITS);
const formats = asked.length > 0 ? asked : Object.keys(LIMITS);

const directory = await provideBuild('production');
const service = await startServiceProcess(['--tls']);
const served = await serve({ directory, service: service.upstream, config: { offline: false } });
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
  const browser = await startPlainBrowser();
  try {
    await openSnapshot(browser, `${served.origin}/prices/SalesPrice?v=1&fields=${FIELDS.join(',')}`);
    const memory = await pageMemory(browser);
    const seconds = await browser.evaluate(exportSeconds, format);
    const fileMb = await downloadedMb(browser.profile);
    const peak = memory.peak();
    memory.end();
    // The floor is measured right after the export, so that the machine is in the same state.
    const floorS = await floorSeconds(browser);
    return {
      format,
      s: round(seconds),
      'rows/s': Math.round(ROWS / seconds),
      'floor s': round(floorS),
      '× floor': round(seconds / floorS),
      limit: LIMITS[/** @type {keyof typeof LIMITS} */ (format)],
      'peak MB above idle': peak.privateMb,
      'resident MB': peak.residentMb,
      'file MB': fileMb,
    };
  } finally {
    await browser.close();
  }
}

/** This function runs in the page. It measures an export from the press of the button to the encrypted file. @param {string} format */
async function exportSeconds(format) {
  button('Export')?.click();
  await until(() => radio() !== null);
  radio()?.click();
  await until(() => radio()?.checked === true);
  const startedMs = performance.now();
  button('Start export')?.click();
  await until(() => chip() !== undefined);
  chip()?.click();
  await until(() =>
    [...document.querySelectorAll('strong')].some(({ textContent }) => textContent === 'Complete'),
  );
  return (performance.now() - startedMs) / 1000;

  /** @param {string} name */
  function button(name) {
    return [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
  }
  /** Returns the button that opens the tray of exports. */
  function chip() {
    return [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.trim().startsWith('Exports'),
    );
  }
  /** @returns {HTMLInputElement | null} */
  function radio() {
    return document.querySelector(`input[type="radio"][aria-label="${format}"]`);
  }
  /** @param {() => boolean} isSo */
  async function until(isSo) {
    while (!isSo()) {
      if (document.querySelector('[role="alert"]') !== null) {
        throw new Error(document.querySelector('[role="alert"]')?.textContent ?? '');
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Resolves with the download's size once the page has decrypted the file and written it to disk. @param {string} directory */
async function downloadedMb(directory) {
  for (let earlier = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const size = largestFileMb(directory);
    if (size > 0 && size === earlier) return size;
    earlier = size;
  }
}

/** @param {string} directory */
function largestFileMb(directory) {
  const sizes = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => statSync(path.join(directory, name)).size);
  return Math.round(Math.max(...sizes) / 1e6);
}
