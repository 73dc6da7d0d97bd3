import { describe, expect, it } from 'vitest';
import { extractionBody } from '@/contract/extraction.schema';
import { conditionOf, WHOLE_COLUMN, type DraftFilter, type DraftQuery, type Operand } from './draft-query';
import { resolveQuery, type LocatedProblem } from './resolve-query';
import { isLockedInTest, TEST_PRICE_COLUMN } from '@/test/test-price-column';

const scope = { priceColumn: TEST_PRICE_COLUMN, isLocked: isLockedInTest, today: '2026-03-15' };

function filter(name: string, operatorId: string, members: Record<string, unknown> = {}): DraftFilter {
  const field = TEST_PRICE_COLUMN.fields.find((candidate) => candidate.name === name);
  const condition = field && conditionOf(field, operatorId, { id: 'filter-1', isDisabled: false });
  if (condition == null) throw new Error(`${name} has no ${operatorId}`);
  return { ...condition, ...members };
}

function entered(value: string): Operand {
  return { value, text: value };
}

function draft(members: Partial<DraftQuery>): DraftQuery {
  return { ...WHOLE_COLUMN, ...members };
}

function problemsOf(query: DraftQuery): readonly LocatedProblem[] {
  const resolved = resolveQuery(query, scope);
  return resolved.ok ? [] : resolved.problems;
}

