import { builtDirectories } from '../scripts/project-paths.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { builtProduct, engineScript } from './built-product.mjs';
import { floorSeconds, openSnapshot, pageMemory, PAGE_SIZE, round, serviceHeaders } from './million-rows.mjs';
import { startPlainBrowser } from './plain-browser.mjs';

/** Modules of the product's views, which run the same statements in the same order as on screen. */
const MODULES = [
  'bench/engine-in-page.ts',
  'src/contract/price-columns.schema.ts',
  'src/analysis/profiles/read-profile.ts',
  'src/analysis/pivot/read-pivot.ts',
  'src/analysis/reading/check-rows.ts',
  'src/features/workbench/model/denominations.ts',
  'src/rows/price-rows/denominations.ts',
  'src/lib/base/body-chunks.ts',
  'src/ui/http/page-reader.ts',
];

/** The fields that are read of ten million rows, with every type. All sixteen fields would not fit into the engine's memory limit. */
const EIGHT_FIELDS = [
  'EntryNo',
  'ItemNumber',
  'PriceList',
  'Currency',
  'Value',
  'DiscountPercent',
  'ValidFrom',
  'NeedsPrice',
];

/** Measures reading and querying rows of sixteen fields, and only fetching them. @type {import('./analysis.mjs').Part} */
export async function measureReading({ rowCount }) {
  return measure(rowCount, null);
}

/** Measures reading more rows of eight fields. The only goal is that it finishes. @type {import('./analysis.mjs').Part} */
export async function measureLargeReading({ rowCount }) {
  const figures = await measure(rowCount, EIGHT_FIELDS);
  return figures.map(({ what, figure }) => ({ what, figure }));
}

/** @param {number} rowCount @param {string[] | null} fieldNames null for all @returns {Promise<import('./analysis.mjs').Figure[]>} */
async function measure(rowCount, fieldNames) {
  const product = await builtProduct(MODULES);
  const service = await startServiceProcess(['--tls', '--rows', String(rowCount)]);
  const served = await serve({
    directory: builtDirectories.production,
    service: service.upstream,
    config: { offline: false },
  });
  const browser = await startPlainBrowser();
  try {
    const chosen = fieldNames === null ? '' : `&fields=${fieldNames.join(',')}`;
    await openSnapshot(browser, `${served.origin}/prices/SalesPrice?v=1${chosen}`);
    await browser.send('Runtime.evaluate', { expression: product });
    const memory = await pageMemory(browser);
    const bootMs = await browser.evaluate(openEngine, {
      script: engineScript(builtDirectories.production),
      headers: await serviceHeaders(browser),
      fieldNames,
      pageSize: PAGE_SIZE,
      rowCount,
    });
    const booted = memory.now();
    const cpuBefore = await browser.cpuSeconds();
    const { readS, checkMs, pagesMs, longestTaskMs, engineMb } = await browser.evaluate(readPages, {
      pages: Math.ceil(rowCount / PAGE_SIZE),
      pageSize: PAGE_SIZE,
    });
    const cpuRead = await browser.cpuSeconds();
    const peak = memory.peak();
    const figures = await browser.evaluate(askAsViewsDo, null);
    const queriesPeak = memory.peak();
    await browser.evaluate(endEngine, null);
    const left = await settled(browser, memory);
    memory.end();
    const cpuBeforeFloor = await browser.cpuSeconds();
    const floorS = await floorSeconds(browser, rowCount);
    const cpuFloor = await browser.cpuSeconds();
    return [
      { what: 'boot, ms', figure: Math.round(bootMs), toReach: 2_500 },
      { what: 'read, s', figure: round(readS) },
      { what: 'of these the comparison of keys, ms', figure: Math.round(checkMs) },
      { what: 'comparison of pages, of rows without a key, ms', figure: Math.round(pagesMs) },
      { what: 'floor, s', figure: round(floorS) },
      { what: '× floor', figure: round(readS / floorS), toReach: 1.6 },
      { what: 'processor time of the browser: read, s', figure: round(cpuRead - cpuBefore) },
      { what: 'processor time of the browser: floor, s', figure: round(cpuFloor - cpuBeforeFloor) },
      { what: 'longest task of the page while reading, ms', figure: Math.round(longestTaskMs), toReach: 50 },
      { what: 'MB above idle: engine started', figure: booted.privateMb },
      { what: 'MB above idle: peak while reading', figure: peak.privateMb, toReach: 350 },
      { what: 'MB above idle: peak of the queries', figure: queriesPeak.privateMb },
      { what: 'MB above idle: after the worker has ended', figure: left.privateMb },
      { what: "engine's own memory, MB", figure: engineMb },
      { what: 'profiles of all columns, ms', figure: Math.round(figures.profilesMs), toReach: 3_000 },
      {
        what: `slowest profile with details, ms (${figures.slowest})`,
        figure: Math.round(figures.slowestMs),
        toReach: 500,
      },
      { what: 'pivot by two with four measures, ms', figure: Math.round(figures.pivotMs), toReach: 300 },
    ];
  } finally {
    await browser.close();
    await served.close();
    await service.close();
  }
}

/**
 * Resolves with the memory that is left after the browser has collected garbage.
 * @param {import('./million-rows.mjs').PlainBrowser} browser @param {Awaited<ReturnType<typeof pageMemory>>} memory
 */
async function settled(browser, memory) {
  let least = memory.now();
  for (let look = 0; look < 10; look += 1) {
    await browser.send('HeapProfiler.collectGarbage');
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (memory.now().privateMb < least.privateMb) least = memory.now();
  }
  return least;
}

