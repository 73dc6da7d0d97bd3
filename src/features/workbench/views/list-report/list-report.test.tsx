import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { openTestEngine } from '@/test/analysis-engine';
import { renderBuilder } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import { conditionOf, type DraftFilter, type DraftQuery } from '../../model/draft-query';
import { VALID_ON } from '@/analysis/conditions/operators';
import type { RefineCondition, Refinement } from '@/analysis/conditions/refinement';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { Coverage } from '@/analysis/reading/rows-read';
import { refineRows } from '@/analysis/steps/refined-rows';
import { initialReading } from '@/analysis/reading/reading-state';
import type { Reading } from '../../rows-read/reading/use-reading';
import { ListReport } from './list-report';

const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [
    testField('Number'),
    testField('Name'),
    testField('ValidFrom', { type: 'date', sqlType: 'date' }),
    testField('ValidTo', { type: 'date', sqlType: 'date' }),
    testField('Price', { type: 'number', sqlType: 'decimal(18,4)' }),
  ],
};
const VALUES = ['A-1', 'a-2', 'gone', 'A-3'];
const APPLIED: DraftQuery = {
  fields: null,
  filters: [
    {
      ...conditionOf({ name: 'Number', type: 'text' }, 'is-any-of', { id: 'filter-1', isDisabled: false }),
      values: VALUES.map((value) => ({ value, text: null })),
    } as DraftFilter,
  ],
  sort: [],
};
const { signal } = new AbortController();
/** The rows were read without the price, which is the last field. */
const opened = openTestEngine(PRICE_COLUMN.fields.slice(0, -1), [
  ['A-1', 'Bolt', '2026-01-01', null],
  ['A-2', 'Nut', '2027-02-01', null],
  ['A-1', 'Bolt', '2025-01-01', '2025-12-31'],
  ['A-3', null, '2026-01-01', '2026-12-31'],
]);

async function renderReport(
  coverage: Coverage,
  status: Reading['state']['status'],
  refinement: Refinement | null = null,
  applied: DraftQuery = APPLIED,
) {
  const { engine, table } = await opened;
  const snapshot = testSnapshot({ rowCount: coverage.rowCount });
  const rowsRead = { engine, table, snapshot, coverage, revision: 1, misfits: {} };
  const readCount = coverage.kind === 'all' ? coverage.rowCount : coverage.readCount;
  const reading = {
    store: { start: vi.fn<() => void>(), choose: vi.fn<() => void>() },
    state: { ...initialReading(coverage.rowCount), status, readCount, plannedRows: coverage.rowCount },
    rowsRead,
    mayReadAll: true,
  } as unknown as Reading;
  const refined =
    refinement === null
      ? null
      : {
          refinement,
          rowsRead: {
            ...rowsRead,
            table: (await refineRows(engine, table, refinement, { today: '2026-11-26', signal })).table,
          },
        };
  const openSnapshot = { snapshot, takenAtMs: 0 } as unknown as OpenSnapshot;
  const { lastRun } = renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    applied,
    beside: (
      <ListReport
        reading={reading}
        openSnapshot={openSnapshot}
        refined={refined}
        isFolded={false}
        isReadingShown
      />
    ),
  });
  const report = within(screen.getByRole('region', { name: 'List report' }));
  return Object.assign(report, { lastRun });
}

describe('the list report', () => {
  it('tells what was found, what was not and what several times, in the order pasted', async () => {
    const report = await renderReport({ kind: 'all', rowCount: 4 }, 'done');
    const valuesOf = async (name: string) => {
      const part = within(await report.findByRole('group', { name }));
      return part.getAllByRole('option').map(({ textContent }) => textContent);
    };
    expect(await valuesOf('Found')).toEqual(['A-1', 'a-2', 'A-3']);
    expect(await valuesOf('Not found')).toEqual(['gone']);
    expect(await valuesOf('Found several times')).toEqual(['A-12 rows']);
    expect(report.getByRole('heading', { name: 'Found several times 1' })).toBeVisible();
    expect(report.getAllByRole('button', { name: 'Copy' })).toHaveLength(3);
  });

  it('stands beside rows that are valid on a day, and says which values are there without one', async () => {
    const valid: RefineCondition = {
      kind: 'condition',
      column: 'ValidFrom',
      operator: VALID_ON,
      operand: { kind: 'validity', to: 'ValidTo', day: '2027-01-01' },
    };
    const conditions = { kind: 'group', join: 'all', parts: [valid] } as const;
    const refinement = { conditions, computedColumns: [] };
    const report = await renderReport({ kind: 'all', rowCount: 4 }, 'done', refinement);
    const valuesOf = async (name: string) => {
      const part = within(await report.findByRole('group', { name }));
      return part.queryAllByRole('option').map(({ textContent }) => textContent);
    };
    expect(await valuesOf('Found')).toEqual(['A-1']);
    expect(await valuesOf('Not found')).toEqual(['gone']);
    expect(await valuesOf('Found, but without a row on 01/01/2027')).toEqual(['a-2', 'A-3']);
    expect(await valuesOf('Found several times')).toEqual([]);
  });

  it('has a part for each list, and offers to run with a field that the rows lack', async () => {
    const prices = conditionOf({ name: 'Price', type: 'number' }, 'is-any-of', {
      id: 'filter-2',
      isDisabled: false,
    });
    const values = ['1.5', '2.5'].map((value) => ({ value, text: null }));
    const report = await renderReport({ kind: 'all', rowCount: 4 }, 'done', null, {
      ...APPLIED,
      fields: ['Number', 'Name'],
      filters: [...APPLIED.filters, { ...prices, values } as DraftFilter],
    });
    expect(await report.findByRole('group', { name: 'Number' })).toBeVisible();
    expect(report.getByText(/^The report needs the field Price/)).toBeVisible();
    expect(report.queryByRole('group', { name: 'Price' })).toBeNull();
    await userEvent.click(report.getByRole('button', { name: 'Add Price and run' }));
    expect(report.lastRun()?.fields).toEqual(['Number', 'Name', 'Price']);
  });

  it('finds none of the values where there are no rows', async () => {
    const report = await renderReport({ kind: 'all', rowCount: 0 }, 'done');
    const part = within(await report.findByRole('group', { name: 'Not found' }));
    expect(part.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(VALUES);
    expect(report.getByText('None of the values was found.')).toBeVisible();
  });

  it.each([
    ['part', { kind: 'part', readCount: 4, rowCount: 9, status: 'reading' }, 'reading', /once all rows/],
    ['stopped part', { kind: 'part', readCount: 4, rowCount: 9, status: 'stopped' }, 'cancelled', /once all/],
    ['sample', { kind: 'sample', readCount: 4, rowCount: 9 }, 'done', /A sample cannot tell/],
  ] as const)(
    'says nothing of what was not found from a %s of the rows',
    async (_, coverage, status, text) => {
      const report = await renderReport(coverage, status);
      expect(report.getByText(text)).toBeVisible();
      expect(report.queryByText('Not found')).not.toBeInTheDocument();
      expect(report.queryByRole('option')).not.toBeInTheDocument();
    },
  );
});
