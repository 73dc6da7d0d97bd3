import { readFileSync } from 'node:fs';

// The benchmarks that read a snapshot of a million rows share this module.

/** @typedef {Awaited<ReturnType<typeof import('./plain-browser.mjs').startPlainBrowser>>} PlainBrowser */

export const ROWS = 1_000_000;
export const PAGE_SIZE = 10_000;

/** An account that holds every right; see mocks/data/accounts.ts. */
export const ACCOUNT = { userName: 'manager', password: 'demo-manager' };

/** Signs in and runs the query of an address. @param {PlainBrowser} browser @param {string} url */
export async function openSnapshot(browser, url) {
  await browser.send('Page.navigate', { url });
  await browser.evaluate(async ({ userName, password }) => {
    await appear('input[autocomplete="username"]');
    type('input[autocomplete="username"]', userName);
    type('input[autocomplete="current-password"]', password);
    press('Sign in');
    await until(() => button('Run') !== undefined);
    press('Run');
    await appear('[role="gridcell"]');
    // The wait gives the browser time to collect the garbage of the start.
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
        // A button's text may end with a keyboard shortcut after its name.
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
 * Signs in separately from the page, whose token is not accessible, and returns headers for requests.
 * @param {PlainBrowser} browser @returns {Promise<Record<string, string>>}
 */
export async function serviceHeaders(browser) {
  return browser.evaluate(async ({ userName, password }) => {
    const form = new URLSearchParams({
      grant_type: 'password',
      username: userName,
      password,
      client_id: 'colonnade',
    });
    const token = await (await fetch('/papi/token', { method: 'POST', body: form })).json();
    return {
      Authorization: `Bearer ${token.access_token}`,
      client_id: 'colonnade',
      'Content-Type': 'application/json',
    };
  }, ACCOUNT);
}

/** Fetches and discards the snapshot's pages, as many at once as an export. @param {PlainBrowser} browser @param {number} [rowCount] */
export async function floorSeconds(browser, rowCount = ROWS) {
  return browser.evaluate(
    async ({ headers, pages, pageSize }) => {
      const cacheKey = new URL(location.href).searchParams.get('cacheKey');
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
    {
      headers: await serviceHeaders(browser),
      pages: Math.ceil(rowCount / PAGE_SIZE),
      pageSize: PAGE_SIZE,
    },
  );
}

/**
 * Measures the memory of the page's process and its workers above its idle memory, from Linux's figures. Private memory is what would be
 * free without the page. Resident memory includes the program and shared memory. @param {PlainBrowser} browser
 */
export async function pageMemory(browser) {
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
  const aboveIdle = (/** @type {ReturnType<typeof now>} */ { privateMb, residentMb }) => ({
    privateMb: privateMb - idle.privateMb,
    residentMb: residentMb - idle.residentMb,
  });
  return {
    now: () => aboveIdle(now()),
    peak: () => {
      const highest = aboveIdle(peak);
      peak = now();
      return highest;
    },
    end: () => clearInterval(timer),
  };
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}
