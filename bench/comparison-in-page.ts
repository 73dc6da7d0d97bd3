// Runs in the page: the product's own functions on two snapshots in the build's own worker.
import { openChanges } from '@/features/workbench/analysis/changes/change-rows';
import { writeChangesFile } from '@/features/workbench/analysis/changes/changes-file';
import { compare, dropComparison } from '@/features/workbench/analysis/changes/compare';
import type { ComparedSide } from '@/features/workbench/analysis/changes/comparison';
import {
  readByColumn,
  readByGroup,
  readDeltaDistribution,
  readGreatest,
} from '@/features/workbench/analysis/changes/read-changes';
import type {
  ComparisonEngine,
  MaterialisedTable,
  QueryResult,
} from '@/features/workbench/analysis/engine/analysis-engine';
import type { AddedPage } from '@/features/workbench/analysis/engine/engine-connection';
import type { EngineCommand, EngineReply } from '@/features/workbench/analysis/engine/engine-messages';
import type { AnalysedTable } from '@/features/workbench/analysis/model/analysed-table';

interface Account {
  readonly userName: string;
  readonly password: string;
}

interface Comparing {
  readonly script: string;
  readonly account: Account;
  readonly cacheKeys: readonly [earlier: string, later: string];
  readonly pageSize: number;
}

const PRICE_COLUMN = 'SalesPrice';
const PRICE = 'Value';
const KEY = 'EntryNo';
const GROUP = 'PriceList';
const CONCURRENT = 4;
const { signal } = new AbortController();

async function headersOf({ userName, password }: Account): Promise<Record<string, string>> {
  const form = { grant_type: 'password', username: userName, password, client_id: 'colonnade' };
  const token = await (
    await fetch('/papi/token', { method: 'POST', body: new URLSearchParams(form) })
  ).json();
  return {
    Authorization: `Bearer ${token.access_token}`,
    client_id: 'colonnade',
    'Content-Type': 'application/json',
  };
}

