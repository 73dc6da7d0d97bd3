import { builtDirectories } from '../scripts/project-paths.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { floorSeconds, openSnapshot, round } from './million-rows.mjs';
import { startPlainBrowser } from './plain-browser.mjs';

/** Measures keeping a copy of a snapshot, opening the copy offline, and reading it. @type {import('./analysis.mjs').Part} */
export async function measureCopy({ rowCount }) {
  const service = await startServiceProcess(['--tls', '--rows', String(rowCount)]);
  const served = await serve({
    directory: builtDirectories.production,
    service: service.upstream,
    config: { offline: false },
  });
  const browser = await startPlainBrowser();
  try {
    await openSnapshot(browser, `${served.origin}/prices/SalesPrice?v=1`);
    const keptS = (await browser.evaluate(keepMs, null)) / 1000;
    const sizeMb = (await browser.evaluate(copiesBytes, null)) / 1e6;
    // The floor is measured right after the copy, so that the machine is in the same state.
    const floorS = await floorSeconds(browser, rowCount);
    const openedMs = await browser.evaluate(openMs, null);
    const readMs = await browser.evaluate(readMsOfColumns, null);
    return [
      { what: 'kept, s', figure: round(keptS) },
      { what: 'the same pages fetched and thrown away, s', figure: round(floorS) },
      { what: 'written beside reading, s', figure: round(keptS - floorS), toReach: 15 },
      { what: 'on disk, MB', figure: round(sizeMb), toReach: 45 },
      { what: 'opened: first rows on screen, ms', figure: Math.round(openedMs), toReach: 500 },
      { what: 'all rows in the engine, its start included, ms', figure: Math.round(readMs), toReach: 3_000 },
    ];
  } finally {
    await browser.close();
    await served.close();
    await service.close();
  }
}

/* The functions from here on run in the page. */

/** Measures the time from the press of **Keep** until the encrypted copy is complete. */
async function keepMs() {
  button('Keep a copy')?.click();
  while (button('Keep') === undefined) await soon();
  const startedMs = performance.now();
  button('Keep')?.click();
  for (;;) {
    if (button('Copy kept') !== undefined) return performance.now() - startedMs;
    if (button('No copy kept') !== undefined) throw new Error('No copy was kept.');
    await soon();
  }

  /** @param {string} name */
  function button(name) {
    return [...document.querySelectorAll('button')].find(
      (candidate) => (candidate.getAttribute('aria-label') ?? candidate.textContent?.trim()) === name,
    );
  }
  function soon() {
    return new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function copiesBytes() {
  const copies = await (await navigator.storage.getDirectory()).getDirectoryHandle('copies');
  let bytes = 0;
  for await (const folder of copies.values()) {
    if (!(folder instanceof FileSystemDirectoryHandle)) continue;
    for await (const file of folder.values()) {
      if (file instanceof FileSystemFileHandle) bytes += (await file.getFile()).size;
    }
  }
  return bytes;
}

/** Measures the time from the press of **Open** in the list of copies until the first cells are on screen. */
async function openMs() {
  const link = (/** @type {string} */ start) =>
    [...document.querySelectorAll('a')].find((each) =>
      (each.getAttribute('aria-label') ?? each.textContent ?? '').startsWith(start),
    );
  link('Snapshots')?.click();
  const table = () => document.querySelector('table[aria-label="Kept copies"]');
  while (table() === null) await new Promise((resolve) => setTimeout(resolve, 20));
  /** @type {HTMLAnchorElement | null | undefined} */
  const open = table()?.querySelector('a');
  const startedMs = performance.now();
  open?.click();
  while (document.querySelector('[role="gridcell"]') === null) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - startedMs;
}

async function readMsOfColumns() {
  const tab = [...document.querySelectorAll('[role="tab"]')].find(
    ({ textContent }) => textContent === 'Columns',
  );
  const startedMs = performance.now();
  if (tab instanceof HTMLElement) tab.click();
  for (;;) {
    const coverage = document.querySelector('[role="status"][aria-label="Coverage"]')?.textContent ?? '';
    if (coverage.startsWith('All ')) return performance.now() - startedMs;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
