import type { PriceColumn } from '@/contract/column';
import { openEnvelope } from '@/contract/envelope.schema';
import { mostRowsOfPage } from '@/contract/extraction.schema';
import { firstRowsEndpoint } from '@/contract/first-rows.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { SAMPLE_ROWS, sampledFields } from '@/contract/sampled-fields';
import { textChunks } from '@/lib/base/body-chunks';
import { parseKeepingNumbers } from '@/lib/base/json-text';
import type { ServiceClient } from '@/session/service-client';
import { readEnvelope } from '@/ui/http/read-response';
import { requestIdsOfBody } from '@/ui/http/request-id';
import { ServiceError, withRequestIds, type ServiceFailure } from '@/ui/http/service-error';

const OK_STATUS = 200;

interface ReadingOptions {
  /** Whether a price column stays without fields if they cannot be read. By default, its failure is that of the whole call. */
  readonly isOptional?: (name: string) => boolean;
  /** Repeats a request that failed for a while. By default, no request is repeated. */
  readonly retry?: <T>(call: () => Promise<T>) => Promise<T>;
}

/**
 * Reads the list of price columns. If the service does not list their fields, those of the price columns that `needsFields` are read from
 * rows, one price column after the other. Rejects with ServiceError.
 */
export async function readPriceColumns(
  client: ServiceClient,
  needsFields: (name: string) => boolean,
  signal?: AbortSignal,
  { isOptional = () => false, retry = (call) => call() }: ReadingOptions = {},
): Promise<PriceColumn[]> {
  const list = await retry(() => client.send(priceColumnsEndpoint, undefined, { signal }));
  const known: PriceColumn[] = [];
  for (const priceColumn of list) {
    known.push(needsFields(priceColumn.name) ? await reading(priceColumn) : priceColumn);
  }
  return known;

  async function reading(priceColumn: PriceColumn): Promise<PriceColumn> {
    try {
      return await retry(() => withFields(client, priceColumn, signal));
    } catch (error) {
      if (isOptional(priceColumn.name) && isOfPriceColumn(error)) return priceColumn;
      throw error;
    }
  }
}

/** Whether an error is about the price column that was asked for, and not about the session or the network. */
function isOfPriceColumn(error: unknown): boolean {
  return error instanceof ServiceError && KINDS_OF_PRICE_COLUMN.includes(error.failure.kind);
}

const KINDS_OF_PRICE_COLUMN: readonly ServiceFailure['kind'][] = [
  'forbidden',
  'rejected',
  'timed-out',
  'oversized',
  'beyond-limit',
  'malformed',
];

/** Returns a price column with its fields, which are read from its first rows if the service does not list them. Rejects with ServiceError. */
export async function withFields(
  client: ServiceClient,
  priceColumn: PriceColumn,
  signal?: AbortSignal,
): Promise<PriceColumn> {
  if (priceColumn.areFieldsListed !== false) return priceColumn;
  const rowCount = Math.min(SAMPLE_ROWS, mostRowsOfPage(client.dialect));
  // No field is known yet, so the texts of dates stay as the service writes them.
  const input = { priceColumn: priceColumn.name, fields: null, typedFields: [], rowCount };
  const body = await client.receive(firstRowsEndpoint, input, { signal });
  const extraction = client.dialect?.description.extraction;
  const fail = (failure: ServiceFailure) =>
    new ServiceError(withRequestIds(failure, requestIdsOfBody(body)), OK_STATUS);
  const content = readEnvelope(
    parsed([...textChunks(body)].join('')),
    { name: firstRowsEndpoint.name, decode: (data) => sampledFields(data, extraction) },
    openEnvelope,
  );
  switch (content.kind) {
    case 'data': {
      // Without rows the fields stay unknown.
      if (content.data.length === 0) return priceColumn;
      const { areFieldsListed: _, ...listed } = priceColumn;
      return { ...listed, fields: content.data };
    }
    case 'refused':
      throw fail({ kind: 'rejected', status: OK_STATUS, messages: content.messages });
    case 'beyond-limit':
    case 'malformed':
      throw fail(content);
  }
}

function parsed(text: string): Parameters<typeof readEnvelope>[0] {
  try {
    return { text, body: { isJson: true, json: parseKeepingNumbers(text) } };
  } catch {
    return { text };
  }
}
