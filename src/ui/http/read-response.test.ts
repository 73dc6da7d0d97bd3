import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorMessages, openEnvelope } from '@/contract/envelope.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { mismatchLocation, readResponse } from './read-response';
import { ServiceError } from './service-error';
import { runs } from '@/test/runs';

const READERS = { openEnvelope, errorMessages };

/** Returns the data of a response, or its failure. Rethrows any error that is not a ServiceError. */
function outcomeOf(status: number, text: string, retryAfter: string | null = null) {
  const response = { status, text, chunks: null, contentType: '', retryAfter, date: null, ids: {} };
  const expected = { name: 'any', permission: null, decode: (data: unknown) => ({ data }) };
  try {
    return readResponse(response, expected, READERS, 0);
  } catch (error) {
    if (error instanceof ServiceError) return error.failure;
    throw error;
  }
}

const status = fc.oneof(
  fc.constantFrom(200, 201, 401, 403, 410, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);
const succeeded = fc.constantFrom(true, false, undefined, null, 'true', 'false', 0, 1);

test('of any envelope: data only where it says success and names no error; all else is a failure', () => {
  fc.assert(
    fc.property(status, succeeded, fc.jsonValue(), fc.jsonValue(), (code, Succeeded, Errors, Data) => {
      const outcome = outcomeOf(code, JSON.stringify({ Data, Errors, Succeeded }));
      if ('kind' in outcome) return;
      expect(code).toBeLessThan(300);
      expect(Succeeded).toBe(true);
      expect(errorMessages({ Errors })).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});

test('of any text, cut anywhere: never data of a response that is not whole', () => {
  const envelope = JSON.stringify({
    Data: [{ Value: '12.5000' }, { Value: null }],
    Errors: [],
    Succeeded: true,
  });
  fc.assert(
    fc.property(fc.nat(envelope.length - 1), fc.string(), (end, rest) => {
      const cut = outcomeOf(200, envelope.slice(0, end));
      expect(cut).toMatchObject({ kind: 'malformed' });
      expect(outcomeOf(200, rest)).toMatchObject({ kind: 'malformed' });
    }),
  );
});

test('what the service says is said, whatever its status', () => {
  for (const code of [200, 400, 403, 404, 409, 410, 500, 503]) {
    const said = outcomeOf(code, JSON.stringify({ Errors: 'Closed for stocktaking.', Succeeded: false }));
    expect(said).toMatchObject({ messages: ['Closed for stocktaking.'] });
  }
});

test('what is wrong with a response is told without its values', () => {
  const text = JSON.stringify({ Data: 'Bolt', Errors: [], Succeeded: true });
  const response = {
    status: 200,
    text,
    chunks: null,
    contentType: '',
    retryAfter: null,
    date: null,
    ids: {},
  };
  const decode = (data: unknown) => JSON.parse(String(data));
  const reading = () => readResponse(response, { name: 'any', permission: null, decode }, READERS, 0);
  expect(reading).toThrow(expect.objectContaining({ failure: { kind: 'malformed', detail: 'any: Data' } }));
});

test('of more fields than the console takes, the limit is named', () => {
  const fields = Array.from({ length: 4_096 }, (_, index) => ({ name: `F${index}` }));
  const Data = ['A', 'B', 'C', 'D', 'E'].map((wide) => ({
    name: wide,
    displayName: wide,
    sourceTable: 'T',
    fields,
  }));
  const response = {
    status: 200,
    text: JSON.stringify({ Data, Errors: [], Succeeded: true }),
    chunks: null,
    contentType: '',
    retryAfter: null,
    date: null,
    ids: {},
  };
  const { name, permission, decode } = priceColumnsEndpoint;
  const expected = { name, permission, decode: (data: unknown) => decode(data, undefined) };
  expect(() => readResponse(response, expected, READERS, 0)).toThrow(
    expect.objectContaining({
      failure: { kind: 'beyond-limit', of: 'all-fields', limit: 20_000, subject: null },
    }),
  );
});

test('what an unreadable response has in it is in no message', () => {
  let thrown: unknown;
  try {
    BigInt('12.50 EUR for Anna');
  } catch (error) {
    thrown = error;
  }
  // The message of Node's own error quotes the content.
  expect(String(thrown)).toContain('Anna');
  expect(mismatchLocation(thrown, 'response')).toBe('response');
  expect(mismatchLocation(new Error('response.Data[3] is no row'), 'response')).toBe(
    'response.Data[3] is no row',
  );
});
