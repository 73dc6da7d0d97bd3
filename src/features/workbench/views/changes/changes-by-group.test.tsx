import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import type { PriceColumn } from '@/contract/column';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { renderBuilder } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { changeColumns, type ChangeColumns } from '@/analysis/comparison/change-cells';
import { ChangesByGroup } from './changes-by-group';
import type { SnapshotSide } from '@/analysis/comparison/compared-side';
import { compare } from '@/analysis/comparison/compare';
import type { Comparison } from '@/analysis/comparison/comparison';

const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [
    testField('Number', { isKey: true }),
    testField('Value', { type: 'number', scale: 2 }),
    testField('Country'),
    testField('Quantity', { type: 'number', scale: 0 }),
  ],
};
const EARLIER = [
  ['a', '1.00', 'DE', '1'],
  ['b', '1.00', 'DE', '1'],
  ['c', '1.00', 'AT', '1'],
  ['d', '1.00', 'AT', '1'],
  ['e', '1.00', null, '1'],
];
const LATER = [
  ['a', '1.10', 'DE', '3'],
  ['b', '1.20', 'DE', '1'],
  ['c', '0.95', 'AT', null],
  ['d', '1.00', 'AT', '1'],
  ['e', '1.50', null, '2'],
];
let opened: TestEngine;
let comparison: Comparison;
beforeAll(async () => {
  opened = await openTestEngine(PRICE_COLUMN.fields, EARLIER);
  const side = (table: TestEngine['table']) => {
    return { table, rowCount: 5, coverage: { kind: 'all', rowCount: 5 } as const };
  };
  comparison = await compare(
    opened.engine,
    { earlier: side(opened.table), later: side(opened.addTable(PRICE_COLUMN.fields, LATER)) },
    { keys: ['Number'], price: 'Value', compared: ['Country', 'Quantity'] },
    new AbortController().signal,
  );
});

let lastId = 0;

interface GroupsProps {
  readonly engine: AnalysisEngine;
  readonly columns: ChangeColumns;
}

/** Renders the component, and holds its choices in a state instead of the address. */
function Groups({ engine, columns }: GroupsProps) {
  const [{ group, weight }, setChosen] = useState<{
    readonly group: string | null;
    readonly weight: string | null;
  }>({ group: null, weight: null });
  const side = {
    opened: { snapshot: { cacheKey: 'k', rowCount: 5 }, takenAtMs: 0, timesBy: 'this-computer' },
    search: {},
    hasQuery: false,
  } as unknown as SnapshotSide;
  return (
    <ChangesByGroup
      completed={{ id: lastId, setUp: 'any', comparison, isKeyProposed: false }}
      engine={engine}
      sides={{ earlier: side, later: side }}
      columns={columns}
      field={group}
      weight={weight}
      onChoose={setChosen}
    />
  );
}

function renderGroups(engine: AnalysisEngine = opened.engine) {
  lastId += 1;
  return renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: <Groups engine={engine} columns={changeColumns(ENGLISH, comparison.spec, PRICE_COLUMN.fields)} />,
  });
}

async function choose(
  { user }: ReturnType<typeof renderGroups>,
  name: string,
  option: string,
): Promise<void> {
  await user.click(screen.getByRole('combobox', { name }));
  await user.click(await screen.findByRole('option', { name: option }));
}

async function tableTexts(): Promise<string[][]> {
  const table = await screen.findByRole('table', { name: 'Changes by Country' });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

test('count, mean and median of each group, and of all rows', async () => {
  const rendered = renderGroups();
  expect(screen.queryByRole('table')).toBeNull();
  await choose(rendered, 'Group by', 'Country');
  expect(await tableTexts()).toEqual([
    ['Country', 'Rows', 'Mean Δ %', 'Median Δ %'],
    ['DE', '2', '▲ +15.00', '▲ +15.00'],
    ['AT', '1', '▼ -5.00', '▼ -5.00'],
    ['∅', '1', '▲ +50.00', '▲ +50.00'],
    ['All rows', '4', '▲ +18.75', '▲ +15.00'],
  ]);
});

test('weighted by a number column, rows without a weight are told', async () => {
  const rendered = renderGroups();
  await choose(rendered, 'Group by', 'Country');
  await screen.findByRole('table', { name: 'Changes by Country' });
  await choose(rendered, 'Weighted by', 'Quantity');
  await screen.findByRole('columnheader', { name: 'Mean Δ % by Quantity' });
  expect((await tableTexts()).map((row) => row.at(-1))).toEqual([
    'Mean Δ % by Quantity',
    '▲ +12.50',
    '–',
    '▲ +50.00',
    '▲ +25.00',
  ]);
  expect(screen.getByText(/1 row without Quantity, not in its mean\./)).toBeInTheDocument();
  await rendered.user.click(screen.getByRole('combobox', { name: 'Weighted by' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Not weighted', 'Value', 'Quantity']);
});

test('a failure is told, and tried again', async () => {
  let fails = true;
  const rendered = renderGroups({
    ...opened.engine,
    query: (...input) => (fails ? Promise.reject(new Error('lost')) : opened.engine.query(...input)),
  });
  await choose(rendered, 'Group by', 'Country');
  expect(await screen.findByText(/could not be computed/)).toBeInTheDocument();
  fails = false;
  await rendered.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await tableTexts()).at(-1)?.[1]).toBe('4');
});
