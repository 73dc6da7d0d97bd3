import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnType } from '@/contract/column';
import { createFormats } from '@/lib/formats/formats';
import { createWords, type Words } from '@/ui/formats/words';
import { ENGLISH } from '@/test/english-words';
import germanMessages from 'virtual:catalogues/de';
import {
  conditionOf,
  isCondition,
  WHOLE_COLUMN,
  type DraftCondition,
  type DraftQuery,
  type Operand,
} from './draft-query';
import { anyQuery } from '@/test/draft-query.arbitraries';
import { operatorFor, operatorIds, type OperatorId, type ValueEditor } from '@/analysis/conditions/operators';
import { queryFromSearch, queryToSearch } from './query-address';
import { describeFilter, describeQuery } from './describe-query';
import { resolveQuery } from './resolve-query';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { runs } from '@/test/runs';
import { comparisonText, describeValue, operatorText } from '@/analysis/conditions/comparison-text';

const german = createWords(germanMessages, 'de', createFormats('de-DE', 'de'));

const operand = (value: string): Operand => ({ value, text: null });

function condition(name: string, operatorId: string, ...values: readonly string[]): DraftCondition {
  const field = TEST_PRICE_COLUMN.fields.find((candidate) => candidate.name === name);
  const made = field && conditionOf(field, operatorId, { id: 'filter-1', isDisabled: false });
  if (made == null) throw new Error(`${name} has no ${operatorId}`);
  const [value = '', to = ''] = values;
  return {
    ...made,
    value: operand(value),
    to: operand(to),
    values: values.map(operand),
    days: operand(value),
  };
}

function draftOf(members: Partial<DraftQuery>): DraftQuery {
  return { ...WHOLE_COLUMN, ...members };
}

