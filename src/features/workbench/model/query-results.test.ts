import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { rowAt } from '@mocks/data/price-sources';
import { createTestService } from '@mocks/node';
import { createTestCaller, type SignedInCaller } from '@mocks/service/test-caller';
import type { ColumnType, PriceColumn } from '@/contract/column';
import { extractionBody } from '@/contract/extraction.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { conditionOf, NO_OPERAND, operatorOf, type DraftCondition, type Operand } from './draft-query';
import { readEntry } from './entry';
import { operatorIds } from './operators';
import { resolveQuery } from './resolve-query';
import { isAsMeant, scaled, type DataRow } from '@/test/expected-rows';
import {
  GOLDEN_ROW_COUNT,
  GOLDEN_ROWS,
  GOLDEN_TODAY,
  slipsOf,
  type GoldenRow,
  type WireCondition,
} from '@/test/golden-rows';

// From what people type, by the conditions that are sent, to the rows they get.

const ROWS: readonly DataRow[] = Array.from({ length: GOLDEN_ROW_COUNT }, (_, index) =>
  rowAt('SalesPrice', index),
);

let caller: SignedInCaller;
let priceColumn: PriceColumn;

beforeAll(async () => {
  const service = createTestService({ settings: { rowCount: GOLDEN_ROW_COUNT } });
  caller = await createTestCaller(service).signIn('manager');
  const { json } = await caller.get('/api/prices');
  const columns = priceColumnsEndpoint.decode(z.object({ Data: z.unknown() }).parse(json).Data, undefined);
  const found = columns.find((column) => column.name === 'SalesPrice');
  if (found === undefined) throw new Error('The price column is there.');
  priceColumn = found;
});

/** A condition as it is built by eye. */
interface Asked {
  readonly field: string;
  readonly operator: string;
  readonly typed: readonly string[];
  readonly locale: string;
}

function conditionFor({ field: name, operator, typed, locale }: Asked, ordinal: number): DraftCondition {
  const field = priceColumn.fields.find((candidate) => candidate.name === name);
  const made = field && conditionOf(field, operator, { id: `filter-${ordinal}`, isDisabled: false });
  if (field === undefined || made == null) throw new Error(`${name} has no ${operator}`);
  const operands: readonly Operand[] = typed.map((text) => readEntry(text, field, locale));
  const [value = NO_OPERAND, to = NO_OPERAND] = operands;
  const days = { value: typed[0] ?? null, text: null };
  const editor = operatorOf(made).editor;
  return { ...made, value, to, values: editor === 'list' ? [...operands] : [], days };
}

/** The body that is sent for what was typed, without its paging. */
function bodyFor(asked: readonly Asked[]): z.output<typeof bodySchema> {
  const draft = { fields: ['EntryNo'], filters: asked.map(conditionFor), sort: [] };
  const resolved = resolveQuery(draft, { priceColumn, isLocked: () => false, today: GOLDEN_TODAY });
  expect(resolved).toMatchObject({ ok: true });
  if (!resolved.ok) throw new Error('The query can be sent.');
  const page = { priceColumn: 'SalesPrice', query: resolved.query, page: 1, pageSize: GOLDEN_ROW_COUNT };
  return bodySchema.parse(extractionBody(page));
}

const bodySchema = z.looseObject({
  filters: z.array(z.object({ columnName: z.string(), op: z.string(), value: z.string() })),
});
const answerSchema = z.object({
  Data: z.object({ data: z.array(z.record(z.string(), z.unknown())) }),
});

async function entryNumbersFor(body: object): Promise<string[]> {
  const { status, json } = await caller.extract('SalesPrice', body);
  expect([status, json]).toMatchObject([200, { Succeeded: true }]);
  return answerSchema.parse(json).Data.data.map((row) => String(row['EntryNo']));
}

/** What is typed, in the notation of the data. */
function inData({ field, typed, locale }: Asked): string[] {
  const isGerman = locale === 'de-DE';
  return typed.map((text) => {
    const [, day, month, year, time = ''] = /^(\d\d)[./](\d\d)[./](\d{4})(?: (.+))?$/.exec(text) ?? [];
    if (year !== undefined) {
      return `${year}-${month}-${day}${time === '' ? '' : `T${time.replace(',', '.')}`}`;
    }
    if (!/^(?:Value|EntryNo|Discount|Previous|Minimum)/.test(field)) return text;
    return isGerman ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  });
}

function expectedFor(asked: readonly Asked[]): string[] {
  const meant = asked.map((each) => ({ ...each, values: inData(each), today: GOLDEN_TODAY }));
  return ROWS.filter((row) => meant.every((each) => isAsMeant(each, row))).map((row) =>
    String(row['EntryNo']),
  );
}

const inGerman = ({ field, operator, german }: GoldenRow): Asked => ({
  field,
  operator,
  typed: german,
  locale: 'de-DE',
});
const inEnglish = ({ field, operator, english }: GoldenRow): Asked => ({
  field,
  operator,
  typed: english,
  locale: 'en-GB',
});

