import { describe, expect, test } from 'vitest';
import type { ComparisonOp } from '@/contract/extraction';
import { isLockedInTest, testField, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { activeConditions, type DraftQuery } from './draft-query';
import { countChanges } from './draft-changes';
import { dividedQuery, inAddressOrder, reasonForHere, withFieldsNeededHere } from './filter-place';
import { editedQuery } from './query-edit';
import { resolveQuery } from './resolve-query';
import { wholeQueryFromSearch, wholeQueryToSearch, withComputed, withKnownFields } from './whole-query';
import type { WorkbenchSearch } from './workbench-search';

const scope = {
  priceColumn: TEST_PRICE_COLUMN,
  priceColumns: [TEST_PRICE_COLUMN],
  isLocked: isLockedInTest,
  readsRows: true,
};

function read(search: WorkbenchSearch): DraftQuery {
  const { draft } = wholeQueryFromSearch({ v: '1', ...search }, scope);
  if (draft === null) throw new Error('The address has a query.');
  return draft;
}

function resolved(draft: DraftQuery, readsRows = true) {
  return resolveQuery(draft, { ...scope, today: '2026-03-15', readsRows });
}

describe('who does a filter', () => {
  test.each<[string, WorkbenchSearch, string | null]>([
    ['a comparison with a value', { filter: 'Value~greater-than~3' }, null],
    ['a list', { filter: 'Name~is-any-of~a~b' }, null],
    ['a list with a comma in a value', { filter: 'Name~is-any-of~a,b~c' }, 'comma'],
    ['a comparison with another field', { refine: '1;all;Value~less-than~=~Factor' }, 'other-field'],
    ['an operator of the console', { refine: '1;all;Name~does-not-contain~x' }, 'operator'],
    ['a field that the service does not filter by', { refine: '1;all;Notes~contains~x' }, 'not-filterable'],
    ['a computed field', { refine: '1;all;Twice~less-than~9;!new~Twice~2~Value * 2' }, 'no-field-of-service'],
    ['alternatives', { refine: '1;any;Name~is~a;Value~equals~1' }, 'group'],
    ['a condition of an older link that the service can do', { refine: '1;all;Name~is~a' }, null],
  ])('%s', (_, search, reason) => {
    const [filter] = read(search).filters;
    expect(filter && reasonForHere(filter, TEST_PRICE_COLUMN)).toBe(reason);
  });

  test.each<[string, WorkbenchSearch, string | null]>([
    ['an operator that the service lacks', { filter: 'Name~contains~x' }, 'operator'],
    ['one of the comparisons of a range', { filter: 'Value~between~1~2' }, 'operator'],
    ['a day, which is a range', { filter: 'ValidFrom~on~2026-01-31' }, 'operator'],
    ['a number of days', { filter: 'ValidFrom~last-days~7' }, 'operator'],
    ['an operator that it has', { filter: 'Value~greater-than~3' }, null],
    ['a list with a comma in a value', { filter: 'Name~is-any-of~a,b~c' }, null],
  ])('of a described service: %s', (_, search, reason) => {
    const abilities = { missingOperators: ['contains', 'greaterThanOrEquals'], joinsLists: false } as const;
    const priceColumn = { ...TEST_PRICE_COLUMN, abilities };
    const draft = read(search);
    const [filter] = draft.filters;
    expect(filter && reasonForHere(filter, priceColumn)).toBe(reason);
    const result = resolveQuery(draft, { ...scope, priceColumn, today: '2026-03-15' });
    expect(result.ok && result.query.filters.length).toBe(reason === null ? 1 : 0);
  });

  test.each<[filter: string, missing: ComparisonOp, reason: string | null]>([
    ['ValidFrom~on~9999-12-31', 'lessThanOrEquals', 'operator'],
    ['ValidFrom~on-or-before~9999-12-31', 'lessThanOrEquals', 'operator'],
    ['ValidFrom~between~2026-01-01~9999-12-31', 'lessThanOrEquals', 'operator'],
    ['ValidFrom~after~9999-12-31', 'greaterThan', 'operator'],
    ['ValidFrom~after~9999-12-31', 'greaterThanOrEquals', null],
    ['ValidFrom~on-or-before~9999-12-31', 'lessThan', null],
    ['ValidFrom~on-or-before~2026-01-31', 'lessThanOrEquals', null],
    ['ValidFrom~after~2026-01-31', 'greaterThan', null],
  ])('%s of a service without %s: what is sent decides', (filter, missing, reason) => {
    const abilities = { missingOperators: [missing], joinsLists: true };
    const priceColumn = { ...TEST_PRICE_COLUMN, abilities };
    const draft = read({ filter });
    expect(draft.filters[0] && reasonForHere(draft.filters[0], priceColumn)).toBe(reason);
    const result = resolveQuery(draft, { ...scope, priceColumn, today: '2026-03-15' });
    expect(result.ok && result.query.filters.map(({ op }) => op)).not.toContain(missing);
  });

  test('each part is asked for where it is done', () => {
    const draft = read({ filter: 'Value~greater-than~3', refine: '1;all;Name~does-not-contain~x' });
    expect(resolved(draft)).toEqual({
      ok: true,
      query: { fields: null, filters: [{ column: 'Value', op: 'greaterThan', values: ['3'] }], sort: [] },
      here: {
        conditions: {
          kind: 'group',
          join: 'all',
          parts: [
            {
              kind: 'condition',
              column: 'Name',
              operator: 'does-not-contain',
              operand: { kind: 'values', values: ['x'] },
            },
          ],
        },
        computedColumns: [],
      },
    });
  });

  test('where no rows may be read, what needs them is a problem of its filter', () => {
    const draft = read({ refine: '1;all;Name~does-not-contain~x' });
    expect(resolved(draft, false)).toMatchObject({
      ok: false,
      problems: [{ problem: { kind: 'needs-rows' } }],
    });
  });

  test('a condition on the rows read may have more digits than the service stores', () => {
    const digits = '0.123456789';
    expect(resolved(read({ filter: `Value~less-than~${digits}` })).ok).toBe(false);
    expect(resolved(read({ refine: `1;any;Value~less-than~${digits};Name~is~a` })).ok).toBe(true);
  });
});

describe('the address of a whole query', () => {
  test.each<WorkbenchSearch>([
    { filter: 'Value~greater-than~3' },
    { filter: 'Value~greater-than~3', refine: '1;all;Name~does-not-contain~x;!new~Twice~2~Value * 2' },
    { refine: '1;any;Name~is~a;all(;Value~equals~1;Name~is~b;)' },
    { refine: '1;all;ValidFrom~valid-on~ValidTo~today' },
    { refine: '1;!new~Twice~2~Value * 2;!new~Half~2~Twice / 4' },
    { off: '1;all;Name~does-not-contain~x' },
    { refine: '1;!new~Twice~2~Value * 2', order: '1;Twice~descending' },
    { sort: '-Value', refine: '1;!new~Twice~2~Value * 2', order: '1;Twice~ascending' },
    { sort: '-Value,Name', refine: '1;!new~Twice~2~Value * 2', order: '1;Value~descending;Twice~ascending' },
  ])('holds what a link holds: %o', (search) => {
    const { fields } = TEST_PRICE_COLUMN;
    const priceColumn = { ...TEST_PRICE_COLUMN, fields: [...fields, testField('ValidTo', { type: 'date' })] };
    const { draft } = wholeQueryFromSearch({ v: '1', ...search }, { ...scope, priceColumn });
    const written = wholeQueryToSearch(draft ?? { fields: null, filters: [], sort: [] }, { priceColumn });
    expect(Object.fromEntries(Object.entries(written).filter(([, text]) => text !== undefined))).toEqual({
      v: '1',
      ...search,
    });
  });

  test('a condition that the service can do goes to the service with the next run', () => {
    const draft = read({ refine: '1;all;Name~is~a' });
    expect(wholeQueryToSearch(draft, scope)).toEqual({
      v: '1',
      filter: 'Name~is~a',
      refine: undefined,
      off: undefined,
      order: undefined,
    });
  });

  test('an order of filters that an address does not hold is no change', () => {
    const draft = read({ filter: 'Value~greater-than~3', refine: '1;all;Name~does-not-contain~x' });
    const moved = { ...draft, filters: draft.filters.toReversed() };
    expect(countChanges(draft, inAddressOrder(moved, TEST_PRICE_COLUMN), [])).toBe(0);
    expect(countChanges(draft, moved, [])).toBe(1);
  });

  test('a refinement that cannot be read is in no filter', () => {
    expect(read({ filter: 'Name~is~a', refine: '1;all;Nothing~is~a' }).filters).toHaveLength(1);
  });
});

test('the service sorts by its own fields, the rows read by all rules up to the last that it cannot do', () => {
  const search = {
    sort: '-Value,Name',
    refine: '1;!new~Twice~2~Value * 2',
    order: '1;Value~descending;Twice~ascending',
  };
  const draft = read(search);
  expect(draft.sort.map(({ field }) => field)).toEqual(['Value', 'Twice', 'Name']);
  expect(new Set(draft.sort.map(({ id }) => id)).size).toBe(3);
  expect(resolved(draft)).toMatchObject({
    ok: true,
    query: {
      sort: [
        { column: 'Value', direction: 'descending' },
        { column: 'Name', direction: 'ascending' },
      ],
    },
  });
  const [value, twice] = dividedQuery(draft, TEST_PRICE_COLUMN).here.sort;
  expect([value?.field, twice?.field]).toEqual(['Value', 'Twice']);
  expect(withFieldsNeededHere({ ...draft, fields: ['Number'] }, TEST_PRICE_COLUMN, []).fields).toEqual([
    'Number',
    'Value',
  ]);
});

test('a sort rule of a column that nobody computes is a problem, and so is one where no rows are read', () => {
  const twice = { id: 'sort-1', field: 'Twice', direction: 'ascending' } as const;
  expect(resolved({ ...read({}), sort: [twice] })).toMatchObject({
    problems: [{ where: { part: 'sort', id: 'sort-1' }, problem: { kind: 'unknown-field' } }],
  });
  const computed = { ...read({ refine: '1;!new~Twice~2~Value * 2' }), sort: [twice] };
  expect(resolved(computed, false)).toMatchObject({
    ok: false,
    problems: [{ where: { part: 'computed' } }, { where: { part: 'sort' }, problem: { kind: 'needs-rows' } }],
  });
});

test('fields that are needed on the rows read are asked for, too', () => {
  const draft = read({ fields: 'Number', refine: '1;all;Value~less-than~=~Factor' });
  expect(withFieldsNeededHere(draft, TEST_PRICE_COLUMN, []).fields).toEqual(['Number', 'Value', 'Factor']);
  const computed = read({ fields: 'Number', refine: '1;!new~Twice~2~Value * 2' });
  expect(withFieldsNeededHere(computed, TEST_PRICE_COLUMN, []).fields).toEqual(['Number', 'Value']);
  const ofService = read({ fields: 'Number', filter: 'Value~less-than~3' });
  expect(withFieldsNeededHere(ofService, TEST_PRICE_COLUMN, [])).toBe(ofService);
});

test('an order by columns that are not known, or not yet, is kept', () => {
  const order = '1;Value~ascending;Cost · Value~descending';
  const { draft, unread } = wholeQueryFromSearch({ v: '1', order }, scope);
  expect(draft?.sort).toMatchObject([{ field: 'Value' }]);
  expect(unread).toEqual({ order });
});

test('what is not complete is left out of an address, and nothing else', () => {
  const draft = read({ refine: '1;all;Name~does-not-contain~x;Value~less-than~=~Factor' });
  const [text, comparison] = draft.filters;
  if (text?.kind !== 'text' || comparison === undefined) throw new Error('There are two filters.');
  const open = { ...text, id: 'open', value: { value: null, text: null } };
  const unset = { kind: 'unset', id: 'unset', isDisabled: false } as const;
  const group = {
    kind: 'group',
    id: 'group',
    isDisabled: true,
    join: 'any',
    parts: [unset, comparison],
  } as const;
  const filters = [open, text, { ...group, parts: [...group.parts] }];
  expect(wholeQueryToSearch({ ...draft, filters }, scope)).toMatchObject({
    refine: '1;all;Name~does-not-contain~x',
    off: '1;any;Value~less-than~=~Factor',
  });
});

test('turned-off filters that cannot be read are told', () => {
  const { problems, unread } = wholeQueryFromSearch({ v: '1', off: '1;all;Nothing~is~a' }, scope);
  expect(problems).toMatchObject([{ part: 'filter', text: '1;all;Nothing~is~a' }]);
  expect(unread).toEqual({ off: '1;all;Nothing~is~a' });
});

test('an empty text of a list is looked for on the rows read', () => {
  const refine = '1;any;Name~is-any-of~!none~a;Value~equals~1';
  const [group] = read({ refine: refine.replace('!none', '') }).filters;
  expect(group?.kind === 'group' && group.parts[0]).toMatchObject({
    values: [{ value: '' }, { value: 'a' }],
  });
  expect(wholeQueryToSearch(read({ refine: refine.replace('!none', '') }), scope).refine).toBe(
    refine.replace('!none', ''),
  );
});

test('more than a refinement can hold is a problem before the run', () => {
  const many = Array.from({ length: 21 }, (_, index) => `!new~C${index}~0~Value`).join(';');
  const columns = read({ refine: '1;!new~C0~0~Value' }).computed ?? [];
  expect(read({ refine: `1;${many}` }).computed).toBeUndefined();
  const computed = Array.from({ length: 21 }, (_, index) => ({
    ...(columns[0] as NonNullable<(typeof columns)[0]>),
    id: `computed-${index}`,
    name: `C${index}`,
  }));
  expect(resolved({ fields: null, filters: [], sort: [], computed })).toMatchObject({
    ok: false,
    problems: [{ where: { part: 'computed' }, problem: { kind: 'too-many-here' } }],
  });
});

describe('another name of a computed column', () => {
  const refine =
    '1;all;Twice~less-than~9;!new~Twice~2~Value * 2;!new~Rest~2~Twice - Value;!new~Typed~2~round(twice * Value, 1)';
  const draft = read({ refine, filter: 'Value~greater-than~3', sort: '-Value', order: '1;Twice~descending' });
  const named = (query: DraftQuery, name: string) => {
    const computed = (query.computed ?? []).map((column, index) =>
      index === 0 ? { ...column, name } : column,
    );
    return editedQuery(query, { type: 'set-computed', computed }, TEST_PRICE_COLUMN);
  };
  const typed = (...names: readonly string[]) => names.reduce(named, draft);

  test('is followed by filters, sort rules and formulas, however it is typed', () => {
    const renamed = typed('Twic', '', 'Value', 'Value w', 'Double it');
    expect(renamed.filters).toMatchObject([{ field: 'Value' }, { field: 'Double it' }]);
    expect(renamed.sort).toMatchObject([{ field: 'Double it' }, { field: 'Value' }]);
    expect(renamed.computed).toMatchObject([
      { name: 'Double it', formula: 'Value * 2' },
      { kind: 'difference', one: 'Double it', other: 'Value' },
      { formula: 'round([Double it] * Value, 1)' },
    ]);
  });

  test('of another field is not followed: what names it means that field', () => {
    const taken = typed('Value');
    expect(taken.filters).toMatchObject([{ field: 'Value' }, { field: 'Twice' }]);
    expect(taken.sort).toMatchObject([{ field: 'Twice' }, { field: 'Value' }]);
    expect(taken.computed?.[2]).toMatchObject({ formula: 'round(twice * Value, 1)' });
  });

  test('fills no rule whose field is still to be chosen', () => {
    const unset = { id: 'sort-9', field: null, direction: 'ascending' } as const;
    const from = { ...draft, sort: [...draft.sort, unset] };
    expect(named(named(from, ''), 'A').sort).toMatchObject([{ field: 'A' }, { field: 'Value' }, unset]);
  });

  test('leaves alone what another column of that name is named by', () => {
    const computed = [...(draft.computed ?? [])];
    const [, rest] = computed;
    if (rest === undefined) throw new Error('There are three columns.');
    const doubled = editedQuery(
      draft,
      { type: 'set-computed', computed: computed.with(1, { ...rest, name: 'Twice' }) },
      TEST_PRICE_COLUMN,
    );
    const removed = editedQuery(
      doubled,
      { type: 'set-computed', computed: (doubled.computed ?? []).toSpliced(1, 1) },
      TEST_PRICE_COLUMN,
    );
    expect(removed.sort).toMatchObject([{ field: 'Twice' }, { field: 'Value' }]);
  });

  test('is not that of its sort rules once it is removed', () => {
    const left = editedQuery(
      draft,
      { type: 'set-computed', computed: (draft.computed ?? []).slice(1) },
      TEST_PRICE_COLUMN,
    );
    expect(left.sort).toMatchObject([{ field: 'Value' }]);
  });
});

test('a filter that is turned off is done by nobody', () => {
  const draft = read({ filter: '!off~Value~greater-than~3', off: '1;all;Name~does-not-contain~x' });
  expect(activeConditions(draft.filters)).toEqual([]);
  expect(dividedQuery(draft, TEST_PRICE_COLUMN).here.filters).toEqual([]);
  expect(resolved(draft)).toMatchObject({ ok: true, query: { filters: [] }, here: null });
});

describe('columns from elsewhere', () => {
  const cost = testField('Cost · Value', { type: 'number', scale: 2 });
  const fields = [...TEST_PRICE_COLUMN.fields, cost];
  const margin = { name: 'Margin', formula: 'Value - [Cost · Value]', places: 2 };

  test('with a computed column', () => {
    const draft = withComputed({ fields: null, filters: [], sort: [] }, margin, fields);
    expect(draft.computed).toMatchObject([{ kind: 'difference', one: 'Value', other: 'Cost · Value' }]);
  });

  test('take with them what names them', () => {
    const draft = withComputed(read({ filter: 'Name~is~a' }), margin, fields);
    expect(withKnownFields(draft, fields)).toBe(draft);
    const left = withKnownFields(draft, TEST_PRICE_COLUMN.fields);
    expect(left.computed).toBeUndefined();
    expect(left.filters).toHaveLength(1);
    const search = {
      filter: 'Name~is~a',
      refine: `1;all;Margin~less-than~9;any(;Name~is~b;Margin~is-empty;);!new~Margin~2~Value - [Cost · Value]`,
    };
    const named = withKnownFields(withComputed(read({ filter: 'Name~is~a' }), margin, fields), fields);
    const filters = wholeQueryFromSearch(
      { v: '1', ...search },
      { ...scope, priceColumn: { ...TEST_PRICE_COLUMN, fields } },
    );
    const bothLost = withKnownFields(
      { ...named, filters: filters.draft?.filters ?? [] },
      TEST_PRICE_COLUMN.fields,
    );
    expect(bothLost.filters).toMatchObject([{ field: 'Name' }]);
    const sort = [{ id: 'sort-1', field: 'Margin', direction: 'ascending' } as const];
    expect(withKnownFields({ ...named, sort }, fields).sort).toEqual(sort);
    expect(withKnownFields({ ...named, sort }, TEST_PRICE_COLUMN.fields).sort).toEqual([]);
  });
});
