// Runs in the page: the build's own worker, fed with the pages of a snapshot.
import type {
  ComparisonEngine,
  MaterialisedTable,
  QueryResult,
} from '@/features/workbench/analysis/engine/analysis-engine';
import type { AddedPage } from '@/features/workbench/analysis/engine/engine-connection';
import type { EngineCommand, EngineReply } from '@/features/workbench/analysis/engine/engine-messages';
import type { AnalysedTable } from '@/features/workbench/analysis/model/analysed-table';

export interface Account {
  readonly userName: string;
  readonly password: string;
}

export const PRICE_COLUMN = 'SalesPrice';
export const CONCURRENT = 4;

export async function headersOf({ userName, password }: Account): Promise<Record<string, string>> {
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

export function post(headers: Record<string, string>, body: object): Promise<Response> {
  return fetch(`/papi/api/prices/${PRICE_COLUMN}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Takes a snapshot of all rows and resolves to its key. */
export async function takeSnapshot(account: Account): Promise<string> {
  const headers = await headersOf(account);
  const response = await post(headers, { page: 1, nrOfRecords: 1, useCache: true });
  const { Data } = await response.json();
  return Data.cacheKey;
}

/** The worker, in the few words that comparisons and checks need. */
export function connect(script: string) {
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
    createView: async (query) => {
      keptCount += 1;
      const sqlName = `kept_${keptCount}`;
      await call({ kind: 'createView', sqlName, query });
      return sqlName;
    },
    drop: (sqlName) => call({ kind: 'dropTable', sqlName }),
  };
  return { call, engine, end: () => worker.terminate() };
}

export interface Field {
  readonly name: string;
  readonly typeName: string;
  readonly scale: number;
}

/** The fields of the price column, as the service describes them. */
export async function fieldsOf(headers: Record<string, string>): Promise<readonly Field[]> {
  const { Data } = await (await fetch('/papi/api/prices', { headers })).json();
  const prices: readonly { name: string; fields: readonly Field[] }[] =
    Object.values(Data).find(Array.isArray) ?? Data;
  return prices.find(({ name }) => name === PRICE_COLUMN)?.fields ?? [];
}

/** Reads a snapshot into the worker. */
export async function readRows(
  { call }: ReturnType<typeof connect>,
  headers: Record<string, string>,
  fields: readonly Field[],
  { cacheKey, pageSize }: { readonly cacheKey: string; readonly pageSize: number },
): Promise<{ readonly table: AnalysedTable; readonly rowCount: number; readonly memoryBytes: number }> {
  let memoryBytes = 0;
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
  return { table, rowCount, memoryBytes };
}

export function typeOf(sqlType: string): AnalysedTable['columns'][number]['type'] {
  if (/^(?:bigint|int|decimal)/.test(sqlType)) return 'number';
  if (sqlType.startsWith('date')) return 'date';
  return sqlType === 'bit' ? 'boolean' : 'text';
}