describe('the description of a query', () => {
  test('is one line in the language and formats of the person', () => {
    const draft = draftOf({
      filters: [
        condition('Name', 'is-any-of', 'DE', 'AT'),
        condition('Value', 'between', '10.00', '1200.50'),
        condition('ValidFrom', 'on-or-after', '2026-01-31'),
      ],
      sort: [
        { id: 'sort-1', field: 'ValidFrom', direction: 'descending' },
        { id: 'sort-2', field: 'Value', direction: 'ascending' },
      ],
      fields: ['Number', 'Value'],
    });
    expect(describeQuery(ENGLISH, draft, TEST_PRICE_COLUMN)).toBe(
      'Name is any of DE, AT · Value from 10.00 to 1,200.50 · ValidFrom on or after 31/01/2026 · ' +
        'ValidFrom newest first, then Value lowest first · 2 of 8 fields',
    );
    expect(describeQuery(german, draft, TEST_PRICE_COLUMN)).toBe(
      'Name ist eines von DE, AT · Value von 10,00 bis 1.200,50 · ValidFrom ab 31.01.2026 · ' +
        'ValidFrom, neueste zuerst, dann Value aufsteigend · 2 von 8 Feldern',
    );
  });

  test.each<[DraftCondition, string]>([
    [condition('Name', 'is', ''), 'Name is “”'],
    [condition('Name', 'contains', 'hex bolt'), 'Name contains “hex bolt”'],
    [condition('Name', 'is-any-of', 'a', 'b', 'c', 'd', 'e', 'f'), 'Name is any of a, b, c, d and 2 more'],
    [condition('Value', 'greater-than-or-equal-to', '0.10'), 'Value at least 0.10'],
    [condition('ValidFrom', 'last-days', '7'), 'ValidFrom in the last 7 days'],
    [condition('ValidFrom', 'last-days', '1'), 'ValidFrom in the last day'],
    [condition('Name', 'is-none-of', 'a', 'b'), 'Name is none of a, b'],
    [condition('Name', 'is-none-of'), 'All rows'],
    [condition('ValidFrom', 'on-or-after', 'today'), 'ValidFrom on or after today'],
    [condition('ValidFrom', 'on', '1-days-ago'), 'ValidFrom on today − 1 day'],
    [
      condition('ValidFrom', 'between', 'start-of-month', 'in-30-days'),
      'ValidFrom from start of month to today + 30 days',
    ],
    [condition('NeedsPrice', 'is', 'true'), 'NeedsPrice is true'],
    [condition('Cost', 'is-empty'), 'Cost is empty'],
    [{ ...condition('Name', 'is', 'x'), isDisabled: true }, 'All rows'],
    [{ ...condition('Name', 'is', 'x'), value: { value: null, text: null } }, 'All rows'],
    [condition('Name', 'is-any-of'), 'All rows'],
  ])('%#', (filter, expected) => {
    expect(describeQuery(ENGLISH, draftOf({ filters: [filter] }), TEST_PRICE_COLUMN)).toBe(expected);
  });

  test('includes what relative dates meant on the day of the run', () => {
    const textOf = (filter: DraftCondition, words: Words) =>
      describeQuery(words, draftOf({ filters: [filter] }), TEST_PRICE_COLUMN, '2026-11-21');
    expect(textOf(condition('ValidFrom', 'before', 'end-of-month'), ENGLISH)).toBe(
      'ValidFrom before end of month (30/11/2026)',
    );
    expect(textOf(condition('ValidFrom', 'on', 'in-7-days'), german)).toBe(
      'ValidFrom ist heute + 7 Tage (28.11.2026)',
    );
    expect(textOf(condition('ValidFrom', 'today'), ENGLISH)).toBe('ValidFrom today (21/11/2026)');
    expect(textOf(condition('ValidFrom', 'last-month'), ENGLISH)).toBe(
      'ValidFrom last month (01/10/2026 to 31/10/2026)',
    );
    expect(textOf(condition('ValidFrom', 'on', '2026-01-31'), ENGLISH)).toBe('ValidFrom on 31/01/2026');
  });

  test('has a phrase for every operator of every type in both languages', () => {
    for (const field of TEST_PRICE_COLUMN.fields) {
      const operators: readonly OperatorId[] = operatorIds(field.type);
      for (const operatorId of operators) {
        const valueOf = { text: 'x', number: '1', date: '2026-01-31', boolean: 'true' }[field.type];
        const value = operatorId === 'last-days' ? '3' : valueOf;
        // An operator that compares two fields needs the name of the second field.
        const filter = { ...condition(field.name, operatorId, value, value), other: 'ValidTo' };
        const draft = draftOf({ filters: [filter] });
        for (const words of [ENGLISH, german]) {
          const text = describeQuery(words, draft, TEST_PRICE_COLUMN);
          expect(text).toContain(field.name);
          expect(text).not.toContain('queryText');
        }
      }
    }
  });

  test('contains every column of the request and survives the address', () => {
    fc.assert(
      fc.property(anyQuery(), ({ fields, draft }) => {
        const text = describeQuery(ENGLISH, draft, { fields });
        const scope = { priceColumn: { fields }, isLocked: () => false, today: '2026-11-21' };
        const resolved = resolveQuery(draft, scope);
        const columns = resolved.ok ? [...resolved.query.filters, ...resolved.query.sort] : [];
        for (const { column } of columns) expect(text).toContain(column);
        const back = queryFromSearch(queryToSearch(draft), { fields }, () => false).draft;
        expect(back === null ? null : describeQuery(ENGLISH, back, { fields })).toBe(text);
      }),
    );
  });

  test('differs for queries that request different rows', () => {
    fc.assert(
      fc.property(anyQuery(), ({ fields, draft }) => {
        const scope = { priceColumn: { fields }, isLocked: () => false, today: '2026-11-21' };
        const alone = draft.filters
          // Longer lists are skipped, because a description omits their end.
          .filter((filter) => isCondition(filter) && !filter.isDisabled && filter.values.length <= 4)
          .flatMap((filter) => {
            const single = draftOf({ filters: [filter] });
            const resolved = resolveQuery(single, scope);
            if (!resolved.ok) return [];
            const sent = JSON.stringify(resolved.query.filters);
            return [{ sent, text: describeQuery(german, single, { fields }) }];
          });
        for (const one of alone) {
          for (const other of alone) {
            expect(one.text !== other.text || one.sent === other.sent).toBe(true);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('differs for each operator, whatever the values', () => {
    for (const field of TEST_PRICE_COLUMN.fields) {
      const value = { text: 'x', number: '1', date: '2026-01-31T10:05', boolean: 'true' }[field.type];
      const operators: readonly OperatorId[] = operatorIds(field.type);
      for (const words of [ENGLISH, german]) {
        const all = operators.map((operatorId) => {
          const operand = operatorId === 'last-days' ? '3' : value;
          return describeQuery(
            words,
            draftOf({ filters: [condition(field.name, operatorId, operand, operand)] }),
            TEST_PRICE_COLUMN,
          );
        });
        expect(new Set(all).size).toBe(operators.length);
      }
    }
  });
});

const OPERANDS: Readonly<Record<ValueEditor, Readonly<Record<ColumnType, readonly string[]>>>> = {
  none: { text: [], number: [], date: [], boolean: [] },
  value: { text: ['one'], number: ['1.5'], date: ['2026-01-31'], boolean: ['true'] },
  range: {
    text: ['one', 'two'],
    number: ['1.5', '2.5'],
    date: ['2026-01-31', '2026-02-28'],
    boolean: ['false', 'true'],
  },
  list: {
    text: ['one', 'two', 'six'],
    number: ['1.5', '2.5', '6.5'],
    date: ['2026-01-31', '2026-02-28', '2026-06-30'],
    boolean: ['false', 'true'],
  },
  days: { text: ['7'], number: ['7'], date: ['7'], boolean: ['7'] },
};

const OF_EVERY_OPERATOR = (['text', 'number', 'date', 'boolean'] as const).flatMap((type) =>
  operatorIds(type).map((operator) => [type, operator as OperatorId] as const),
);

test.each(OF_EVERY_OPERATOR)(
  'the words of a condition have all that its operator takes: %s %s',
  (kind, operator) => {
    const { editor = 'none', ofColumn = null } = operatorFor(kind, operator) ?? {};
    const values = OPERANDS[editor][kind];
    for (const words of [ENGLISH, german]) {
      const text = comparisonText(words, { field: 'The field', kind, operator }, values.map(operand));
      const shown = values.map((value) =>
        editor === 'days' ? value : describeValue(words, operand(value), kind),
      );
      for (const part of ['The field', ...shown]) expect(text).toContain(part);
      if (ofColumn !== null) {
        expect(operatorText(words, operator, 'The field', ['Another'])).toMatch(/The field.*Another/);
      }
    }
  },
);

test('a filter without a value has an ellipsis in its place, and one that cannot be parsed its text', () => {
  const without = (name: string, operatorId: string) => ({
    ...condition(name, operatorId),
    value: { value: null, text: null },
    to: { value: null, text: '1,,2' },
    days: { value: null, text: '' },
  });
  expect(describeFilter(ENGLISH, without('Value', 'greater-than'))).toBe('Value greater than …');
  expect(describeFilter(ENGLISH, without('Value', 'between'))).toBe('Value from … to 1,,2');
  expect(describeFilter(german, without('Name', 'is-any-of'))).toBe('Name ist eines von …');
  expect(describeFilter(ENGLISH, without('ValidFrom', 'last-days'))).toBe('ValidFrom …');
});
