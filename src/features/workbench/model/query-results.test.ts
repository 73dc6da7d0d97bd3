import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { rowAt } from '@mocks/data/price-sources';
import { createTestService } from '@mocks/node';
import { createTestCaller, type SignedInCaller } from '@mocks/service/test-caller';
import type { PriceColumn } from '@/contract/column';
import { extractionBody } from '@/contract/extraction.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { conditionOf, NO_OPERAND, operatorOf, type DraftCondition, type Operand } from './draft-query';
import { readEntry } from './entry';
import { resolveQuery } from './resolve-query';

// From what people type to the rows they get. What they should get is found here from the words of the operators and
// the data alone: neither the console's table of conditions nor the service's engine has a part in it.

const ROW_COUNT = 600;
const TODAY = '2026-11-21';
const GERMAN = 'de-DE';

type Row = ReturnType<typeof rowAt>;
const ROWS: readonly Row[] = Array.from({ length: ROW_COUNT }, (_, index) => rowAt('SalesPrice', index));

let caller: SignedInCaller;
let priceColumn: PriceColumn;

beforeAll(async () => {
  const service = createTestService({ settings: { rowCount: ROW_COUNT } });
  caller = await createTestCaller(service).signIn('manager');
  const { json } = await caller.get('/api/prices');
  const columns = priceColumnsEndpoint.decode(z.object({ Data: z.unknown() }).parse(json).Data, undefined);
  const found = columns.find((column) => column.name === 'SalesPrice');
  if (found === undefined) throw new Error('The price column is there.');
  priceColumn = found;
});

/** A condition as it is built by eye: field, operator, and texts typed in German. */
interface Asked {
  readonly field: string;
  readonly operator: string;
  readonly typed: readonly string[];
}

function conditionFor({ field: name, operator, typed }: Asked, ordinal: number): DraftCondition {
  const field = priceColumn.fields.find((candidate) => candidate.name === name);
  const made = field && conditionOf(field, operator, { id: `filter-${ordinal}`, isDisabled: false });
  if (field === undefined || made == null) throw new Error(`${name} has no ${operator}`);
  const operands: readonly Operand[] = typed.map((text) => readEntry(text, field, GERMAN));
  const [value = NO_OPERAND, to = NO_OPERAND] = operands;
  const days = { value: typed[0] ?? null, text: null };
  const editor = operatorOf(made).editor;
  return { ...made, value, to, values: editor === 'list' ? [...operands] : [], days };
}

async function entryNumbersFor(asked: readonly Asked[]): Promise<unknown[]> {
  const draft = { fields: ['EntryNo'], filters: asked.map(conditionFor), sort: [] };
  const resolved = resolveQuery(draft, { priceColumn, isLocked: () => false, today: TODAY });
  expect(resolved).toMatchObject({ ok: true });
  if (!resolved.ok) return [];
  const page = { priceColumn: 'SalesPrice', query: resolved.query, page: 1, pageSize: ROW_COUNT };
  const { status, json } = await caller.extract('SalesPrice', extractionBody(page));
  expect([status, json]).toMatchObject([200, { Succeeded: true }]);
  const answer = z
    .object({ Data: z.object({ data: z.array(z.record(z.string(), z.unknown())) }) })
    .parse(json);
  return answer.Data.data.map((row) => String(row['EntryNo']));
}

function expectedFor(asked: readonly Asked[]): string[] {
  return ROWS.filter((row) => asked.every((each) => holds(each, row))).map((row) => String(row['EntryNo']));
}

function holds({ field, operator, typed }: Asked, row: Row): boolean {
  const cell = row[field] ?? null;
  if (operator === 'is-empty') return cell === null;
  if (cell === null) return false;
  if (operator === 'is-not-empty') return true;
  if (typeof cell === 'boolean') return String(cell) === typed[0];
  if (/^(?:ValidFrom|ValidTo|_dt)/.test(field)) return isDayAsAsked(operator, typed, cell.slice(0, 10));
  if (/^(?:Value|EntryNo|Discount|Previous|Minimum)/.test(field))
    return isNumberAsAsked(operator, typed, cell);
  return isTextAsAsked(operator, typed, cell);
}