describe('resolveQuery', () => {
  it('requests the whole price column for an empty draft', () => {
    expect(resolveQuery(WHOLE_COLUMN, scope)).toEqual({
      ok: true,
      query: { fields: null, filters: [], sort: [] },
      here: null,
    });
  });

  it('keeps the order of fields, filters and sort rules, and the digits of numbers', () => {
    const query = draft({
      fields: ['Value', 'Number'],
      filters: [
        filter('Value', 'between', { value: entered('10.00'), to: entered('20.00') }),
        filter('Name', 'is-any-of', { values: [entered('A'), entered('B')] }),
        filter('ValidFrom', 'last-month'),
      ],
      sort: [
        { id: 'sort-1', field: 'Value', direction: 'descending' },
        { id: 'sort-2', field: 'Number', direction: 'ascending' },
      ],
    });
    const resolved = resolveQuery(query, scope);
    if (!resolved.ok) throw new Error('must resolve');
    expect(
      extractionBody({ priceColumn: 'SalesPrice', page: 1, pageSize: 500, query: resolved.query }),
    ).toEqual({
      page: 1,
      nrOfRecords: 500,
      fields: ['Value', 'Number'],
      filters: [
        { columnName: 'Value', op: 'greaterThanOrEquals', value: '10.00' },
        { columnName: 'Value', op: 'lessThanOrEquals', value: '20.00' },
        { columnName: 'Name', op: 'containsAny', value: 'A,B' },
        { columnName: 'ValidFrom', op: 'greaterThanOrEquals', value: '2026-02-01' },
        { columnName: 'ValidFrom', op: 'lessThan', value: '2026-03-01' },
      ],
      orderby: ['Value desc', 'Number'],
      useCache: true,
    });
  });

  it('ignores disabled filters, even invalid ones', () => {
    const filters = [
      filter('Value', 'equals', { isDisabled: true }),
      { kind: 'unset', id: 'filter-2', isDisabled: true } as const,
    ];
    expect(resolveQuery(draft({ filters }), scope)).toMatchObject({ ok: true, query: { filters: [] } });
  });

  it('sends the empty text when it was entered explicitly', () => {
    const filters = [filter('Name', 'is', { value: { value: '', text: null } })];
    expect(resolveQuery(draft({ filters }), scope)).toMatchObject({
      ok: true,
      query: { filters: [{ column: 'Name', op: 'equals', values: [''] }] },
    });
  });

  it.each([
    ['no value', filter('Name', 'is'), 'value', { kind: 'value-missing' }],
    [
      'unreadable',
      filter('Value', 'equals', { value: { value: null, text: '12,,5' } }),
      'value',
      { kind: 'value-unreadable', count: 1 },
    ],
    [
      'not canonical',
      filter('Value', 'equals', { value: entered('1e5') }),
      'value',
      { kind: 'value-unreadable', count: 1 },
    ],
    [
      'a day there is not',
      filter('ValidFrom', 'on', { value: entered('2026-02-30') }),
      'value',
      { kind: 'value-unreadable', count: 1 },
    ],
    [
      'decimals',
      filter('Value', 'equals', { value: entered('1.23456') }),
      'value',
      { kind: 'too-many-decimals', scale: 4 },
    ],
    [
      'digits',
      filter('Value', 'equals', { value: entered('123456789012345') }),
      'value',
      { kind: 'too-many-digits', digits: 14 },
    ],
    [
      'text length',
      filter('Number', 'contains', { value: entered('1234567890123') }),
      'value',
      { kind: 'too-long', maxLength: 12, length: 13 },
    ],
    [
      'From after To',
      filter('Value', 'between', { value: entered('10'), to: entered('9.9999') }),
      'to',
      { kind: 'from-after-to' },
    ],
    [
      'From day after To',
      filter('ValidFrom', 'between', { value: entered('2026-01-02'), to: entered('2026-01-01T23:59') }),
      'to',
      { kind: 'from-after-to' },
    ],
    ['no To', filter('Value', 'between', { value: entered('10') }), 'to', { kind: 'value-missing' }],
    ['empty list', filter('Name', 'is-any-of'), 'values', { kind: 'value-missing' }],
    [
      'comma in a list',
      filter('Name', 'is-any-of', { values: [entered('A'), entered('B, C')] }),
      'values',
      { kind: 'comma-in-list', value: 'B, C', separator: ',' },
    ],
    [
      'bad values in a list',
      filter('Value', 'is-any-of', { values: [entered('1'), { value: null, text: 'x' }] }),
      'values',
      { kind: 'value-unreadable', count: 1 },
    ],
    [
      'a list too long',
      filter('Name', 'is-any-of', { values: Array.from({ length: 100_001 }, (_, i) => entered(`A${i}`)) }),
      'values',
      { kind: 'too-many-values', limit: 100_000, count: 100_001 },
    ],
    ['no days', filter('ValidFrom', 'last-days'), 'days', { kind: 'value-missing' }],
    [
      'no day at all',
      filter('ValidFrom', 'last-days', { days: entered('0') }),
      'days',
      { kind: 'days-out-of-range', limit: 36500 },
    ],
    [
      'half a day',
      filter('ValidFrom', 'last-days', { days: { value: null, text: '1.5' } }),
      'days',
      { kind: 'days-out-of-range', limit: 36500 },
    ],
    [
      'a locked field',
      filter('Cost', 'is-empty'),
      'field',
      { kind: 'locked-field', right: 'dataadmin-item_Cost_view' },
    ],
    ['a field not to be filtered', filter('Notes', 'is-empty'), 'field', { kind: 'not-filterable' }],
    [
      'a field that is gone',
      filter('Name', 'is-empty', { field: 'Gone' }),
      'field',
      { kind: 'unknown-field' },
    ],
    [
      'a field of another type now',
      filter('Name', 'is-empty', { field: 'Value' }),
      'field',
      { kind: 'type-changed' },
    ],
    [
      'no field',
      { kind: 'unset', id: 'filter-1', isDisabled: false } as const,
      'field',
      { kind: 'field-missing' },
    ],
  ])('reports a filter: %s', (_, bad, editor, problem) => {
    expect(problemsOf(draft({ filters: [bad] }))).toEqual([
      { where: { part: 'filter', id: 'filter-1', editor }, problem },
    ]);
  });

  it('accepts trailing zeros, any decimals of a float, and lists up to the limit', () => {
    const filters = [
      filter('Value', 'equals', { value: entered('1.500000') }),
      filter('Value', 'equals', { value: entered('12345678901234.5000') }),
      filter('Factor', 'equals', { value: entered('0.123456789') }),
      filter('Number', 'is', { value: entered('123456789012') }),
      filter('Name', 'is-any-of', { values: Array.from({ length: 100_000 }, (_, i) => entered(`A${i}`)) }),
      filter('Value', 'between', { value: entered('10.0'), to: entered('10') }),
    ];
    expect(problemsOf(draft({ filters }))).toEqual([]);
  });

  it.each([
    [[], [[null, { kind: 'no-field-selected' }]]],
    [['Number', 'Gone'], [['Gone', { kind: 'unknown-field' }]]],
    [['Cost'], [['Cost', { kind: 'locked-field', right: 'dataadmin-item_Cost_view' }]]],
    [['Name', 'Name'], [['Name', { kind: 'duplicate-field' }]]],
  ])('reports the fields %j', (fields, expected) => {
    expect(problemsOf(draft({ fields }))).toEqual(
      expected.map(([field, problem]) => ({ where: { part: 'fields', field }, problem })),
    );
  });

  it('reports sort rules with a duplicate, missing, locked or unsortable field', () => {
    const sort = [null, 'Name', 'Name', 'Notes', 'Cost', 'Gone'].map((field, index) => ({
      id: `sort-${index}`,
      field,
      direction: 'ascending' as const,
    }));
    expect(problemsOf(draft({ sort }))).toEqual([
      { where: { part: 'sort', id: 'sort-0' }, problem: { kind: 'field-missing' } },
      { where: { part: 'sort', id: 'sort-2' }, problem: { kind: 'duplicate-field' } },
      { where: { part: 'sort', id: 'sort-3' }, problem: { kind: 'not-sortable' } },
      {
        where: { part: 'sort', id: 'sort-4' },
        problem: { kind: 'locked-field', right: 'dataadmin-item_Cost_view' },
      },
      { where: { part: 'sort', id: 'sort-5' }, problem: { kind: 'unknown-field' } },
    ]);
  });

  it('cannot run when every field is locked', () => {
    expect(resolveQuery(WHOLE_COLUMN, { ...scope, isLocked: () => true })).toMatchObject({ ok: false });
  });
});

