import { describe, expect, test } from 'vitest';
import { readPriceColumns } from './read-price-columns';
import type { ServiceClient } from '@/session/service-client';
import { ServiceError } from '@/ui/http/service-error';
import { startDescribed } from '@/test/described-service';
import { described } from '@/test/service-description.arbitraries';

const NAME = 'PriceHistory';

/** Returns the fields that the console reads from the rows of a service that lists none, and what it asked for. */
async function sampled(extraction: object) {
  const { client, requests } = await startDescribed(
    described({ priceColumns: { fields: null }, extraction }),
  );
  const priceColumns = await readPriceColumns(client, (name) => name === NAME);
  const { fields } = priceColumns.find(({ name }) => name === NAME) ?? { fields: [] };
  return { fields, asked: requests.map(({ body }) => body) };
}

describe('the fields are read from rows', () => {
  test('of which only a header tells the number', async () => {
    const { fields } = await sampled({ total: { header: 'X-Total-Count' } });
    expect(fields.map(({ name }) => name)).toContain('NewValue');
  });

  test.each(['iso-utc', 'epoch-ms', 'dotnet'])('with dates in the form %s', async (dates) => {
    const { fields } = await sampled({ dates, zone: 'UTC' });
    expect(fields.map(({ name }) => name)).toContain('NewValue');
  });

  test('in pages that are smaller than the sample', async () => {
    const { fields, asked } = await sampled({ size: { max: 50 } });
    expect(asked.at(-1)).toContain('"nrOfRecords":50');
    expect(fields[0]?.guessedFromRows).toBe(50);
  });
});

test('a price column of which the fields cannot be read does not keep the others from opening', async () => {
  const { client } = await startDescribed(described({ priceColumns: { fields: null } }));
  let attempts = 0;
  const failing: ServiceClient = {
    ...client,
    receive: (endpoint, input, options) => {
      if (!JSON.stringify(input).includes('"SalesPrice"')) return client.receive(endpoint, input, options);
      attempts += 1;
      return Promise.reject(new ServiceError({ kind: 'rejected', status: 500, messages: [] }));
    },
  };
  const isNeeded = (name: string) => name === NAME || name === 'SalesPrice';
  const priceColumns = await readPriceColumns(failing, isNeeded, undefined, {
    isOptional: (name) => name !== NAME,
    retry: async <T>(call: () => Promise<T>) => call().catch(call),
  });
  const named = (of: string) => priceColumns.find(({ name }) => name === of);
  expect(named(NAME)?.fields).not.toHaveLength(0);
  expect(named('SalesPrice')).toMatchObject({ areFieldsListed: false, fields: [] });
  expect(attempts).toBe(2);
  const options = { isOptional: (name: string) => name !== 'SalesPrice' };
  await expect(readPriceColumns(failing, isNeeded, undefined, options)).rejects.toThrow(ServiceError);
});
