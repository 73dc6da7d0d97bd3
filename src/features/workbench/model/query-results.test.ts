import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTranslator } from 'use-intl/core';
import * as z from 'zod';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { createTestService } from '@mocks/node';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import germanMessages from 'virtual:catalogues/de';
import { createTestCaller, type SignedInCaller } from '@/test/test-caller';
import type { ColumnType, PriceColumn } from '@/contract/column';
import { extractionBody } from '@/contract/extraction.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { conditionOf, NO_OPERAND, operatorOf, type DraftCondition, type Operand } from './draft-query';
import { parseOperand } from './operand-text';
import { operatorFor } from '@/analysis/conditions/operators';
import { serviceOperatorIds } from '@/test/service-operators';
import { parseRelativeDay, type QueryWords } from '@/analysis/conditions/relative-day';
import { resolveQuery } from './resolve-query';
import { isAsMeant, scaled, type DataRow } from '@/test/expected-rows';
import { GOLDEN_ROWS, GOLDEN_TODAY, slipsOf, type GoldenRow, type WireCondition } from '@/test/golden-rows';
import { runs } from '@/test/runs';

// These tests cover the whole way from typed texts through conditions to the selected rows.

const PRICE_COLUMN = 'TestPatterns';
const ROW_COUNT = rowCountAt(PRICE_COLUMN);
const ROWS: readonly DataRow[] = Array.from({ length: ROW_COUNT }, (_, index) => rowAt(PRICE_COLUMN, index));

let caller: SignedInCaller;
let priceColumn: PriceColumn;

beforeAll(async () => {
  const service = createTestService();
  caller = await createTestCaller(service).signIn('manager');
  const { json } = await caller.get('/api/prices');
  const columns = priceColumnsEndpoint.decode(z.object({ Data: z.unknown() }).parse(json).Data, undefined);
  const found = columns.find((column) => column.name === PRICE_COLUMN);
  if (found === undefined) throw new Error('The price column is there.');
  priceColumn = found;
});

const WORDS: { readonly 'en-GB': QueryWords; readonly [locale: string]: QueryWords } = {
  'en-GB': createTranslator({ locale: 'en', messages: englishMessages, namespace: 'queryText' }),
  'de-DE': createTranslator({ locale: 'de', messages: germanMessages, namespace: 'queryText' }),
};

/** The relative days on GOLDEN_TODAY, computed by hand. */
const RELATIVE_DAYS = new Map([
  ['heute', '2026-11-21'],
  ['heute + 1 Tag', '2026-11-22'],
  ['Heute −9', '2026-11-12'],
  ['Monatsanfang', '2026-11-01'],
  ['Monatsende', '2026-11-30'],
  ['Jahresanfang', '2026-01-01'],
  ['Jahresende', '2026-12-31'],
]);

/** A condition as a user enters it. */
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
  const operands = typed.map((text): Operand => {
    const day = field.type === 'date' ? parseRelativeDay(text, WORDS[locale] ?? WORDS['en-GB']) : null;
    return day === null ? parseOperand(text, field, locale) : { value: day, text };
  });
  const [value = NO_OPERAND, to = NO_OPERAND] = operands;
  const days = { value: typed[0] ?? null, text: null };
  const editor = operatorOf(made).editor;
  return { ...made, value, to, values: editor === 'list' ? [...operands] : [], days };
}

/** Returns the request body for the typed texts, without its paging. */
function bodyFor(asked: readonly Asked[]): z.output<typeof bodySchema> {
  const draft = { fields: ['PatternNo'], filters: asked.map(conditionFor), sort: [] };
  const resolved = resolveQuery(draft, { priceColumn, isLocked: () => false, today: GOLDEN_TODAY });
  expect(resolved).toMatchObject({ ok: true });
  if (!resolved.ok) throw new Error('The query can be sent.');
  const page = { priceColumn: PRICE_COLUMN, query: resolved.query, page: 1, pageSize: ROW_COUNT };
  return bodySchema.parse(extractionBody(page));
}

const bodySchema = z.looseObject({
  filters: z.array(z.object({ columnName: z.string(), op: z.string(), value: z.string() })),
});
const responseSchema = z.object({
  Data: z.object({ data: z.array(z.record(z.string(), z.unknown())) }),
});

async function entryNumbersFor(body: object): Promise<string[]> {
  const { status, json } = await caller.extract(PRICE_COLUMN, body);
  expect([status, json]).toMatchObject([200, { Succeeded: true }]);
  return responseSchema.parse(json).Data.data.map((row) => String(row['PatternNo']));
}

