import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { identifier, sql } from '../engine/sql';
import { subsetSql } from '../engine/subset-sql';
import { groupSql } from '../steps/conditions-sql';
import { refinementProblem, type RefineGroup } from './refinement';
import {
  anyOfGroups,
  conditionsOfKeys,
  conditionsOfSubset,
  MAX_RULES,
  withRuleFor,
} from './refinement-of-rows';
import type { RowSubset, SimpleCondition } from './row-subset';

const FIELDS = [
  { name: 'Name', type: 'text', scale: null },
  { name: 'Value', type: 'number', scale: 2 },
  { name: 'From', type: 'date', scale: null },
  { name: 'Active', type: 'boolean', scale: null },
] as const;
const typeOf = (name: string) => FIELDS.find((field) => field.name === name)?.type ?? 'text';

const NAMES = ['DE', 'AT', 'a~b;c', '', null];
const VALUES = ['0.00', '1.50', '1.51', '12345678901234567.89', 'n/a', null];
const DATES = ['2026-01-31', '2026-02-01', '2026-02-01T10:00:00', '2026-02-02', null];
const ROWS = NAMES.flatMap((name) =>
  VALUES.flatMap((value, at) =>
    DATES.map((date) => [name, value, date, [true, false, null][at % 3] ?? null]),
  ),
);
const { engine, table } = await openTestEngine(FIELDS, ROWS);

async function placesOf(condition: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await engine.query(
    sql`SELECT string_agg(CAST(row_index AS VARCHAR), ' ' ORDER BY row_index) FROM ${identifier(table.sqlName)} WHERE ${condition}`,
    { signal: new AbortController().signal, maxRows: 1 },
  );
  return rows[0]?.[0] ?? '';
}

const is = (column: string, value: string | boolean | null): SimpleCondition => ({
  kind: 'is',
  column,
  value,
});
const between = (
  column: string,
  from: string | null,
  to: string | null,
  includesEnd = false,
): SimpleCondition => ({
  kind: 'between',
  column,
  from,
  to,
  includesEnd,
});
const anyOf = (...conditions: readonly SimpleCondition[]): RowSubset['conditions'][number] => ({
  kind: 'any-of',
  column: conditions[0]?.column ?? '',
  conditions,
});

test.each<[string, RowSubset['conditions']]>([
  ['a value', [is('Name', 'DE')]],
  ['an empty text', [is('Name', '')]],
  ['a value with signs', [is('Name', 'a~b;c')]],
  ['no value', [is('Value', null)]],
  ['a number', [is('Value', '1.50')]],
  ['a boolean', [is('Active', false)]],
  ['a range', [between('Value', '0.00', '1.51')]],
  ['a range with its end', [between('Value', '1.50', '1.51', true)]],
  ['an open range', [between('Value', null, '1.51')]],
  ['a range of days', [between('From', '2026-02-01', '2026-02-02')]],
  ['from a day on', [between('From', '2026-02-01', null)]],
  ['a range without ends', [between('Value', null, null), is('Name', 'DE')]],
  ['texts', [anyOf(is('Name', 'DE'), is('Name', 'AT'))]],
  [
    'texts, empty ones and none',
    [anyOf(is('Name', 'DE'), is('Name', 'AT'), is('Name', ''), is('Name', null))],
  ],
  ['other texts', [{ kind: 'other-than', column: 'Name', values: ['DE', 'AT'] }]],
  ['any text', [{ kind: 'other-than', column: 'Name', values: [] }]],
  ['numbers, or none', [anyOf(between('Value', '12', null), is('Value', null))]],
  [
    'several columns',
    [is('Name', 'DE'), between('Value', '0', '2'), anyOf(is('Active', true), is('Active', null))],
  ],
])('%s: the conditions have the same rows', async (_, conditions) => {
  const said = conditionsOfSubset({ conditions }, typeOf);
  if (!said.ok) throw new Error(`Not said: ${said.columns.join()}`);
  expect(refinementProblem({ conditions: said.conditions, computedColumns: [] }, FIELDS)).toBeNull();
  const expected = await placesOf(subsetSql({ conditions }, table));
  expect(expected).not.toBe('');
  expect(await placesOf(groupSql(said.conditions, table.columns, '2026-06-15'))).toBe(expected);
});

