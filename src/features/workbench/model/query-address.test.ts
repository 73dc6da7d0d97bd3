import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import {
  conditionOf,
  isCondition,
  WHOLE_COLUMN,
  type DraftCondition,
  type DraftQuery,
  type Operand,
} from './draft-query';
import { anyQuery } from '@/test/draft-query.arbitraries';
import { queryFromSearch, queryToSearch, type QuerySearch } from './query-address';
import { workbenchSearchSchema } from './workbench-search';
import { isLockedInTest, TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import { runs } from '@/test/runs';

function read(search: QuerySearch) {
  return queryFromSearch(search, TEST_PRICE_COLUMN, isLockedInTest);
}

function isGiven(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

function operand(value: string): Operand {
  return { value, text: null };
}

function condition(name: string, operatorId: string, members: Partial<DraftCondition> = {}): DraftCondition {
  const field = TEST_PRICE_COLUMN.fields.find((candidate) => candidate.name === name);
  const made = field && conditionOf(field, operatorId, { id: 'filter-1', isDisabled: false });
  if (made == null) throw new Error(`${name} has no ${operatorId}`);
  return { ...made, ...members } as DraftCondition;
}

describe('the address of a query', () => {
  it('is short and readable', () => {
    const draft: DraftQuery = {
      fields: ['Number', 'Value'],
      filters: [
        condition('Value', 'between', { value: operand('10.00'), to: operand('20.00') }),
        { ...condition('Name', 'is-any-of', { values: [operand('DE'), operand('AT')] }), id: 'filter-2' },
        { ...condition('ValidFrom', 'last-days', { days: operand('7') }), id: 'filter-3', isDisabled: true },
        { ...condition('Name', 'is'), id: 'filter-4' },
        { ...condition('Name', 'is', { value: operand('') }), id: 'filter-5' },
      ],
      sort: [
        { id: 'sort-1', field: 'Value', direction: 'descending' },
        { id: 'sort-2', field: 'Number', direction: 'ascending' },
      ],
    };
    expect(queryToSearch(draft)).toEqual({
      v: '1',
      fields: 'Number,Value',
      filter:
        'Value~between~10.00~20.00;Name~is-any-of~DE~AT;!off~ValidFrom~last-days~7;Name~is~!none;Name~is~',
      sort: '-Value,Number',
    });
    expect(read(queryToSearch(draft))).toEqual({ draft, problems: [] });
    expect(queryToSearch(WHOLE_COLUMN)).toEqual({ v: '1' });
  });

  it('distinguishes no query from a query for everything', () => {
    expect(read({})).toEqual({ draft: null, problems: [] });
    expect(read({ v: '1' })).toEqual({ draft: WHOLE_COLUMN, problems: [] });
    expect(read({ sort: 'Name' }).draft?.sort).toHaveLength(1);
  });

  it('sorts by a name that begins like the mark of a descending order', () => {
    const sort = [
      { id: 'sort-1', field: '-Value', direction: 'ascending' },
      { id: 'sort-2', field: '-', direction: 'descending' },
    ] as const;
    const search = queryToSearch({ ...WHOLE_COLUMN, sort: [...sort] });
    expect(search.sort).toBe('!mValue,-!m');
    const fields = sort.map(({ field }) => testField(field));
    expect(queryFromSearch(search, { fields }, () => false).draft?.sort).toEqual(sort);
  });

  it('joins a parameter that was given twice', () => {
    const { draft, problems } = read({ v: '1', fields: 'Number;Name', sort: 'Number;-Name' });
    expect(problems).toEqual([]);
    expect(draft?.fields).toEqual(['Number', 'Name']);
    expect(draft?.sort).toHaveLength(2);
  });

  it('keeps relative days relative', () => {
    const filter =
      'ValidFrom~on-or-after~start-of-month;ValidFrom~between~30-days-ago~in-7-days;Name~is-none-of~DE~a!cb~';
    const { draft, problems } = read({ v: '1', filter });
    expect(problems).toEqual([]);
    expect(draft?.filters).toMatchObject([
      { operator: 'on-or-after', value: { value: 'start-of-month' } },
      { operator: 'between', value: { value: '30-days-ago' }, to: { value: 'in-7-days' } },
      { operator: 'is-none-of', values: [{ value: 'DE' }, { value: 'a,b' }, { value: '' }] },
    ]);
    expect(draft && queryToSearch(draft)).toEqual({ v: '1', filter });
  });

  it('reports relative days that it does not know', () => {
    const filter = ['tomorrow', 'in-0-days', '07-days-ago', 'in-36501-days', 'Today', 'today+7']
      .map((day) => `ValidFrom~on~${day}`)
      .join(';');
    expect(read({ v: '1', filter }).problems.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 6 }, () => 'unreadable-value'),
    );
  });

  it('round-trips any query', () => {
    fc.assert(
      fc.property(anyQuery(), ({ fields, draft }) => {
        const search = queryToSearch(draft);
        // Encodes and decodes every parameter as the browser does.
        const address = new URLSearchParams(Object.entries(search).filter(isGiven)).toString();
        const returned = workbenchSearchSchema.parse(Object.fromEntries(new URLSearchParams(address)));
        expect(queryFromSearch(returned, { fields }, () => false)).toEqual({ draft, problems: [] });
      }),
    );
  });

  it('reads any text without throwing, and never invents a field or an operator', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: anyChar }),
      fc
        .array(
          fc.constantFrom(
            'Name',
            'Value',
            '~',
            ';',
            ',',
            '!',
            '!off~',
            '!none',
            '!x',
            '!ud800',
            '-',
            'is',
            'between',
            '1',
          ),
          { maxLength: 12 },
        )
        .map((pieces) => pieces.join('')),
    );
    const search = fc.record(
      { v: fc.oneof(fc.constant('1'), text), fields: text, filter: text, sort: text },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(search, (broken) => {
        const { draft } = read(broken);
        if (draft === null) return;
        const names = new Set(TEST_PRICE_COLUMN.fields.map((field) => field.name));
        for (const name of draft.fields ?? []) expect(names).toContain(name);
        for (const filter of draft.filters)
          expect(!isCondition(filter) || names.has(filter.field)).toBe(true);
        for (const rule of draft.sort) expect(names).toContain(rule.field);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('uses the valid parts of a broken link and reports the others one by one', () => {
    const { draft, problems } = read({
      v: '1',
      fields: 'Number,Gone,Cost,Number,a!q',
      filter:
        'Value~greater-than~10;Gone~is~x;Cost~equals~1;Name~greater-than~1;Value~equals~12,5;' +
        'Notes~is~x;Value~between~1;NeedsPrice~is~yes;ValidFrom~on~31.01.2026;nonsense',
      sort: 'Number,-Gone,Notes,-Number,Cost',
    });
    expect(draft).toEqual({
      fields: ['Number'],
      filters: [condition('Value', 'greater-than', { value: operand('10') })],
      sort: [{ id: 'sort-1', field: 'Number', direction: 'ascending' }],
    });
    expect(problems.map(({ part, kind, text }) => [part, kind, text])).toEqual([
      ['fields', 'unknown-field', 'Gone'],
      ['fields', 'locked-field', 'Cost'],
      ['fields', 'duplicate-field', 'Number'],
      ['fields', 'unreadable', 'a!q'],
      ['filter', 'unknown-field', 'Gone'],
      ['filter', 'locked-field', 'Cost'],
      ['filter', 'unknown-operator', 'Name greater-than 1'],
      ['filter', 'unreadable-value', 'Value equals 12,5'],
      ['filter', 'not-filterable', 'Notes is x'],
      ['filter', 'unreadable-value', 'Value between 1'],
      ['filter', 'unreadable-value', 'NeedsPrice is yes'],
      ['filter', 'unreadable-value', 'ValidFrom on 31.01.2026'],
      ['filter', 'unreadable', 'nonsense'],
      ['sort', 'unknown-field', 'Gone'],
      ['sort', 'not-sortable', 'Notes'],
      ['sort', 'duplicate-field', 'Number'],
      ['sort', 'locked-field', 'Cost'],
    ]);
  });

  it('shows all fields when none of the listed fields exists', () => {
    expect(read({ v: '1', fields: 'Gone' })).toEqual({
      draft: WHOLE_COLUMN,
      problems: [{ part: 'fields', kind: 'unknown-field', text: 'Gone' }],
    });
  });

  it('does not interpret another version', () => {
    expect(read({ v: '2', filter: 'Value~equals~1' })).toEqual({
      draft: null,
      problems: [{ part: 'version', kind: 'unknown-version', text: '2' }],
    });
  });
});

describe('workbenchSearchSchema', () => {
  it('accepts text, joins repeated parameters, and drops anything else', () => {
    expect(
      workbenchSearchSchema.parse({
        v: 1,
        fields: ['Number', 'Value'],
        filter: ['Value~equals~1', 'Name~is~x'],
        sort: { not: 'text' },
        cacheKey: '00012345678901234567890',
        row: '5',
        unknown: 'x',
      }),
    ).toEqual({
      v: '1',
      fields: 'Number;Value',
      filter: 'Value~equals~1;Name~is~x',
      cacheKey: '00012345678901234567890',
      row: '5',
    });
  });
});