/**
 * Starts the worker in the page and creates the table. Resolves with the milliseconds. @returns {Promise<number>}
 * @param {{ script: string, headers: Record<string, string>, fieldNames: string[] | null, pageSize: number, rowCount: number }} argument
 */
async function openEngine({ script, headers, fieldNames, pageSize, rowCount }) {
  const { product } = /** @type {any} */ (globalThis);
  const cacheKey = new URL(location.href).searchParams.get('cacheKey');
  const { Data } = await (await fetch('/papi/api/prices', { headers })).json();
  const { fields: allFields } = product.priceColumnsEndpoint
    .decode(Data)
    .find((/** @type {any} */ { name }) => name === 'SalesPrice');
  const fieldOf = (/** @type {string} */ wanted) =>
    allFields.find((/** @type {any} */ { name }) => name === wanted);
  const fields = fieldNames === null ? allFields : fieldNames.map(fieldOf);

  const startedMs = performance.now();
  const connection = product.connect(script);
  const request = {
    priceColumn: 'SalesPrice',
    snapshot: { cacheKey, rowCount },
    columns: fields.map((/** @type {any} */ field) => ({ name: field.name, field })),
    pageSize,
  };
  const { signal } = new AbortController();
  const table = await connection.createTable(request, signal);
  Object.assign(globalThis, { opened: { connection, table, fields, headers, cacheKey } });
  return performance.now() - startedMs;
}

/**
 * This function runs in the page. @param {{ pages: number, pageSize: number }} argument
 * @returns {Promise<{ readS: number, checkMs: number, pagesMs: number, longestTaskMs: number, engineMb: number }>}
 */
async function readPages({ pages, pageSize }) {
  const { product, opened } = /** @type {any} */ (globalThis);
  const { connection, table, headers, cacheKey } = opened;
  let longestTaskMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  });
  observer.observe({ type: 'longtask' });
  const startedMs = performance.now();
  let memoryBytes = 0;
  let addedCount = 0;
  await new Promise((resolve, reject) => {
    const add = async (/** @type {Uint8Array<ArrayBuffer>[]} */ body, /** @type {number} */ page) => {
      ({ memoryBytes } = await connection.addPage(table, page, body));
      addedCount += 1;
      reader.received(addedCount);
      if (addedCount === pages) resolve(undefined);
    };
    const reader = product.createPageReader(
      { count: pages, pageAt: (/** @type {number} */ index) => index + 1, order: 'arrival' },
      {
        fetchPage: async (/** @type {number} */ page) => {
          const body = JSON.stringify({ page, nrOfRecords: pageSize, cacheKey });
          const response = await fetch('/papi/api/prices/SalesPrice', { method: 'POST', headers, body });
          return product.readChunks(response, Infinity);
        },
        deliver: (/** @type {Uint8Array<ArrayBuffer>[]} */ chunks, /** @type {number} */ page) => {
          add(chunks, page).catch(reject);
        },
        onFailed: reject,
      },
    );
  });
  const addedMs = performance.now();
  // The check counts as reading, because views call rows complete only after it. It is also measured without key fields, comparing pages.
  const rowCount = Number(
    (await connection.query({ text: `SELECT count(*) FROM ${table.sqlName}` }, { maxRows: 1 })).rows[0][0],
  );
  const check = async (/** @type {string[]} */ keys) => {
    const checkedMs = performance.now();
    const identity = { keys, lacking: [], hasAllFields: true };
    const rows = { table, identity, readCount: rowCount, snapshotRows: rowCount, pageSize, misfits: {} };
    const found = await product.checkRows(connection, rows, new AbortController().signal);
    if (found.kind !== 'sound' || found.doubts !== null)
      throw new Error('The check found problems in sound rows.');
    return performance.now() - checkedMs;
  };
  const checkMs = await check(['EntryNo']);
  const readS = (addedMs - startedMs + checkMs) / 1000;
  observer.disconnect();
  const pagesMs = await check([]);
  return { readS, checkMs, pagesMs, longestTaskMs, engineMb: Math.round(memoryBytes / 1e6) };
}

/** This function runs in the page. It runs the queries of **Columns**, of its profile of one column, and of a pivot. */
async function askAsViewsDo() {
  const { product, opened } = /** @type {any} */ (globalThis);
  const { connection: engine, table, fields } = opened;
  const signal = new AbortController().signal;
  const denominations = product.denominationsOf(fields);
  let profilesMs = 0;
  let slowestMs = 0;
  let slowest = '';
  for (const column of table.columns) {
    const field = fields.find((/** @type {any} */ { name }) => name === column.name);
    const denominators = product.denominatorsOf(field, denominations, () => true, null);
    const input = { engine, table, column, denominators, isEstimate: false, signal };
    const startedMs = performance.now();
    await product.readColumnProfile(input);
    const profiledMs = performance.now();
    await product.readColumnDetails(input);
    const ms = performance.now() - startedMs;
    profilesMs += profiledMs - startedMs;
    if (ms > slowestMs) [slowestMs, slowest] = [ms, column.name];
  }
  const spec = {
    rows: [{ field: 'PriceList', step: null }],
    columns: [{ field: 'Currency', step: null }],
    measures: [
      { fn: 'count', field: null },
      { fn: 'sum', field: 'Value' },
      { fn: 'average', field: 'Value' },
      { fn: 'median', field: 'Value' },
    ],
    sort: null,
    hasChart: false,
  };
  const startedMs = performance.now();
  await product.readPivot(spec, { engine, table, misfits: {}, signal });
  return { profilesMs, slowestMs, slowest, pivotMs: performance.now() - startedMs };
}

/** This function runs in the page. */
function endEngine() {
  const { opened } = /** @type {any} */ (globalThis);
  opened.connection.terminate();
  Object.assign(globalThis, { opened: null });
}