function wireOf(field: string, wire: readonly WireCondition[]) {
  return wire.map(([op, value]) => ({ columnName: field, op, value }));
}

describe('what is typed leads to the rows that are meant', () => {
  test.each(
    GOLDEN_ROWS.map(
      (golden) => [`${golden.field} ${golden.operator} ${golden.german.join(' ')}`, golden] as const,
    ),
  )('%s', async (_, golden) => {
    const asked = inGerman(golden);
    const body = bodyFor([asked]);
    expect(body.filters).toEqual(wireOf(golden.field, golden.wire));
    expect(bodyFor([inEnglish(golden)]).filters).toEqual(body.filters);
    const expected = expectedFor([asked]);
    expect(await entryNumbersFor(body)).toEqual(expected);

    // Values stand where the condition ends: whatever else might be sent leads to other rows.
    for (const slip of slipsOf(golden.wire)) {
      if (golden.field.startsWith('_dt') && !isToBeTold(slip)) continue;
      const sent = { ...body, filters: wireOf(golden.field, slip) };
      expect({ slip, found: await entryNumbersFor(sent) }).not.toEqual({ slip, found: expected });
    }
  });

  test('each operator of each type has its row', () => {
    const typeOf = (name: string) => priceColumn.fields.find((field) => field.name === name)?.type;
    const types: readonly ColumnType[] = ['text', 'number', 'date', 'boolean'];
    for (const type of types) {
      const told = GOLDEN_ROWS.filter(({ field }) => typeOf(field) === type).map(({ operator }) => operator);
      expect(new Set(told)).toEqual(new Set(operatorIds(type)));
    }
  });

  test('also in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAsked(), { minLength: 1, maxLength: 4 }), async (all) => {
        expect(await entryNumbersFor(bodyFor(all))).toEqual(expectedFor(all));
      }),
      { numRuns: 150 },
    );
  });
});

/** Does the data hold a value where the slip differs? No moment in it is a whole day or minute. */
function isToBeTold(slip: readonly WireCondition[]): boolean {
  return !slip.some(
    ([op, value]) => (op === 'greaterThan' || op === 'lessThanOrEquals') && !/[1-9]$/.test(value.slice(10)),
  );
}

/** A condition with values that occur in the data, typed as a German would. */
function anyAsked(): fc.Arbitrary<Asked> {
  const rowIndex = fc.nat(GOLDEN_ROW_COUNT - 1);
  const cellOf = (field: string, index: number) => String(ROWS[index]?.[field] ?? '');
  const asked = (field: string, operator: string, typed: readonly string[] = []): Asked => ({
    field,
    operator,
    typed,
    locale: 'de-DE',
  });
  const two = (fields: readonly string[]) => fc.tuple(fc.constantFrom(...fields), rowIndex, rowIndex);
  const text = two(['PriceList', 'Unit', 'cd_PriceGroup']).chain(([field, a, b]) =>
    fc.constantFrom('is', 'is-not', 'contains', 'starts-with', 'ends-with', 'is-any-of').map((operator) => {
      const values = [cellOf(field, a), cellOf(field, b)].map((cell) => (cell === '' ? 'x' : cell));
      return asked(field, operator, [...new Set(operator === 'is-any-of' ? values : values.slice(0, 1))]);
    }),
  );
  const german = (decimal: string) => (decimal === '' ? '0' : decimal.replace('.', ','));
  const number = two(['Value', 'DiscountPercent', 'MinimumQuantity', 'EntryNo']).chain(([field, a, b]) =>
    fc
      .constantFrom('equals', 'not-equal-to', 'greater-than', 'less-than-or-equal-to', 'between')
      .map((operator) => {
        const values = [cellOf(field, a), cellOf(field, b)].toSorted((x, y) =>
          scaled(x) < scaled(y) ? -1 : 1,
        );
        return asked(field, operator, values.map(german).slice(0, operator === 'between' ? 2 : 1));
      }),
  );
  const day = two(['ValidFrom', '_dtLastModifiedDate']).chain(([field, a, b]) =>
    fc.constantFrom('on', 'before', 'after', 'on-or-before', 'on-or-after', 'between').map((operator) => {
      const days = [cellOf(field, a), cellOf(field, b)].map((cell) => cell.slice(0, 10)).toSorted();
      const typed = days.map((iso) => iso.split('-').toReversed().join('.'));
      return asked(field, operator, typed.slice(0, operator === 'between' ? 2 : 1));
    }),
  );
  const empty = fc
    .tuple(
      fc.constantFrom('Remark', 'Value', 'ValidTo', 'NeedsPrice'),
      fc.constantFrom('is-empty', 'is-not-empty'),
    )
    .map(([field, operator]) => asked(field, operator));
  return fc.oneof(text, number, day, empty);
}
