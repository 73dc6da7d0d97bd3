import { afterAll, describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import type { ComparisonOp } from '@/contract/extraction';
import { BODY_SPELLINGS } from '@/contract/known-spellings';
import { isRecord } from '@/contract/member-path';
import { checkReference, type Between } from '@/test/checked-service';
import { ENGLISH } from '@/test/english-words';
import type { CheckRequest, RawAnswer } from './caller';
import type { ServiceCheck, StepId } from './check-step';
import { stepText } from './check-text';

const service = createTestService({ settings: { rowCount: 200 } });
afterAll(() => service.dispose());

type Json = Readonly<Record<string, unknown>>;
type Condition = Readonly<Record<'op' | 'value', string>>;

function bodyOf({ body = '{}' }: CheckRequest): Json {
  return JSON.parse(body) as Json;
}

/** A service as in the contract that understands another body than it is sent. */
function understanding(change: (body: Json) => Json): Between {
  return async (request, pass) =>
    pass(request.method === 'POST' ? { ...request, body: JSON.stringify(change(bodyOf(request))) } : request);
}

function withConditions(change: (condition: Condition) => readonly Condition[]) {
  return understanding(({ filters, ...body }) =>
    filters === undefined ? body : { ...body, filters: (filters as readonly Condition[]).flatMap(change) },
  );
}

function withData(raw: RawAnswer, change: (data: unknown) => unknown): RawAnswer {
  if (raw.kind !== 'answered' || raw.status !== 200) return raw;
  const json = JSON.parse(raw.text) as { Data: unknown };
  return { ...raw, text: JSON.stringify({ ...json, Data: change(json.Data) }) };
}

/** Changes the fields that the service lists. */
function withFields(raw: RawAnswer, change: (field: Json) => Json): RawAnswer {
  return withData(raw, (list) =>
    (list as readonly { fields: readonly Json[] }[]).map((each) => ({
      ...each,
      fields: each.fields.map(change),
    })),
  );
}

function stepOf({ steps }: ServiceCheck, id: StepId, operator: ComparisonOp | null = null) {
  return steps.find((step) => step.id === id && step.operator === operator);
}

describe('an operator that leaves out rows that satisfy the condition', () => {
  test.each([
    ['greaterThanOrEquals', 'greaterThan'],
    ['lessThanOrEquals', 'lessThan'],
  ] as const)('%s is not said to fit if it means %s', async (op, meant) => {
    const { result } = await checkReference(
      service,
      undefined,
      withConditions((each) => [each.op === op ? { ...each, op: meant } : each]),
    );
    expect(stepOf(result, 'operator', op)?.verdict).toBe('missing');
    expect(stepOf(result, 'operator', meant)?.verdict).toBe('fits');
    expect(result.description).toEqual({ version: 1, extraction: { operators: { [op]: null } } });
  });

  test('containsAny is not said to fit if only its first value counts', async () => {
    const { result } = await checkReference(
      service,
      undefined,
      withConditions((each) => [
        each.op === 'containsAny' ? { ...each, value: each.value.split(',')[0] ?? '' } : each,
      ]),
    );
    expect(stepOf(result, 'operator', 'containsAny')?.verdict).toBe('missing');
    expect(stepOf(result, 'operator', 'equals')?.verdict).toBe('fits');
  });

  test('equality fits although rows with a condition have another order', async () => {
    const { result } = await checkReference(service, undefined, async (request, pass) => {
      const { filters, orderby, ...body } = bodyOf(request);
      return filters === undefined || orderby !== undefined
        ? pass(request)
        : pass({
            ...request,
            body: JSON.stringify({ ...body, filters, orderby: ['ContractValue desc'] }),
          });
    });
    expect(result.outcome.kind).not.toBe('missing');
    expect(stepOf(result, 'operator', 'equals')?.verdict).toBe('fits');
    // Where it cannot be told whether rows are left out, the console does the operator itself.
    expect(stepOf(result, 'operator', 'startsWith')?.verdict).toBe('missing');
  });
});

test('a service that ignores conditions and orders shows nothing about case and missing values', async () => {
  const { result } = await checkReference(
    service,
    undefined,
    understanding(({ filters: _filters, orderby: _orderby, ...body }) => body),
  );
  for (const id of ['case', 'nulls'] as const) expect(stepOf(result, id)?.verdict).toBe('not-tried');
});

test('a service that ignores only the condition in other letters, or only the order of one field', async () => {
  let equalsValue: string | undefined;
  const { result } = await checkReference(
    service,
    undefined,
    understanding(({ filters, orderby, ...body }) => {
      const [condition] = (filters ?? []) as readonly Condition[];
      if (condition?.op === 'equals') equalsValue ??= condition.value;
      const isSwapped =
        condition?.op === 'equals' &&
        condition.value !== equalsValue &&
        condition.value.toLowerCase() === equalsValue?.toLowerCase();
      const [order = ''] = (orderby ?? []) as readonly string[];
      const isAboutOther = order !== '' && !order.startsWith('ValidFrom');
      return {
        ...body,
        ...(filters !== undefined && !isSwapped && { filters }),
        ...(orderby !== undefined && !isAboutOther && { orderby }),
      };
    }),
  );
  expect(stepOf(result, 'case')).toMatchObject({ verdict: 'missing', notes: [{ kind: 'no-effect' }] });
  expect(stepOf(result, 'nulls')).toMatchObject({ verdict: 'missing', notes: [{ kind: 'no-effect' }] });
});

test('a service whose dates have no value in any row fits, and the step says what to look for', async () => {
  const dates = new Set<unknown>();
  const { result } = await checkReference(service, undefined, async (request, pass) => {
    const raw = await pass(request);
    if (request.path === '/api/prices')
      return withFields(raw, (field) => {
        if (String(field['typeName']).includes('date')) dates.add(field['name']);
        return field;
      });
    return withData(raw, (data) =>
      isRecord(data) && Array.isArray(data['data'])
        ? {
            ...data,
            data: data['data'].map((row: Json) =>
              Object.fromEntries(
                Object.entries(row).map(([name, value]) => [name, dates.has(name) ? null : value]),
              ),
            ),
          }
        : data,
    );
  });
  expect(dates.size).toBeGreaterThan(0);
  expect(result.outcome).toEqual({ kind: 'fits' });
  const step = stepOf(result, 'dates');
  expect(step?.verdict).toBe('not-tried');
  expect(step === undefined ? '' : stepText(step, ENGLISH).notes.join()).toContain('extraction.dates');
});

describe('an order of texts', () => {
  const onlyTexts: Between = async (request, pass) => {
    const raw = await pass(request);
    if (request.path !== '/api/prices') return raw;
    return withFields(raw, (field) => ({ ...field, sortable: String(field['typeName']).includes('char') }));
  };
  /** Understands one way to write an order, and ignores all others, and names that it does not know. */
  const lenient: Between = async (request, pass) => {
    if (request.method !== 'POST') return onlyTexts(request, pass);
    const body = bodyOf(request);
    const { orderBy } = body;
    const known = Object.entries(body).filter(
      ([name]) =>
        !BODY_SPELLINGS.sort.some((each) => each === name) &&
        /^(?:page|nrOfRecords|fields|filters|useCache|cacheKey|bypassTotalCount)$/.test(name),
    );
    const [order] = Array.isArray(orderBy) ? (orderBy as readonly unknown[]) : [];
    const column = typeof order === 'string' && /^-?\w+$/.test(order) ? order : null;
    const usual = request.path.endsWith('/CustomerPrice') ? { orderby: ['ContractValue'] } : {};
    const orderby = column?.startsWith('-') === true ? `${column.slice(1)} desc` : column;
    return pass({
      ...request,
      body: JSON.stringify({
        ...Object.fromEntries(known),
        ...(orderby === null ? usual : { orderby: [orderby] }),
      }),
    });
  };

  test('an order that is ignored is not taken for one of texts, so the right way is found', async () => {
    const { result } = await checkReference(service, undefined, lenient);
    expect(stepOf(result, 'sort')?.verdict).toBe('differs');
    expect(result.description).toMatchObject({
      extraction: { sort: { name: 'orderBy', descending: '-{column}' } },
    });
  });

  test('that is the usual one fits', async () => {
    const { result } = await checkReference(service, undefined, async (request, pass) => {
      if (!request.path.endsWith('/CustomerPrice')) return onlyTexts(request, pass);
      const body = bodyOf(request);
      const isOrdered = 'orderby' in body || 'cacheKey' in body;
      return pass({
        ...request,
        body: JSON.stringify(isOrdered ? body : { ...body, orderby: ['ItemNumber desc'] }),
      });
    });
    expect(stepOf(result, 'sort')?.verdict).toBe('fits');
    expect(stepOf(result, 'page-by-key')?.verdict).toBe('fits');
  });

  test('of a service as in the contract fits', async () => {
    const { result } = await checkReference(service, undefined, onlyTexts);
    expect(stepOf(result, 'sort')?.verdict).toBe('fits');
  });
});