/** Converts typed texts to the notation of the test data. */
function inData({ field, typed, locale }: Asked): string[] {
  const isGerman = locale === 'de-DE';
  return typed.map((text) => {
    const relative = RELATIVE_DAYS.get(text);
    if (relative !== undefined) return relative;
    const [, day, month, year, time = ''] = /^(\d\d)[./](\d\d)[./](\d{4})(?: (.+))?$/.exec(text) ?? [];
    if (year !== undefined) {
      return `${year}-${month}-${day}${time === '' ? '' : `T${time.replace(',', '.')}`}`;
    }
    if (!/^(?:Amount|PatternNo|Quantity)/.test(field)) return text;
    return isGerman ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  });
}

function expectedFor(asked: readonly Asked[]): string[] {
  const meant = asked.map((each) => ({ ...each, values: inData(each), today: GOLDEN_TODAY }));
  return ROWS.filter((row) => meant.every((each) => isAsMeant(each, row))).map((row) =>
    String(row['PatternNo']),
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

describe('typed values select the expected rows', () => {
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

    // The data has values at the bounds of the condition, so that a mistaken condition selects other rows.
    for (const slip of slipsOf(golden.wire)) {
      if (golden.field === 'Moment' && !isDetectable(slip)) continue;
      const sent = { ...body, filters: wireOf(golden.field, slip) };
      expect({ slip, found: await entryNumbersFor(sent) }).not.toEqual({ slip, found: expected });
    }
  });

  test('every operator of every type is covered', () => {
    const typeOf = (name: string) => priceColumn.fields.find((field) => field.name === name)?.type;
    const types: readonly ColumnType[] = ['text', 'number', 'date', 'boolean'];
    for (const type of types) {
      const covered = GOLDEN_ROWS.filter(({ field }) => typeOf(field) === type).map(
        ({ operator }) => operator,
      );
      expect(new Set(covered)).toEqual(new Set(serviceOperatorIds(type)));
    }
  });

  test('in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAsked(), { minLength: 1, maxLength: 4 }), async (all) => {
        expect(await entryNumbersFor(bodyFor(all))).toEqual(expectedFor(all));
      }),
      { numRuns: runs(150) },
    );
  });
});

/** Whether the data has a value that reveals the mistake. No timestamp of the data is exactly at the start of a day or minute. */
function isDetectable(slip: readonly WireCondition[]): boolean {
  return !slip.some(
    ([op, value]) => (op === 'greaterThan' || op === 'lessThanOrEquals') && !/[1-9]$/.test(value.slice(10)),
  );
}

/** Generates a condition with values that occur in the data, typed in German formats. */
function anyAsked(): fc.Arbitrary<Asked> {
  const rowIndex = fc.nat(ROW_COUNT - 1);
  const cellOf = (field: string, index: number) => String(ROWS[index]?.[field] ?? '');
  const asked = (field: string, operator: string, typed: readonly string[] = []): Asked => ({
    field,
    operator,
    typed,
    locale: 'de-DE',
  });
  const two = (fields: readonly string[]) => fc.tuple(fc.constantFrom(...fields), rowIndex, rowIndex);
  const text = two(['Currency']).chain(([field, a, b]) =>
    fc
      .constantFrom(...serviceOperatorIds('text').filter((id) => operatorFor('text', id)?.editor !== 'none'))
      .map((operator) => {
        const values = [cellOf(field, a), cellOf(field, b)].map((cell) => (cell === '' ? 'x' : cell));
        const isList = operator === 'is-any-of' || operator === 'is-none-of';
        return asked(field, operator, [...new Set(isList ? values : values.slice(0, 1))]);
      }),
  );
  const german = (decimal: string) => (decimal === '' ? '0' : decimal.replace('.', ','));
  const number = two(['Amount', 'Quantity', 'PatternNo']).chain(([field, a, b]) =>
    fc
      .constantFrom(
        ...serviceOperatorIds('number').filter((id) => operatorFor('number', id)?.editor !== 'none'),
      )
      .map((operator) => {
        const values = [cellOf(field, a), cellOf(field, b)].toSorted((x, y) =>
          scaled(x) < scaled(y) ? -1 : 1,
        );
        return asked(field, operator, values.map(german).slice(0, operator === 'between' ? 2 : 1));
      }),
  );
  const day = two(['Day', 'Moment']).chain(([field, a, b]) =>
    fc.constantFrom('on', 'before', 'after', 'on-or-before', 'on-or-after', 'between').map((operator) => {
      const days = [cellOf(field, a), cellOf(field, b)]
        .map((cell) => (/^202\d/.test(cell) ? cell.slice(0, 10) : '2026-01-31'))
        .toSorted();
      const typed = days.map((iso) => iso.split('-').toReversed().join('.'));
      return asked(field, operator, typed.slice(0, operator === 'between' ? 2 : 1));
    }),
  );
  const empty = fc
    .tuple(fc.constantFrom('Remark', 'Amount', 'Day', 'Flag'), fc.constantFrom('is-empty', 'is-not-empty'))
    .map(([field, operator]) => asked(field, operator));
  return fc.oneof(text, number, day, empty);
}