function post(headers: Record<string, string>, body: object): Promise<Response> {
  return fetch(`/papi/api/prices/${PRICE_COLUMN}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Takes a snapshot of all rows and resolves to its key. */
export async function takeSnapshot(account: Account): Promise<string> {
  const headers = await headersOf(account);
  const response = await post(headers, { page: 1, nrOfRecords: 1, useCache: true });
  const { Data } = await response.json();
  return Data.cacheKey;
}

/** The worker, in the few words that a comparison needs. */
function connect(script: string) {
  let lastId = 0;
  let keptCount = 0;
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const worker = new Worker(script, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<EngineReply>) => {
    if (data.kind === 'done') waiting.get(data.id)?.resolve(data.result);
    else waiting.get(data.id)?.reject(new Error(JSON.stringify(data.trouble)));
  });
  const call = <T>(command: EngineCommand, transfer: Transferable[] = []) =>
    new Promise<T>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve: resolve as (result: unknown) => void, reject });
      worker.postMessage({ id: lastId, command }, transfer);
    });
  const engine: ComparisonEngine = {
    query: (query, { maxRows }) => call<QueryResult>({ kind: 'query', query, maxRows }),
    materialise: (queries) => {
      keptCount += 1;
      return call<MaterialisedTable>({ kind: 'materialise', sqlName: `kept_${keptCount}`, queries });
    },
    createView: () => Promise.reject(new Error('Nothing here makes views.')),
    drop: (sqlName) => call({ kind: 'dropTable', sqlName }),
  };
  return { call, engine, end: () => worker.terminate() };
}

interface Field {
  readonly name: string;
  readonly typeName: string;
  readonly scale: number;
}

/** Writes the comparison that was measured last to a file, and ends its worker. */
let writeLast: (() => Promise<Record<string, number>>) | null = null;

/** Reads both snapshots into the worker, then compares them; milliseconds and megabytes by name. */
export async function measureInPage({
  script,
  account,
  cacheKeys,
  pageSize,
}: Comparing): Promise<Record<string, number>> {
  const headers = await headersOf(account);
  const { Data } = await (await fetch('/papi/api/prices', { headers })).json();
  const prices: readonly { name: string; fields: readonly Field[] }[] =
    Object.values(Data).find(Array.isArray) ?? Data;
  const fields = prices.find(({ name }) => name === PRICE_COLUMN)?.fields ?? [];
  const { call, engine, end } = connect(script);
  let memoryBytes = 0;

  async function read(cacheKey: string): Promise<ComparedSide> {
    const first = await (await post(headers, { page: 1, nrOfRecords: 1, cacheKey })).json();
    const rowCount: number = first.Data.totalRecords;
    const columns = fields.map(({ name, typeName, scale }) => ({
      name,
      field: { type: typeOf(typeName), sqlType: typeName, scale },
    }));
    const request = { priceColumn: PRICE_COLUMN, snapshot: { cacheKey, rowCount }, columns, pageSize };
    const table = await call<AnalysedTable>({ kind: 'createTable', request } as unknown as EngineCommand);
    const pages = Math.ceil(rowCount / pageSize);
    let next = 1;
    const reader = async () => {
      for (let page = next++; page <= pages; page = next++) {
        const response = await post(headers, { page, nrOfRecords: pageSize, cacheKey });
        const body = [new Uint8Array(await response.arrayBuffer())];
        const added = await call<AddedPage>(
          { kind: 'addPage', sqlName: table.sqlName, page, body },
          body.map(({ buffer }) => buffer),
        );
        ({ memoryBytes } = added);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, reader));
    return { table, rowCount, coverage: { kind: 'all', rowCount } };
  }

  const startedMs = performance.now();
  const sides = { earlier: await read(cacheKeys[0]), later: await read(cacheKeys[1]) };
  const readMs = performance.now();
  const compared = fields.map(({ name }) => name).filter((name) => name !== KEY && name !== PRICE);
  const comparison = await compare(engine, sides, { keys: [KEY], price: PRICE, compared }, signal);
  const comparedMs = performance.now();
  const kinds = ['added', 'removed', 'changed'] as const;
  const query = { kinds, column: null, range: null };
  const opened = await openChanges(engine, comparison, { ...query, sort: null }, signal);
  const openedMs = performance.now();
  await opened.readPage(Math.ceil(opened.rowCount / 400), 200, signal);
  const readBlockMs = performance.now();
  await opened.close();
  const sortedMs = performance.now();
  const sort = { by: 'percent', isDescending: true } as const;
  const sorted = await openChanges(
    engine,
    comparison,
    { ...query, kinds: [...kinds, 'unchanged'], sort },
    signal,
  );
  const openedSortedMs = performance.now();
  await sorted.close();
  const figuresMs = performance.now();
  await readDeltaDistribution(engine, comparison, signal);
  await readGreatest(engine, comparison, signal);
  await readByColumn(engine, comparison, signal);
  await readByGroup(engine, comparison, GROUP, null, signal);
  const figuresReadMs = performance.now();
  writeLast = async () => {
    const startMs = performance.now();
    const [file] = await writeChangesFile({
      engine,
      comparison,
      query: { ...query, kinds: [...kinds, 'unchanged'], sort: null },
      fields: [],
      origin: {
        service: location.origin,
        priceColumn: PRICE_COLUMN,
        sides: { earlier: { kind: 'file', name: 'earlier' }, later: { kind: 'file', name: 'later' } },
        leftOutColumns: [],
      },
      texts: {
        name: 'Changes',
        change: 'Change',
        kinds: {
          added: 'Added',
          removed: 'Removed',
          changed: 'Changed',
          unchanged: 'Unchanged',
          duplicated: 'Key twice',
          missing: 'No key',
        },
        ofSide: (side, name) => `${name} (${side})`,
        delta: 'Δ',
        deltaPercent: 'Δ %',
        summaryTitle: 'Summary',
        summary: [],
      },
      format: 'csv-machine',
      excelRegion: 'en',
      signal,
    });
    const writtenMs = performance.now();
    await dropComparison(engine, comparison);
    end();
    return {
      'all as CSV, s': Math.round((writtenMs - startMs) / 100) / 10,
      'all as CSV, MB': Math.round((file?.content.size ?? 0) / 1e6),
    };
  };
  return {
    'both read, ms': Math.round(readMs - startedMs),
    'differences with counts, ms': Math.round(comparedMs - readMs),
    'first rows, ms': Math.round(openedMs - comparedMs),
    '200 rows from the middle, ms': Math.round(readBlockMs - openedMs),
    'first rows of all by Δ %, ms': Math.round(openedSortedMs - sortedMs),
    'distribution, greatest, by column, by group, ms': Math.round(figuresReadMs - figuresMs),
    ...comparison.counts,
    "engine's memory before, MB": Math.round(memoryBytes / 1e6),
    "engine's memory after, MB": Math.round(comparison.memoryBytes / 1e6),
  };
}

/** All rows of the comparison that was measured last, as CSV: seconds and megabytes by name. */
export async function writeInPage(): Promise<Record<string, number>> {
  if (writeLast === null) throw new Error('Nothing was compared.');
  return writeLast();
}

/** Fetches both snapshots as they are read, and throws them away. In milliseconds. */
export async function floorInPage({
  account,
  cacheKeys,
  pageSize,
}: Omit<Comparing, 'script'>): Promise<number> {
  const headers = await headersOf(account);
  const startedMs = performance.now();
  for (const cacheKey of cacheKeys) {
    const first = await (await post(headers, { page: 1, nrOfRecords: 1, cacheKey })).json();
    const pages = Math.ceil(first.Data.totalRecords / pageSize);
    let next = 1;
    const fetcher = async () => {
      for (let page = next++; page <= pages; page = next++) {
        await (await post(headers, { page, nrOfRecords: pageSize, cacheKey })).arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, fetcher));
  }
  return Math.round(performance.now() - startedMs);
}

function typeOf(sqlType: string): AnalysedTable['columns'][number]['type'] {
  if (/^(?:bigint|int|decimal)/.test(sqlType)) return 'number';
  if (sqlType.startsWith('date')) return 'date';
  return sqlType === 'bit' ? 'boolean' : 'text';
}

declare global {
  var comparing: {
    takeSnapshot: typeof takeSnapshot;
    measureInPage: typeof measureInPage;
    writeInPage: typeof writeInPage;
    floorInPage: typeof floorInPage;
  };
}
