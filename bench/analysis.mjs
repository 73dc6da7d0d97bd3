// A million rows of sixteen fields into the engine, in Chromium, beside fetching the same pages and throwing them away;
// then what the views ask of it: `npm run bench:analysis`. The production build's own worker, fed by the page as the
// workbench feeds it.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildProduct, isBuildCurrent } from '../scripts/build-product.mjs';
import { distDirectory } from '../scripts/project-paths.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { ACCOUNT, floorSeconds, openSnapshot, pageMemory, PAGE_SIZE, round, ROWS } from './million-rows.mjs';
import { startPlainBrowser } from './plain-browser.mjs';

/** To reach. */
const BARS = {
  '× floor': 1.6,
  'boot, ms': 2_500,
  'peak MB above idle': 350,
  'longest task, ms': 50,
  'profile of all columns, ms': 3_000,
  'profile of one column, ms': 500,
  'pivot by two with four measures, ms': 300,
};

if (!isBuildCurrent()) await buildProduct();
const script = readdirSync(path.join(distDirectory, 'assets')).find((name) =>
  /^analysis-worker-.*\.js$/.test(name),
);
const service = await startServiceProcess(['--tls']);
const served = await serve({ directory: distDirectory, service: service.upstream });
const browser = await startPlainBrowser();
try {
  await openSnapshot(browser, `${served.origin}/prices/SalesPrice?v=1`);
  const memory = await pageMemory(browser);
  const { readS, ...measured } = await browser.evaluate(readAndQuery, {
    script: `/assets/${script}`,
    account: ACCOUNT,
    pages: ROWS / PAGE_SIZE,
    pageSize: PAGE_SIZE,
    rowCount: ROWS,
  });
  const peak = memory.peak();
  // Right after, so that both meet the same machine.
  const floorS = await floorSeconds(browser);
  /** @type {Record<string, number>} */
  const figures = {
    'read, s': round(readS),
    'floor, s': round(floorS),
    '× floor': round(readS / floorS),
    ...measured,
    'peak MB above idle': peak.privateMb,
  };
  console.table(
    Object.entries(figures).map(([what, figure]) => ({
      what,
      figure,
      'to reach': BARS[/** @type {keyof typeof BARS} */ (what)] ?? '',
    })),
  );
} finally {
  await browser.close();
  await served.close();
  await service.close();
}

/**
 * Runs in the page.
 * @param {{ script: string, account: typeof ACCOUNT, pages: number, pageSize: number, rowCount: number }} argument
 * @returns {Promise<Record<string, number> & { readS: number }>}
 */
async function readAndQuery({ script, account, pages, pageSize, rowCount }) {
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
  const { Data } = await (await fetch('/papi/api/prices', { headers })).json();
  const prices = Object.values(Data).find(Array.isArray) ?? Data;
  const { fields } = prices.find((/** @type {any} */ { name }) => name === 'SalesPrice');

  let lastId = 0;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  const worker = new Worker(script, { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    if (data.kind === 'done') waiting.get(data.id)?.resolve(data.result);
    else waiting.get(data.id)?.reject(new Error(JSON.stringify(data.trouble)));
  });
  /** @param {object} command @param {Transferable[]} [transfer] @returns {Promise<any>} */
  const call = (command, transfer = []) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, command }, transfer);
    });

  const bootMs = performance.now();
  const columns = fields.map((/** @type {any} */ field) => ({
    name: field.name,
    field: { type: typeOf(field.typeName), sqlType: field.typeName, scale: field.scale },
  }));
  const request = { priceColumn: 'SalesPrice', snapshot: { cacheKey, rowCount }, columns, pageSize };
  const table = await call({ kind: 'createTable', request });
  const bootedMs = performance.now();

  let longestMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  });
  observer.observe({ type: 'longtask' });
  let next = 1;
  let memoryBytes = 0;
  const reader = async () => {
    for (let page = next++; page <= pages; page = next++) {
      const body = JSON.stringify({ page, nrOfRecords: pageSize, cacheKey });
      const response = await fetch('/papi/api/prices/SalesPrice', { method: 'POST', headers, body });
      const chunks = [];
      const stream = response.body?.getReader();
      for (;;) {
        const read = await stream?.read();
        if (read?.value === undefined) break;
        chunks.push(read.value);
      }
      const added = await call(
        { kind: 'addPage', sqlName: table.sqlName, page, body: chunks },
        chunks.map(({ buffer }) => buffer),
      );
      ({ memoryBytes } = added);
    }
  };
  await Promise.all([reader(), reader(), reader(), reader()]);
  const readMs = performance.now();
  observer.disconnect();

  /** @param {string} text */
  const timed = async (text) => {
    const startedMs = performance.now();
    await call({ kind: 'query', query: { text }, maxRows: 10_000 });
    return performance.now() - startedMs;
  };
  let allMs = 0;
  let slowestMs = 0;
  for (const column of table.columns) {
    const ms = await timed(profile(table.sqlName, column));
    allMs += ms;
    slowestMs = Math.max(slowestMs, ms);
  }
  const by = (/** @type {string} */ name) =>
    table.columns.find((/** @type {any} */ column) => column.name === name).sqlName;
  const pivotMs = await timed(
    `SELECT ${by('PriceList')}, ${by('Currency')}, count(*), sum(${by('Value')}), avg(${by('Value')}), median(${by('Value')})
     FROM ${table.sqlName} GROUP BY ALL ORDER BY ALL`,
  );
  worker.terminate();
  return {
    'boot, ms': Math.round(bootedMs - bootMs),
    readS: (readMs - bootedMs) / 1000,
    'longest task, ms': Math.round(longestMs),
    "engine's memory, MB": Math.round(memoryBytes / 1e6),
    'profile of all columns, ms': Math.round(allMs),
    'profile of one column, ms': Math.round(slowestMs),
    'pivot by two with four measures, ms': Math.round(pivotMs),
  };

  /** @param {string} sqlType */
  function typeOf(sqlType) {
    if (/^(bigint|int|decimal)/.test(sqlType)) return 'number';
    if (sqlType.startsWith('date')) return 'date';
    return sqlType === 'bit' ? 'boolean' : 'text';
  }

  /** @param {string} name @param {{ type: string, sqlName: string, orderSqlName: string }} column */
  function profile(name, { type, sqlName, orderSqlName }) {
    const sums = type === 'number' ? `, sum(${sqlName}), avg(${sqlName})` : '';
    const middle =
      type === 'number' || type === 'date'
        ? `, quantile_disc(${orderSqlName}, [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99])`
        : '';
    return `SELECT count(*), count(${sqlName}), count(DISTINCT ${sqlName}), min(${orderSqlName}), max(${orderSqlName})${sums}${middle} FROM ${name}`;
  }
}
