import * as fc from 'fast-check';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';
import { createFormats } from '@/shared/formats/formats';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { germanMessages } from '@/shared/i18n/catalogue-de';
import { conditionOf, WHOLE_COLUMN, type DraftCondition, type DraftQuery, type Operand } from './draft-query';
import { anyQuery } from './draft-query.arbitraries';
import { operatorIds, type OperatorId } from './operators';
import { queryFromSearch, queryToSearch } from './query-address';
import { queryWords, type WordsLanguage } from './query-words';
import { resolveQuery } from './resolve-query';
import { TEST_PRICE_COLUMN } from './test-price-column';

const english: WordsLanguage = {
  t: createTranslator({ locale: 'en', messages: englishMessages, namespace: 'queryWords' }),
  ...createFormats('en-GB', 'en'),
};
const german: WordsLanguage = {
  t: createTranslator({ locale: 'de', messages: germanMessages, namespace: 'queryWords' }),
  ...createFormats('de-DE', 'de'),
};

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

describe('a query in words', () => {
  test('is one sentence, in the language and formats of the person', () => {
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
    expect(queryWords(draft, TEST_PRICE_COLUMN, english)).toBe(
      'Name is any of DE, AT · Value from 10.00 to 1,200.50 · ValidFrom on or after 31/01/2026 · ' +
        'ValidFrom newest first, then Value lowest first · 2 of 8 fields',
    );
    expect(queryWords(draft, TEST_PRICE_COLUMN, german)).toBe(
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
    [condition('NeedsPrice', 'is', 'true'), 'NeedsPrice is true'],
    [condition('Cost', 'is-empty'), 'Cost is empty'],
    [{ ...condition('Name', 'is', 'x'), isDisabled: true }, 'All rows'],
    [{ ...condition('Name', 'is', 'x'), value: { value: null, text: null } }, 'All rows'],
    [condition('Name', 'is-any-of'), 'All rows'],
  ])('%#', (filter, expected) => {
    expect(queryWords(draftOf({ filters: [filter] }), TEST_PRICE_COLUMN, english)).toBe(expected);
  });

  test('has a phrase for every operator of every type in both languages', () => {
    for (const field of TEST_PRICE_COLUMN.fields) {
      const operators: readonly OperatorId[] = operatorIds(field.type);
      for (const operatorId of operators) {
        const valueOf = { text: 'x', number: '1', date: '2026-01-31', boolean: 'true' }[field.type];
        const value = operatorId === 'last-days' ? '3' : valueOf;
        const draft = draftOf({ filters: [condition(field.name, operatorId, value, value)] });
        for (const language of [english, german]) {
          const words = queryWords(draft, TEST_PRICE_COLUMN, language);
          expect(words).toContain(field.name);
          expect(words).not.toContain('queryWords');
        }
      }
    }
  });

  test('names every column that the service is asked to filter or sort by, and survives the address', () => {
    fc.assert(
      fc.property(anyQuery(), ({ fields, draft }) => {
        const words = queryWords(draft, { fields }, english);
        const scope = { priceColumn: { fields }, isLocked: () => false, today: '2026-11-21' };
        const resolved = resolveQuery(draft, scope);
        const columns = resolved.ok ? [...resolved.query.filters, ...resolved.query.sort] : [];
        for (const { column } of columns) expect(words).toContain(column);
        const back = queryFromSearch(queryToSearch(draft), { fields }, () => false).draft;
        expect(back === null ? null : queryWords(back, { fields }, english)).toBe(words);
      }),
    );
  });

  test('never reads alike where something else is asked for', () => {
    fc.assert(
      fc.property(anyQuery(), ({ fields, draft }) => {
        const scope = { priceColumn: { fields }, isLocked: () => false, today: '2026-11-21' };
        const alone = draft.filters
          // Of longer lists the end is not said.
          .filter((filter) => filter.kind !== 'unset' && !filter.isDisabled && filter.values.length <= 4)
          .flatMap((filter) => {
            const single = draftOf({ filters: [filter] });
            const resolved = resolveQuery(single, scope);
            if (!resolved.ok) return [];
            const sent = JSON.stringify(resolved.query.filters);
            return [{ sent, words: queryWords(single, { fields }, german) }];
          });
        for (const one of alone) {
          for (const other of alone) {
            expect(one.words !== other.words || one.sent === other.sent).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('tells the operators apart, whatever they are given', () => {
    for (const field of TEST_PRICE_COLUMN.fields) {
      const value = { text: 'x', number: '1', date: '2026-01-31T10:05', boolean: 'true' }[field.type];
      const operators: readonly OperatorId[] = operatorIds(field.type);
      for (const language of [english, german]) {
        const all = operators.map((operatorId) => {
          const operand = operatorId === 'last-days' ? '3' : value;
          return queryWords(
            draftOf({ filters: [condition(field.name, operatorId, operand, operand)] }),
            TEST_PRICE_COLUMN,
            language,
          );
        });
        expect(new Set(all).size).toBe(operators.length);
      }
    }
  });
});
