import { builtDirectories } from '../scripts/project-paths.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { quantiles, wheel } from './grid-measures.mjs';
import { openSnapshot } from './million-rows.mjs';
import { startPlainBrowser } from './plain-browser.mjs';

/** The number of wheel events in five seconds at 60 Hz. */
const WHEEL_EVENTS = 300;
const WHEEL_STEP_PX = 120;
const SAMPLED_ROWS = 1_000_000_000;
const SAMPLE_LATENCY_MS = 20;

/** Measures frames while the wheel turns steadily, and long tasks until all rows are read. @type {import('./analysis.mjs').Part} */
export async function measureScrolling({ rowCount }) {
  return inWorkbench(['--tls', '--rows', String(rowCount)], async (browser) => {
    await browser.evaluate(watchFrames, null);
    const place = await browser.evaluate(placeOfGrid, null);
    const scroll = async () => {
      await browser.evaluate(forgetFrames, null);
      await wheel({ send: browser.send }, place, WHEEL_STEP_PX, WHEEL_EVENTS);
      return browser.evaluate(framesSeen, null);
    };
    const alone = await scroll();
    await browser.evaluate(forgetFrames, null);
    await browser.evaluate(showTab, 'Columns');
    await browser.evaluate(appearsCoverage, 'read so far');
    const started = await browser.evaluate(framesSeen, null);
    await browser.evaluate(showTab, 'Rows');
    const whileReading = await scroll();
    await browser.evaluate(forgetFrames, null);
    await browser.evaluate(showTab, 'Columns');
    const coverage = await browser.evaluate(appearsCoverage, 'rows');
    await browser.evaluate(appearsCoverage, 'All ');
    const toTheEnd = await browser.evaluate(framesSeen, null);
    const frames = (/** @type {{ intervalsMs: number[] }} */ { intervalsMs }) => quantiles(intervalsMs);
    return [
      { what: 'frames before reading p50 / p95 / p99, ms', figure: frames(alone) },
      { what: 'frames while reading p50 / p95 / p99, ms', figure: frames(whileReading) },
      { what: 'of them above 20 ms', figure: `${late(whileReading)} of ${whileReading.intervalsMs.length}` },
      { what: 'before reading above 20 ms', figure: `${late(alone)} of ${alone.intervalsMs.length}` },
      { what: 'longest task while scrolling, ms', figure: whileReading.longestTaskMs, toReach: 50 },
      { what: 'longest task while Columns opens, ms', figure: started.longestTaskMs, toReach: 50 },
      { what: 'longest task with Columns on screen, ms', figure: toTheEnd.longestTaskMs, toReach: 50 },
      { what: 'coverage after scrolling', figure: coverage },
    ];
  });
}

/** Measures the time from **Read a sample** to its last row, including the engine's start. @type {import('./analysis.mjs').Part} */
export async function measureSample() {
  const options = ['--tls', '--rows', String(SAMPLED_ROWS), '--latency', String(SAMPLE_LATENCY_MS)];
  return inWorkbench(options, async (browser) => {
    await browser.evaluate(showTab, 'Columns');
    const ms = await browser.evaluate(sampleMs, null);
    const coverage = await browser.evaluate(appearsCoverage, 'A sample');
    return [
      { what: `a sample at ${SAMPLE_LATENCY_MS} ms of latency, ms`, figure: Math.round(ms), toReach: 5_000 },
      { what: 'coverage', figure: coverage },
    ];
  });
}

/** Measures the time from opening **Pivot** to its first table, once all rows are read. @type {import('./analysis.mjs').Part} */
export async function measurePivotAnswer({ rowCount }) {
  return inWorkbench(['--tls', '--rows', String(rowCount)], async (browser) => {
    await browser.evaluate(showTab, 'Columns');
    await browser.evaluate(appearsCoverage, 'All ');
    // The engine is idle once all profiles are on screen.
    await browser.evaluate(hasAllProfiles, null);
    const ms = await browser.evaluate(pivotAnswerMs, null);
    return [{ what: 'first answer of Pivot after reading, ms', figure: Math.round(ms), toReach: 400 }];
  });
}

/**
 * @template T
 * @param {string[]} options the service's options
 * @param {(browser: import('./million-rows.mjs').PlainBrowser) => Promise<T>} measure
 */
export async function inWorkbench(options, measure) {
  const service = await startServiceProcess(options);
  const served = await serve({
    directory: builtDirectories.production,
    service: service.upstream,
    config: { offline: false },
  });
  const browser = await startPlainBrowser();
  try {
    await openSnapshot(browser, `${served.origin}/prices/SalesPrice?v=1`);
    return await measure(browser);
  } finally {
    await browser.close();
    await served.close();
    await service.close();
  }
}

/** @param {{ intervalsMs: number[] }} frames */
function late({ intervalsMs }) {
  return intervalsMs.filter((ms) => ms > 20).length;
}

/* The functions from here on run in the page. */

export function watchFrames() {
  const notes = { framesAtMs: /** @type {number[]} */ ([]), longestTaskMs: 0 };
  Object.assign(globalThis, { notes });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      notes.longestTaskMs = Math.max(notes.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  const note = (/** @type {number} */ atMs) => {
    notes.framesAtMs.push(atMs);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

export function forgetFrames() {
  const { notes } = /** @type {any} */ (globalThis);
  notes.framesAtMs.length = 0;
  notes.longestTaskMs = 0;
}

/** @returns {{ intervalsMs: number[], longestTaskMs: number }} */
export function framesSeen() {
  const { notes } = /** @type {any} */ (globalThis);
  const at = /** @type {number[]} */ (notes.framesAtMs);
  return {
    intervalsMs: at.slice(1).map((ms, index) => ms - (at[index] ?? 0)),
    longestTaskMs: Math.round(notes.longestTaskMs),
  };
}

function placeOfGrid() {
  const { x, y } = /** @type {Element} */ (document.querySelector('[role="grid"]')).getBoundingClientRect();
  return { x, y };
}

/** @param {string} name */
export async function showTab(name) {
  const tab = [...document.querySelectorAll('[role="tab"]')].find(({ textContent }) => textContent === name);
  if (!(tab instanceof HTMLElement)) throw new Error(`There is no tab ${name}.`);
  tab.click();
  while (tab.getAttribute('aria-selected') !== 'true') await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Resolves with the shown coverage once it contains the text. @param {string} text @returns {Promise<string>} */
export async function appearsCoverage(text) {
  for (;;) {
    const coverage = document.querySelector('[role="status"][aria-label="Coverage"]')?.textContent ?? '';
    if (coverage.includes(text)) return coverage;
    const alert = document.querySelector('main [role="alert"]')?.textContent;
    if (alert != null && alert !== '') throw new Error(alert);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function hasAllProfiles() {
  const copy = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Copy table');
  while (copy()?.disabled !== false) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function pivotAnswerMs() {
  const tab = [...document.querySelectorAll('[role="tab"]')].find(
    ({ textContent }) => textContent === 'Pivot',
  );
  if (!(tab instanceof HTMLElement)) throw new Error('There is no tab Pivot.');
  const startedMs = performance.now();
  tab.click();
  while (document.querySelector('table[aria-label="Pivot"] tbody td') === null) {
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - startedMs;
}

async function sampleMs() {
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Read a sample');
  while (button() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  const startedMs = performance.now();
  button()?.click();
  for (;;) {
    const coverage = document.querySelector('[role="status"][aria-label="Coverage"]')?.textContent ?? '';
    const progress = document.querySelector('[role="progressbar"][aria-label="Reading rows"]');
    if (coverage.startsWith('A sample') && progress === null) return performance.now() - startedMs;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
