// This script runs in the page: it gives the pages of a snapshot to the build's own worker.
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import type { TableRequest } from '@/analysis/engine/engine-messages';
import type { writeChangesFile } from '@/analysis/comparison/changes-file';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import { calledWorker } from '@/ui/workers/worker-calls';

export interface Account {
  readonly userName: string;
  readonly password: string;
}

export const PRICE_COLUMN = 'SalesPrice';
export const CONCURRENT = 4;

/** Texts for written files. Each text is the key of its message, because the wording does not matter to a measurement. */
export const WORDS = {
  language: 'en',
  formats: { locale: 'en', formatInteger: String },
  of: () => (key: string) => key,
} as unknown as Parameters<typeof writeChangesFile>[0]['words'];

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

/** Connects the product to the build's own worker, whose address `engineScript` returns. */
export function connect(script: string): EngineConnection {
  return createEngineConnection(() => calledWorker(new Worker(script, { type: 'module' })));
}

export interface Field {
  readonly name: string;
  readonly typeName: string;
  readonly scale: number;
}

/** Returns the fields of the price column as the service describes them. */
export async function fieldsOf(headers: Record<string, string>): Promise<readonly Field[]> {
  const { Data } = await (await fetch('/papi/api/prices', { headers })).json();
  const prices: readonly { name: string; fields: readonly Field[] }[] =
    Object.values(Data).find(Array.isArray) ?? Data;
  return prices.find(({ name }) => name === PRICE_COLUMN)?.fields ?? [];
}

/** Reads a snapshot into the engine. */
export async function readRows(
  connection: EngineConnection,
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
  const table = await connection.createTable(
    request as unknown as TableRequest,
    new AbortController().signal,
  );
  const pages = Math.ceil(rowCount / pageSize);
  let next = 1;
  const reader = async () => {
    for (let page = next++; page <= pages; page = next++) {
      const response = await post(headers, { page, nrOfRecords: pageSize, cacheKey });
      const body = [new Uint8Array(await response.arrayBuffer())];
      ({ memoryBytes } = await connection.addPage(table, page, body));
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