function isTextAsAsked(operator: string, typed: readonly string[], cell: string): boolean {
  const text = cell.toLowerCase();
  const [wanted = '', ...others] = typed.map((each) => each.toLowerCase());
  switch (operator) {
    case 'is':
      return text === wanted;
    case 'is-not':
      return text !== wanted;
    case 'contains':
      return text.includes(wanted);
    case 'starts-with':
      return text.startsWith(wanted);
    case 'ends-with':
      return text.endsWith(wanted);
    case 'is-any-of':
      return [wanted, ...others].includes(text);
    default:
      throw new Error(operator);
  }
}

/** In ten-thousandths, which hold every decimal of the data exactly. */
function scaled(number: string): bigint {
  const [whole = '0', fraction = ''] = number.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(4, '0').slice(0, 4));
  return number.startsWith('-') ? -size : size;
}

function isNumberAsAsked(operator: string, typed: readonly string[], cell: string): boolean {
  const number = scaled(cell);
  const [a = 0n, b = 0n, ...others] = typed.map((text) => scaled(text.replaceAll('.', '').replace(',', '.')));
  switch (operator) {
    case 'equals':
      return number === a;
    case 'not-equal-to':
      return number !== a;
    case 'greater-than':
      return number > a;
    case 'greater-than-or-equal-to':
      return number >= a;
    case 'less-than':
      return number < a;
    case 'less-than-or-equal-to':
      return number <= a;
    case 'between':
      return number >= a && number <= b;
    case 'is-any-of':
      return [a, ...(typed.length > 1 ? [b] : []), ...others].includes(number);
    default:
      throw new Error(operator);
  }
}

function isDayAsAsked(operator: string, typed: readonly string[], day: string): boolean {
  const [a = '', b = ''] = typed.map((text) => text.replace(/^(\d+)\.(\d+)\.(\d+)$/, '$3-$2-$1'));
  switch (operator) {
    case 'on':
      return day === a;
    case 'before':
      return day < a;
    case 'after':
      return day > a;
    case 'on-or-before':
      return day <= a;
    case 'on-or-after':
      return day >= a;
    case 'between':
      return day >= a && day <= b;
    case 'today':
      return day === TODAY;
    case 'yesterday':
      return day === '2026-11-20';
    case 'last-days': {
      const age = (Date.parse(TODAY) - Date.parse(day)) / 86_400_000;
      return age >= 0 && age < Number(typed[0]);
    }
    case 'this-month':
      return day.startsWith('2026-11');
    case 'last-month':
      return day.startsWith('2026-10');
    case 'this-year':
      return day.startsWith('2026');
    case 'last-year':
      return day.startsWith('2025');
    default:
      throw new Error(operator);
  }
}

const asked = (field: string, operator: string, ...typed: string[]): Asked => ({ field, operator, typed });

// One row per operator and type, in German notation.
const GOLDEN: readonly Asked[] = [
  asked('PriceList', 'is', 'de'),
  asked('PriceList', 'is-not', 'DE'),
  asked('Name', 'contains', 'ST'),
  asked('ItemNumber', 'starts-with', 'A-1'),
  asked('ItemNumber', 'ends-with', '7'),
  asked('PriceList', 'is-any-of', 'DE', 'AT', 'ch'),
  asked('Remark', 'is-empty'),
  asked('Remark', 'is-not-empty'),
  asked('EntryNo', 'equals', '1.000.017'),
  asked('EntryNo', 'not-equal-to', '1000017'),
  asked('Value', 'greater-than', '1.234,5'),
  asked('Value', 'greater-than-or-equal-to', '10,00'),
  asked('Value', 'less-than', '99,9999'),
  asked('DiscountPercent', 'less-than-or-equal-to', '-0,5'),
  asked('Value', 'between', '10,00', '2.000,00'),
  asked('MinimumQuantity', 'is-any-of', '1', '25', '1.000'),
  asked('PreviousValue', 'is-empty'),
  asked('PreviousValue', 'is-not-empty'),
  asked('ValidFrom', 'on', '01.01.2026'),
  asked('ValidFrom', 'before', '01.01.2026'),
  asked('ValidFrom', 'after', '01.01.2026'),
  asked('_dtLastModifiedDate', 'on-or-before', '30.06.2026'),
  asked('_dtLastModifiedDate', 'on-or-after', '30.06.2026'),
  asked('_dtLastModifiedDate', 'between', '01.01.2026', '30.06.2026'),
  asked('ValidFrom', 'today'),
  asked('ValidFrom', 'yesterday'),
  asked('_dtLastModifiedDate', 'last-days', '200'),
  asked('ValidFrom', 'this-month'),
  asked('ValidFrom', 'last-month'),
  asked('_dtLastModifiedDate', 'this-year'),
  asked('ValidFrom', 'last-year'),
  asked('ValidTo', 'is-empty'),
  asked('ValidTo', 'is-not-empty'),
  asked('NeedsPrice', 'is', 'true'),
  asked('NeedsPrice', 'is', 'false'),
  asked('NeedsPrice', 'is-empty'),
  asked('NeedsPrice', 'is-not-empty'),
];

