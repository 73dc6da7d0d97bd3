// A million rows of twelve fields to each format, in Chromium, beside fetching the same pages and throwing them away:
// `npm run bench:export`. With names of formats after `--` only those. Each format in a browser of its own, with a
// profile on disk as people have one (in a private window the browser's files lie in memory).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildProduct, isBuildCurrent } from '../scripts/build-product.mjs';
import { distDirectory } from '../scripts/project-paths.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { startPlainBrowser } from './plain-browser.mjs';

/** @typedef {Awaited<ReturnType<typeof startPlainBrowser>>} PlainBrowser */

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
const served = await serve({ directory: distDirectory, service: service.upstream });
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
    await openSnapshot(browser);
    const memory = await pageMemory(browser);
    const seconds = await browser.evaluate(exportSeconds, format);
    const fileMb = await downloadedMb(browser.profile);
    const peak = memory.peak();
    // Right after, so that both meet the same machine.
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

/** @param {PlainBrowser} browser */
async function openSnapshot(browser) {
  await browser.send('Page.navigate', {
    url: `${served.origin}/prices/SalesPrice?v=1&fields=${FIELDS.join(',')}`,
  });
  await browser.evaluate(async ({ userName, password }) => {
    await appear('input[autocomplete="username"]');
    type('input[autocomplete="username"]', userName);
    type('input[autocomplete="current-password"]', password);
    press('Sign in');
    await until(() => button('Run') !== undefined);
    press('Run');
    await appear('[role="gridcell"]');
    // So that what the start has left behind is gone.
    await new Promise((resolve) => setTimeout(resolve, 2_000));

    /** @param {string} selector @param {string} text */
    function type(selector, text) {
      const input = /** @type {HTMLInputElement} */ (document.querySelector(selector));
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    /** @param {string} name */
    function button(name) {
      return [...document.querySelectorAll('button')].find(
        // Its shortcut follows.
        (candidate) => candidate.textContent?.startsWith(name) && candidate.getAttribute('role') !== 'tab',
      );
    }
    /** @param {string} name */
    function press(name) {
      button(name)?.click();
    }
    /** @param {string} selector */
    function appear(selector) {
      return until(() => document.querySelector(selector) !== null);
    }
    /** @param {() => boolean} isSo */
    async function until(isSo) {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, ACCOUNT);
}

/**
 * The same pages with the same concurrency, read to the last byte and let go.
 * @param {PlainBrowser} browser
 */
async function floorSeconds(browser) {
  return browser.evaluate(
    async ({ account, pages, pageSize }) => {
      const cacheKey = new URL(location.href).searchParams.get('cacheKey');
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
          const response = await fetch('/papi/api/prices/SalesPrice', { method: 'POST', headers, body });
          await response.arrayBuffer();
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      return (performance.now() - startedMs) / 1000;
    },
    { account: ACCOUNT, pages: ROWS / PAGE_SIZE, pageSize: PAGE_SIZE },
  );
}

/**
 * From the press to the seal. Runs in the page.
 * @param {string} format
 */
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
  /** Opens the tray. */
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

/**
 * The size of the file, once it has come to the disk: the page opens it for the download first.
 * @param {string} directory where downloads go
 */
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

/**
 * Memory of the page's process, its workers included, above what it has when nothing goes on; from Linux's own figures.
 * Private is what would be free without the page; resident counts pages shared with other processes and the program too.
 * @param {PlainBrowser} browser
 */
async function pageMemory(browser) {
  const id = await browser.pageProcessId();
  await browser.send('HeapProfiler.collectGarbage');
  const now = () => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const megabytes = (/** @type {string} */ field) =>
      Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1000);
    return { privateMb: megabytes('RssAnon'), residentMb: megabytes('VmRSS') };
  };
  const idle = now();
  let peak = idle;
  const timer = setInterval(() => {
    const { privateMb, residentMb } = now();
    peak = {
      privateMb: Math.max(peak.privateMb, privateMb),
      residentMb: Math.max(peak.residentMb, residentMb),
    };
  }, 100);
  return {
    /** Ends watching. */
    peak: () => {
      clearInterval(timer);
      return { privateMb: peak.privateMb - idle.privateMb, residentMb: peak.residentMb - idle.residentMb };
    },
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
