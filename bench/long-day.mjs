// A working day of eight hours, pressed into minutes: `npm run bench:day`. One page that is never reloaded takes 200
// snapshots, compares 100 of them and exports 50, in front of the reference service over HTTPS whose tokens and snapshots
// live as much shorter. After every hour: what the page has kept. `-- --share 0.2` does a fifth of it.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { provideBuild } from '../scripts/build-product.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { ACCOUNT } from './million-rows.mjs';

const HOURS = 8;
const RUNS_PER_HOUR = 25;
/** How much faster time goes: a run of the day, every 2.4 minutes, takes about two seconds. */
const FASTER = 60;
/** Timers from here on are of the day: caches, locks, clocks. Shorter ones wait for the service or for a person's hand. */
const LONG_TIMER_MS = 60_000;
/** Of the runs. */
const COMPARED_EVERY = 2;
const EXPORTED_EVERY = 4;
const ROWS = 20_000;

/** How much more than in the middle of the day may be there at its end: the list of snapshots is full by then. */
const MOST_GROWTH = 1.1;

const { values } = parseArgs({ options: { share: { type: 'string', default: '1' } } });
const runsPerHour = Math.max(4, Math.round(RUNS_PER_HOUR * Number(values.share)));

const directory = await provideBuild('production');
// 20 and 30 minutes, pressed as the day is: it takes about eight minutes as a whole.
const service = await startServiceProcess([
  '--tls',
  `--rows=${ROWS}`,
  '--access-lifetime=20',
  '--snapshot-lifetime=30',
]);
const served = await serve({ directory, service: service.upstream, config: { offline: false } });
const browser = await chromium.launch(browserLaunchOptions());
try {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120_000);
  await page.addInitScript(
    ({ faster, longMs }) => {
      const usual = window.setTimeout.bind(window);
      // Without this, the caches that keep things for ten minutes would keep those of the whole day.
      window.setTimeout = /** @type {typeof setTimeout} */ (
        (
          /** @type {TimerHandler} */ handler,
          /** @type {number | undefined} */ ms = 0,
          /** @type {any[]} */ ...args
        ) => usual(handler, ms >= longMs ? ms / faster : ms, ...args)
      );
    },
    { faster: FASTER, longMs: LONG_TIMER_MS },
  );
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await signIn();
  /** @type {Awaited<ReturnType<typeof kept>>[]} */
  const hours = [];
  let count = 0;
  for (let hour = 1; hour <= HOURS; hour += 1) {
    for (let run = 1; run <= runsPerHour; run += 1) {
      count += 1;
      await takeSnapshot();
      if (count > 1 && count % COMPARED_EVERY === 0) await compare();
      if (count % EXPORTED_EVERY === 0) await exportRows();
    }
    hours.push(await kept(hour));
    console.log(JSON.stringify(hours.at(-1)));
  }
  console.table(hours);
  judge(hours);

  async function signIn() {
    await page.goto(`${served.origin}/prices/SalesPrice`);
    await page.getByRole('textbox', { name: 'User name' }).fill(ACCOUNT.userName);
    await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function takeSnapshot() {
    const before = page.url();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL((url) => url.href !== before && url.searchParams.has('cacheKey'));
    await page.locator('[role="grid"] [data-row="0"]:not([aria-busy])').waitFor();
  }

  /** With the snapshot before, which is the first of the list. */
  async function compare() {
    const views = page.getByRole('tablist', { name: 'View of the snapshot' });
    await views.getByRole('tab', { name: 'Changes', exact: true }).click();
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: /rows$/ }).first().click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page
      .getByRole('button', { name: /^Unchanged/ })
      .or(page.getByRole('button', { name: 'Try again' }))
      .or(page.getByText('Nothing has changed'))
      .first()
      .waitFor();
    await views.getByRole('tab', { name: 'Rows', exact: true }).click();
  }

  async function exportRows() {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Start export' }).click();
    await page.getByRole('button', { name: /^Exports/, expanded: false }).click();
    const tray = page.getByRole('region', { name: 'Exports' });
    await tray.getByText('Complete', { exact: true }).waitFor();
    await tray.getByRole('button', { name: 'Dismiss' }).click();
    await tray.waitFor({ state: 'hidden' });
  }

  /** @param {number} hour */
  async function kept(hour) {
    // Twice: what the first one frees may hold more.
    await devTools.send('HeapProfiler.collectGarbage');
    await devTools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devTools.send('Performance.getMetrics');
    /** @param {string} wanted */
    const metric = (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    const stored = await page.evaluate(async () => ({
      bytes: (await navigator.storage.estimate()).usage ?? 0,
      texts: [localStorage, sessionStorage]
        .flatMap((storage) => Object.entries(storage))
        .reduce((sum, [key, text]) => sum + key.length + String(text).length, 0),
    }));
    return {
      hour,
      runs: count,
      'heap MB': round(metric('JSHeapUsedSize') / 2 ** 20),
      listeners: metric('JSEventListeners'),
      nodes: metric('Nodes'),
      workers: page.workers().length,
      'stored kB': round(stored.bytes / 1024),
      'texts stored kB': round(stored.texts / 1024),
      'process MB': await processMb(),
    };
  }

  /** Of the page's process with its workers, where the system tells: their memory is no part of the page's heap. */
  async function processMb() {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const [worked] = processInfo
      .filter(({ type }) => type === 'renderer')
      .toSorted((a, b) => b.cpuTime - a.cpuTime);
    try {
      const status = readFileSync(`/proc/${worked?.id}/status`, 'utf8');
      return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024);
    } catch {
      return null;
    }
  }
} finally {
  await browser.close();
  await served.close();
  await service.close();
}

/** @param {Record<string, number | null>[]} hours */
function judge(hours) {
  const settled = hours[HOURS / 2 - 1];
  const last = hours.at(-1);
  for (const figure of ['heap MB', 'listeners', 'nodes', 'workers', 'stored kB', 'texts stored kB']) {
    const [from, to] = [settled?.[figure] ?? 0, last?.[figure] ?? 0];
    if (to <= from * MOST_GROWTH) continue;
    console.error(`${figure}: ${from} in the middle, ${to} at the end`);
    process.exitCode = 1;
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
