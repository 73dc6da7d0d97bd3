import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import type { AnalysedColumn } from '../engine/analysed-table';
import { pivotTableExport } from './pivot-table-export';
import type { PivotSpec } from './pivot-spec';
import type { PivotSummary } from './read-pivot';

const FILE = { name: 'Pivot', about: [] };
const COLUMNS = [{ name: 'ValidFrom', type: 'date', scale: null }] as unknown as AnalysedColumn[];

function exported(step: string, start = '2024-02-01') {
  const spec: PivotSpec = {
    rows: [{ field: 'ValidFrom', step }],
    columns: [],
    measures: [{ fn: 'count', field: null }],
    sort: null,
    hasChart: false,
  };
  const summary: PivotSummary = {
    rowGroups: [
      { keys: [{ kind: 'value', value: start }], total: ['2'] },
      { keys: [{ kind: 'null' }], total: ['1'] },
    ],
    columnGroups: [],
    rowGroupCount: 2,
    columnGroupCount: 0,
    total: ['3'],
    cell: () => null,
  };
  const { columns, rows, totalRowCount } = pivotTableExport(ENGLISH, { spec, summary }, COLUMNS, [], FILE);
  expect(totalRowCount).toBe(1);
  return { column: columns[0], cells: rows.map(([first]) => first) };
}

test.each([
  ['#,##0.00', '#,##0.00'],
  // The format of the field is not used, because Excel would show a negative sum in it as an empty cell.
  ['0.00;;0', ''],
])('sums have the format of their field: %s', (formatting, expected) => {
  const spec: PivotSpec = {
    rows: [],
    columns: [],
    measures: [{ fn: 'sum', field: 'Value' }],
    sort: null,
    hasChart: false,
  };
  const value = { name: 'Value', type: 'number', scale: 4 } as unknown as AnalysedColumn;
  const field = testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, formatting });
  const summary: PivotSummary = {
    rowGroups: [],
    columnGroups: [],
    rowGroupCount: 0,
    columnGroupCount: 0,
    total: ['2809360.4500'],
    cell: () => null,
  };
  const { columns, rows } = pivotTableExport(ENGLISH, { spec, summary }, [value], [field], FILE);
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

test.each([
  ['quarter', '2024-01-01', 'Q1 2024'],
  ['week', '2024-01-29', '2024 W05'],
])('groups by %s, which Excel has no format for, are texts', (step, start, text) => {
  const { column, cells } = exported(step, start);
  expect(column).toMatchObject({ type: 'text' });
  expect(cells).toEqual([text, null, 'Total']);
});