describe('what is typed leads to the rows that are meant', () => {
  test.each(GOLDEN.map((each) => [`${each.field} ${each.operator} ${each.typed.join(' ')}`, each] as const))(
    '%s',
    async (_, each) => {
      expect(await entryNumbersFor([each])).toEqual(expectedFor([each]));
    },
  );

  test('the rows above tell the operators apart', () => {
    const counts = GOLDEN.map((each) => expectedFor([each]).length);
    const telling = counts.filter((count) => count > 0 && count < ROW_COUNT);
    expect(telling.length).toBeGreaterThan(GOLDEN.length * 0.7);
  });

  test('also in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAsked(), { minLength: 1, maxLength: 4 }), async (all) => {
        expect(await entryNumbersFor(all)).toEqual(expectedFor(all));
      }),
      { numRuns: 150 },
    );
  });
});

/** A condition with values that occur in the data, typed as a German would. */
function anyAsked(): fc.Arbitrary<Asked> {
  const rowIndex = fc.nat(ROW_COUNT - 1);
  const cellOf = (field: string, index: number) => String(ROWS[index]?.[field] ?? '');
  const text = fc
    .tuple(fc.constantFrom('PriceList', 'Unit', 'cd_PriceGroup'), rowIndex, rowIndex)
    .chain(([field, a, b]) =>
      fc.constantFrom('is', 'is-not', 'contains', 'starts-with', 'ends-with', 'is-any-of').map((operator) => {
        const values = [cellOf(field, a), cellOf(field, b)].map((cell) => (cell === '' ? 'x' : cell));
        return asked(field, operator, ...new Set(operator === 'is-any-of' ? values : values.slice(0, 1)));
      }),
    );
  const german = (decimal: string) => (decimal === '' ? '0' : decimal.replace('.', ','));
  const number = fc
    .tuple(fc.constantFrom('Value', 'DiscountPercent', 'MinimumQuantity', 'EntryNo'), rowIndex, rowIndex)
    .chain(([field, a, b]) =>
      fc
        .constantFrom('equals', 'not-equal-to', 'greater-than', 'less-than-or-equal-to', 'between')
        .map((operator) => {
          const values = [cellOf(field, a), cellOf(field, b)].toSorted((x, y) =>
            scaled(x) < scaled(y) ? -1 : 1,
          );
          return asked(field, operator, ...values.map(german).slice(0, operator === 'between' ? 2 : 1));
        }),
    );
  const day = fc
    .tuple(fc.constantFrom('ValidFrom', '_dtLastModifiedDate'), rowIndex, rowIndex)
    .chain(([field, a, b]) =>
      fc.constantFrom('on', 'before', 'after', 'on-or-before', 'on-or-after', 'between').map((operator) => {
        const days = [cellOf(field, a), cellOf(field, b)].map((cell) => cell.slice(0, 10)).toSorted();
        const typed = days.map((iso) => iso.split('-').toReversed().join('.'));
        return asked(field, operator, ...typed.slice(0, operator === 'between' ? 2 : 1));
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
