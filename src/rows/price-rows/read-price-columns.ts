import type { PriceColumn } from '@/contract/column';
import { openEnvelope } from '@/contract/envelope.schema';
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

/**
 * Reads the list of price columns. If the service does not list their fields, those of the price columns that `needsFields` are read from
 * rows, one price column after the other. Rejects with ServiceError.
 */
export async function readPriceColumns(
  client: ServiceClient,
  needsFields: (name: string) => boolean,
  signal?: AbortSignal,
): Promise<PriceColumn[]> {
  const list = await client.send(priceColumnsEndpoint, undefined, { signal });
  const known: PriceColumn[] = [];
  for (const priceColumn of list) {
    known.push(needsFields(priceColumn.name) ? await withFields(client, priceColumn, signal) : priceColumn);
  }
  return known;
}

/** Returns a price column with its fields, which are read from its first rows if the service does not list them. Rejects with ServiceError. */
export async function withFields(
  client: ServiceClient,
  priceColumn: PriceColumn,
  signal?: AbortSignal,
): Promise<PriceColumn> {
  if (priceColumn.areFieldsListed !== false) return priceColumn;
  const input = { priceColumn: priceColumn.name, fields: null, rowCount: SAMPLE_ROWS };
  const body = await client.receive(firstRowsEndpoint, input, { signal });
  const fail = (failure: ServiceFailure) =>
    new ServiceError(withRequestIds(failure, requestIdsOfBody(body)), OK_STATUS);
  const content = readEnvelope(
    parsed([...textChunks(body)].join('')),
    { name: firstRowsEndpoint.name, decode: sampledFields },
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
