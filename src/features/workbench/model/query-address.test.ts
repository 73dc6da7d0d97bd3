import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceField } from '@/contract/column';
import {
  conditionOf,
  NO_OPERAND,
  operatorOf,
  WHOLE_COLUMN,
  type DraftCondition,
  type DraftQuery,
  type Operand,
} from './draft-query';
import { operatorIds } from './operators';
import { queryFromSearch, queryToSearch, type QuerySearch } from './query-address';
import { workbenchSearchSchema } from './workbench-search';
import { isLockedInTest, TEST_PRICE_COLUMN, testField } from './test-price-column';

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

  it('tells nothing run from everything run', () => {
    expect(read({})).toEqual({ draft: null, problems: [] });
    expect(read({ v: '1' })).toEqual({ draft: WHOLE_COLUMN, problems: [] });
    expect(read({ sort: 'Name' }).draft?.sort).toHaveLength(1);
  });

  it('gives back any query', () => {
    fc.assert(
      fc.property(queries(), ({ fields, draft }) => {
        const search = queryToSearch(draft);
        // As the browser hands it back: every parameter through the encoding of an address.
        const address = new URLSearchParams(Object.entries(search).filter(isGiven)).toString();
        const returned = workbenchSearchSchema.parse(Object.fromEntries(new URLSearchParams(address)));
        expect(queryFromSearch(returned, { fields }, () => false)).toEqual({ draft, problems: [] });
      }),
    );
  });

  it('reads any text without an exception, and never makes up a field or an operator', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
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
          expect(filter.kind === 'unset' || names.has(filter.field)).toBe(true);
        for (const rule of draft.sort) expect(names).toContain(rule.field);
      }),
      { numRuns: 1000 },
    );
  });

  it('uses what it can of a broken link and reports the rest, item by item', () => {
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

  it('shows all fields when none of those asked for is there', () => {
    expect(read({ v: '1', fields: 'Gone' })).toEqual({
      draft: WHOLE_COLUMN,
      problems: [{ part: 'fields', kind: 'unknown-field', text: 'Gone' }],
    });
  });

  it('does not guess at the notation of another version', () => {
    expect(read({ v: '2', filter: 'Value~equals~1' })).toEqual({
      draft: null,
      problems: [{ part: 'version', kind: 'unknown-version', text: '2' }],
    });
  });
});

describe('workbenchSearchSchema', () => {
  it('takes text as it is, repeated parameters as one, and nothing else', () => {
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

/** Any query over fields with any names, as it comes back from an address. */
function queries(): fc.Arbitrary<{ fields: PriceField[]; draft: DraftQuery }> {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('~', ',', ';', '!', '-', '%', '+', '&', '=', '#', ' ', 'a', 'ü', '😀', '\ud83d'),
    }),
    fc.constantFrom('!none', '!off~', '-', '', 'true', '12345678901234567890', '\u0000', '\r\n'),
  );
  const name = anyText.filter((text) => text !== '');
  const type = fc.constantFrom('text', 'number', 'date', 'boolean');
  const fieldList = fc
    .uniqueArray(fc.tuple(name, type), { minLength: 1, maxLength: 6, selector: ([text]) => text })
    .map((pairs) => pairs.map(([text, of]) => testField(text, { type: of })));
  const valueOf = {
    text: anyText,
    number: fc.tuple(fc.bigInt(), fc.nat(99999)).map(([whole, part]) => `${whole}.${part}`),
    date: fc.constantFrom('2026-01-31', '2024-02-29T23:59', '0001-01-01T00:00:00.0000001'),
    boolean: fc.constantFrom('true', 'false'),
  };
  const filterOf = (field: PriceField): fc.Arbitrary<DraftCondition> =>
    fc
      .record({
        operatorId: fc.constantFrom(...operatorIds(field.type)),
        isDisabled: fc.boolean(),
        values: fc.array(valueOf[field.type].map(operand), { maxLength: 4 }),
        days: fc.nat(999_999).map((days) => operand(String(days))),
      })
      .map(({ operatorId, isDisabled, values, days }) => {
        const made = conditionOf(field, operatorId, { id: 'filter-0', isDisabled });
        if (made === null) throw new Error('the operator is of the type');
        const [value = NO_OPERAND, to = NO_OPERAND] = values;
        switch (operatorOf(made).editor) {
          case 'none':
            return made;
          case 'value':
            return { ...made, value };
          case 'range':
            return { ...made, value, to };
          case 'list':
            return { ...made, values };
          case 'days':
            return { ...made, days };
        }
      });
  return fieldList.chain((fields) => {
    const someField = fc.constantFrom(...fields);
    const chosen = fc.shuffledSubarray(fields.map((field) => field.name));
    return fc
      .record({
        fields: fc.option(chosen),
        filters: fc.array(someField.chain(filterOf), { maxLength: 5 }),
        sort: fc.tuple(chosen, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })),
      })
      .map(({ fields: chosenFields, filters, sort: [sorted, descending] }) => ({
        fields,
        draft: {
          fields: chosenFields,
          filters: filters.map((filter, index) => ({ ...filter, id: `filter-${index + 1}` })),
          sort: sorted.map((field, index) => ({
            id: `sort-${index + 1}`,
            field,
            direction: descending[index] === true ? ('descending' as const) : ('ascending' as const),
          })),
        },
      }));
  });
}