test('names the columns on which no condition says the rows', () => {
  const misfit = { kind: 'misfit', column: 'Value' } as const;
  expect(conditionsOfSubset({ conditions: [is('Name', 'DE'), misfit] }, typeOf)).toEqual({
    ok: false,
    columns: ['Value'],
  });
  // Each range becomes a group of two conditions.
  const ranges = anyOf(between('Value', '0', '1'), between('Value', '3', '4'));
  expect(conditionsOfSubset({ conditions: [ranges] }, typeOf)).toEqual({ ok: false, columns: ['Value'] });
});

test('rows are said by their keys: texts as a list, whole numbers as spans, several columns as alternatives', () => {
  const text = (group: RefineGroup | null) =>
    JSON.stringify(
      group?.parts.map((part) => (part.kind === 'condition' ? part.operand : part.parts.length)),
    );
  expect(text(conditionsOfKeys([{ name: 'Name', type: 'text' }], [['a'], ['b'], ['a']]))).toBe(
    '[{"kind":"values","values":["a","b"]}]',
  );
  expect(text(conditionsOfKeys([{ name: 'No', type: 'number' }], [['7'], ['5'], ['6'], ['9']]))).toBe(
    '[{"kind":"values","values":["5","7"]},{"kind":"values","values":["9"]}]',
  );
  const two = [
    { name: 'Name', type: 'text' },
    { name: 'No', type: 'number' },
  ] as const;
  expect(
    text(
      conditionsOfKeys(two, [
        ['a', '1'],
        ['b', '1'],
      ]),
    ),
  ).toBe('[2,2]');
  expect(conditionsOfKeys(two, [['a', null]])).toBeNull();
  const number = [{ name: 'No', type: 'number' }] as const;
  const scattered = Array.from({ length: 501 }, (_, index) => [String(index * 2)]);
  const most = scattered.slice(1);
  expect(text(conditionsOfKeys(number, most))).toBe(
    JSON.stringify([{ kind: 'values', values: most.map(([value]) => value) }]),
  );
  expect(conditionsOfKeys(number, scattered)).toBeNull();
  expect(text(conditionsOfKeys(number, [['1.50'], ['-2']]))).toBe(
    '[{"kind":"values","values":["1.50","-2"]}]',
  );
});

test('joins what several checks ask for, as long as it is not nested too deeply', () => {
  const group = (join: 'all' | 'any', ...names: readonly string[]): RefineGroup => ({
    kind: 'group',
    join,
    parts: names.map((name) => ({
      kind: 'condition',
      column: name,
      operator: 'is-empty',
      operand: { kind: 'none' },
    })),
  });
  const joined = anyOfGroups([
    group('all', 'Name'),
    group('all', 'Value', 'From'),
    group('any', 'From', 'Active'),
  ]);
  expect(joined?.join).toBe('any');
  expect(joined?.parts.map((part) => part.kind)).toEqual(['condition', 'group', 'condition', 'condition']);
  const nested: RefineGroup = {
    kind: 'group',
    join: 'all',
    parts: [group('any', 'Name', 'From'), ...group('all', 'Value').parts],
  };
  expect(anyOfGroups([nested, group('all', 'Name')])).toBeNull();
  expect(anyOfGroups([nested])).toBe(nested);
});

test('a rule for some rows comes before the others, and the one that nobody has set up goes', () => {
  const { conditions } = conditionsOfSubset({ conditions: [is('Name', 'DE')] }, typeOf) as {
    conditions: RefineGroup;
  };
  const started = 'rule,for~1!sall!sName!tis!tDE,by~percent~0';
  expect(withRuleFor(undefined, conditions)).toBe(`1;${started}`);
  expect(withRuleFor('1;rule,by~percent~0;reason,Steel', conditions)).toBe(`1;${started};reason,Steel`);
  expect(withRuleFor('1;rule,by~percent~3;rule,by~percent~0', conditions)).toBe(
    `1;${started};rule,by~percent~3;rule,by~percent~0`,
  );
  // A parameter with an unknown version of the notation is replaced.
  expect(withRuleFor('7;rule,what', conditions)).toBe(`1;${started}`);
  const full = ['1', ...Array.from({ length: MAX_RULES }, () => 'rule,by~percent~3')].join(';');
  expect(withRuleFor(full, conditions)).toBeNull();
});
