// The Dask job of the tab Request: a million rows of twelve fields on two worker processes, beside fetching the same pages
// and throwing them away: `npm run bench:dask`. Compare with CSV for programs of `npm run bench:export`, run right after.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDask } from '../scripts/find-programs.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { builtProduct } from './built-product.mjs';
import { ACCOUNT, EXPORT_FIELDS, PAGE_SIZE, ROWS, round } from './million-rows.mjs';

const CALLS_AT_ONCE = 4;

const python = findDask();
if (python === undefined) {
  console.error('There is no Dask here (Debian: python3-distributed).');
  process.exit(1);
}

const directory = mkdtempSync(path.join(tmpdir(), 'colonnade-bench-dask-'));
const modules = await builtProduct(['src/features/workbench/query/request/jobs/job-code.ts'], 'es');
const { jobCode } = await import(`data:text/javascript;base64,${Buffer.from(modules).toString('base64')}`);
const service = await startServiceProcess(['--tls']);
const ca = service.upstream.certificateAuthority ?? '';
writeFileSync(path.join(directory, 'ca.pem'), ca);
writeFileSync(
  path.join(directory, 'job.py'),
  jobCode('dask-job', {
    serviceAddress: service.address,
    path: '/api/prices/SalesPrice',
    clientId: 'colonnade',
    method: 'password',
    name: 'SalesPrice',
    body: { page: 1, nrOfRecords: PAGE_SIZE, fields: EXPORT_FIELDS, useCache: true },
    pageSize: PAGE_SIZE,
    snapshot: null,
    // Files of CSV are the same whatever the types.
    columns: EXPORT_FIELDS.map((name) => ({ name, type: 'text', digits: null, decimals: null })),
    keyColumns: ['EntryNo'],
  }),
);

/** @type {Record<string, string | number>[]} */
const rows = [];
try {
  for (const isGzip of [false, true]) {
    const { totalS, readingRowsPerS } = await jobSeconds(isGzip);
    // Right after, so that both meet the same machine.
    const floorS = await floorSeconds(isGzip);
    rows.push({
      pages: isGzip ? 'compressed' : 'as they are',
      's, with the start of the cluster': round(totalS),
      'rows/s': Math.round(ROWS / totalS),
      'rows/s once it reads': readingRowsPerS,
      'floor s': round(floorS),
      '× floor': round(totalS / floorS),
    });
    console.table(rows);
  }
} finally {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
}

/** @param {boolean} isGzip */
async function jobSeconds(isGzip) {
  const startedMs = performance.now();
  const child = spawn(python ?? '', [path.join(directory, 'job.py')], {
    env: {
      ...process.env,
      PRICES_USER: ACCOUNT.userName,
      PRICES_PASSWORD: ACCOUNT.password,
      PRICES_CA_FILE: path.join(directory, 'ca.pem'),
      PRICES_OUTPUT: path.join(directory, isGzip ? 'compressed' : 'plain'),
      PRICES_FORMAT: 'csv',
      PRICES_GZIP: isGzip ? '1' : '0',
      PRICES_CALLS: String(CALLS_AT_ONCE),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  if (code !== 0 || !output.includes('Complete: 1,000,000 rows'))
    throw new Error(`The job failed:\n${output}`);
  const rates = [...output.matchAll(/([\d,]+) rows\/s/g)];
  return {
    totalS: (performance.now() - startedMs) / 1000,
    readingRowsPerS: Number(rates.at(-1)?.[1]?.replaceAll(',', '')),
  };
}

/**
 * The same pages with the same concurrency, read to the last byte and discarded.
 * @param {boolean} isGzip
 */
async function floorSeconds(isGzip) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS_AT_ONCE, ca });
  /** @param {string} call @param {string} body @param {Record<string, string>} headers @returns {Promise<Buffer[]>} */
  const post = (call, body, headers) =>
    new Promise((resolve, reject) => {
      const sent = request(`${service.address}${call}`, { method: 'POST', agent, headers }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('end', () => resolve(chunks));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  const form = new URLSearchParams({
    grant_type: 'password',
    username: ACCOUNT.userName,
    password: ACCOUNT.password,
    client_id: 'colonnade',
  });
  const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const token = jsonOf(await post('/token', form.toString(), formType));
  const headers = {
    Authorization: `Bearer ${token.access_token}`,
    client_id: 'colonnade',
    'Content-Type': 'application/json',
  };
  const pages = '/api/prices/SalesPrice';
  const query = { page: 1, nrOfRecords: 1, fields: EXPORT_FIELDS, useCache: true };
  const { cacheKey } = jsonOf(await post(pages, JSON.stringify(query), headers)).Data;
  const encoding = isGzip ? { 'Accept-Encoding': 'gzip' } : {};
  const startedMs = performance.now();
  let next = 1;
  const worker = async () => {
    for (let page = next++; page <= ROWS / PAGE_SIZE; page = next++) {
      await post(pages, JSON.stringify({ page, nrOfRecords: PAGE_SIZE, cacheKey }), {
        ...headers,
        ...encoding,
      });
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
  agent.destroy();
  return (performance.now() - startedMs) / 1000;
}

/** @param {Buffer[]} chunks */
function jsonOf(chunks) {
  return JSON.parse(Buffer.concat(chunks).toString());
}
