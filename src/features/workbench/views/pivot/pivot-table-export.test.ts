import { expect, test } from 'vitest';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import { pivotTableExport } from './pivot-table-export';
import type { PivotSpec } from './pivot-spec';
import type { PivotSummary } from './read-pivot';
import type { PivotTexts } from './use-pivot-texts';

const COLUMNS = [{ name: 'ValidFrom', type: 'date', scale: null }] as unknown as AnalysedColumn[];

const TEXTS = {
  groupingText: ({ field }) => field,
  keyText: (_, key) => (key.kind === 'value' ? `text of ${key.value}` : '∅'),
  measureText: () => 'Count',
} as Partial<PivotTexts> as PivotTexts;

function exported(step: string) {
  const spec: PivotSpec = {
    rows: [{ field: 'ValidFrom', step }],
    columns: [],
    measures: [{ fn: 'count', field: null }],
    sort: null,
    hasChart: false,
  };
  const summary: PivotSummary = {
    rowGroups: [
      { keys: [{ kind: 'value', value: '2024-02-01' }], total: ['2'] },
      { keys: [{ kind: 'null' }], total: ['1'] },
    ],
    columnGroups: [],
    rowGroupCount: 2,
    columnGroupCount: 0,
    total: ['3'],
    cell: () => null,
  };
  const { columns, rows, totalRowCount } = pivotTableExport(spec, summary, COLUMNS, TEXTS, {
    name: 'Pivot',
    total: 'Total',
    about: [],
  });
  expect(totalRowCount).toBe(1);
  return { column: columns[0], cells: rows.map(([first]) => first) };
}

test.each([
  ['#,##0.00', '#,##0.00'],
  // In this format Excel would show a negative sum as an empty cell.
  ['0.00;;0', ''],
])('sums have the format of their field: %s', (formatting, expected) => {
  const spec: PivotSpec = {
    rows: [],
    columns: [],
    measures: [{ fn: 'sum', field: 'Value' }],
    sort: null,
    hasChart: false,
  };
  const value = { name: 'Value', type: 'number', scale: 4, formatting } as unknown as AnalysedColumn;
  const summary: PivotSummary = {
    rowGroups: [],
    columnGroups: [],
    rowGroupCount: 0,
    columnGroupCount: 0,
    total: ['2809360.4500'],
    cell: () => null,
  };
  const file = { name: 'Pivot', total: 'Total', about: [] };
  const { columns, rows } = pivotTableExport(spec, summary, [value], TEXTS, file);
  expect(columns[1]).toMatchObject({ type: 'number', scale: 4, formatting: expected });
  expect(rows).toEqual([['Total', '2809360.4500']]);
});

test.each([
  ['year', 'yyyy'],
  ['month', 'mm/yyyy'],
  ['day', 'Short Date'],
])('groups by %s are dates in Excel', (step, formatting) => {
  const { column, cells } = exported(step);
  expect(column).toMatchObject({ type: 'date', sqlType: 'date', formatting });
  expect(cells).toEqual(['2024-02-01', null, 'Total']);
});

test.each(['quarter', 'week'])('groups by %s, which Excel has no format for, are texts', (step) => {
  const { column, cells } = exported(step);
  expect(column).toMatchObject({ type: 'text' });
  expect(cells).toEqual(['text of 2024-02-01', null, 'Total']);
});