it('follows what a described service can do: the number of sort rules, lists, and all fields by their names', () => {
  const abilities = {
    missingOperators: [],
    joinsLists: true,
    listSeparator: '|',
    maxSortRules: 1,
    listsAllFields: true,
  } as const;
  const ofService = { ...scope, priceColumn: { ...TEST_PRICE_COLUMN, abilities } };
  const sort = ['Number', 'ValidFrom'].map((field, index) => ({
    id: `sort-${index}`,
    field,
    direction: 'ascending' as const,
  }));
  expect(resolveQuery(draft({ sort }), ofService)).toMatchObject({
    problems: [{ where: { part: 'sort', id: 'sort-1' }, problem: { kind: 'too-many-sort-rules', limit: 1 } }],
  });
  const listed = resolveQuery(draft({ sort: sort.slice(0, 1) }), ofService);
  const viewable = TEST_PRICE_COLUMN.fields.filter((field) => !isLockedInTest(field)).map(({ name }) => name);
  expect(listed.ok && listed.query.fields).toEqual(viewable);
});

it('counts only the sort rules that are sent: a field that the service has refused is sorted by on the rows read', () => {
  const abilities = {
    missingOperators: [],
    joinsLists: true,
    listSeparator: ',',
    maxSortRules: 1,
    hidesUses: true,
  } as const;
  const fields = TEST_PRICE_COLUMN.fields.map((field) =>
    field.name === 'Number' ? { ...field, isSortable: false } : field,
  );
  const ofService = { ...scope, readsRows: true, priceColumn: { ...TEST_PRICE_COLUMN, fields, abilities } };
  const sort = ['Number', 'ValidFrom'].map((field, index) => ({
    id: `sort-${index}`,
    field,
    direction: 'ascending' as const,
  }));
  const resolved = resolveQuery(draft({ sort }), ofService);
  expect(resolved.ok && resolved.query.sort).toEqual([{ column: 'ValidFrom', direction: 'ascending' }]);
});
