// This script runs in the page: it compares two snapshots with the product's own functions in the build's own worker.
import { openChanges } from '@/analysis/comparison/change-rows';
import { writeChangesFile } from '@/analysis/comparison/changes-file';
import { compare, dropComparison } from '@/analysis/comparison/compare';
import { sql } from '@/analysis/engine/sql';
import type { ComparedSide } from '@/analysis/matching/matched-sides';
import {
  readByColumn,
  readByGroup,
  readDeltaDistribution,
  readGreatest,
} from '@/analysis/comparison/read-changes';
import {
  connect,
  CONCURRENT,
  fieldsOf,
  headersOf,
  post,
  PRICE_COLUMN,
  readRows,
  takeSnapshot,
  typeOf,
  WORDS,
  type Account,
} from './engine-in-page';

interface Comparing {
  readonly script: string;
  readonly account: Account;
  readonly cacheKeys: readonly [earlier: string, later: string];
  readonly pageSize: number;
}

type FileField = Parameters<typeof writeChangesFile>[0]['fields'][number];

const PRICE = 'Value';
const KEY = 'EntryNo';
const GROUP = 'PriceList';
const { signal } = new AbortController();

export { takeSnapshot };

/** Writes the last measured comparison to a file, and ends its worker. */
let writeLast: (() => Promise<Record<string, number>>) | null = null;

/** Reads both snapshots into the worker, then compares them. Resolves with milliseconds and megabytes, by name. */
export async function measureInPage({
  script,
  account,
  cacheKeys,
  pageSize,
}: Comparing): Promise<Record<string, number>> {
  const headers = await headersOf(account);
  const fields = await fieldsOf(headers);
  const engine = connect(script);
  let memoryBytes = 0;
  const read = async (cacheKey: string): Promise<ComparedSide> => {
    const rows = await readRows(engine, headers, fields, { cacheKey, pageSize });
    ({ memoryBytes } = rows);
    return { ...rows, coverage: { kind: 'all', rowCount: rows.rowCount } };
  };

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
      // The fields determine the decimals of the numbers, as in the product.
      fields: fields.map(({ name, typeName, scale }) => {
        return { name, type: typeOf(typeName), sqlType: typeName, scale } as FileField;
      }),
      origin: {
        service: location.origin,
        priceColumn: PRICE_COLUMN,
        sides: { earlier: { kind: 'file', name: 'earlier' }, later: { kind: 'file', name: 'later' } },
        leftOutColumns: [],
      },
      name: 'Changes',
      about: [],
      words: WORDS,
      format: 'csv-machine',
      excelRegion: 'en',
      signal,
    });
    const writtenMs = performance.now();
    const { memoryBytes: memoryAfter } = await engine.materialise([sql`SELECT 1`], signal);
    await dropComparison(engine, comparison);
    engine.terminate();
    return {
      'all as CSV, s': Math.round((writtenMs - startMs) / 100) / 10,
      'all as CSV, MB': Math.round((file?.content.size ?? 0) / 1e6),
      "engine's memory after that, MB": Math.round(memoryAfter / 1e6),
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

/** Writes all rows of the last measured comparison as CSV. Resolves with seconds and megabytes, by name. */
export async function writeInPage(): Promise<Record<string, number>> {
  if (writeLast === null) throw new Error('Nothing was compared.');
  return writeLast();
}

/** Fetches both snapshots in the same way as reading, and discards them. Resolves with the milliseconds. */
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

declare global {
  var comparing: {
    takeSnapshot: typeof takeSnapshot;
    measureInPage: typeof measureInPage;
    writeInPage: typeof writeInPage;
    floorInPage: typeof floorInPage;
  };
}
