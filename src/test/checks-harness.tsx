import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, vi } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { usePublished } from '@/features/workbench/controller/use-published-rows';
import type { ComparableSnapshot } from '@/features/workbench/model/compare-with';
import type { Coverage } from '@/analysis/reading/rows-read';
import * as readings from '@/features/workbench/rows-read/reading/use-reading';
import type { Reading } from '@/features/workbench/rows-read/reading/use-reading';
import { RowsReadScopeProvider } from '@/features/workbench/rows-read/rows/rows-read-scope';
import * as otherSnapshot from '@/features/workbench/rows-read/sources/use-other-snapshot';
import type { OtherSnapshot } from '@/features/workbench/rows-read/sources/use-other-snapshot';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { ChecksScope } from '@/features/workbench/views/checks/checks-scope';
import { ChecksSetup } from '@/features/workbench/views/checks/checks-setup';
import { ChecksView } from '@/features/workbench/views/checks/checks-view';
import * as wrappedLines from '@/lib/grid/use-wrapped-lines';
import { openTestEngine, type TestEngine } from './analysis-engine';
import { renderBuilder } from './render-query-builder';
import { testField } from './test-price-column';

/** The price column that is checked. */
export const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [
    testField('EntryNo', { type: 'number', sqlType: 'int', scale: 0, isKey: true, isPrimaryKey: true }),
    testField('ItemNumber'),
    testField('Family', { maxLength: 10 }),
    testField('Currency', { maxLength: 3 }),
    testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
    testField('UnitCost', { type: 'number', sqlType: 'decimal', scale: 2 }),
    testField('ValidFrom', { type: 'date', sqlType: 'date' }),
    testField('ValidTo', { type: 'date', sqlType: 'date' }),
  ],
};
const PRICES = ['19.40', '19.10', '19.90', '0.019', '20.00', null, '12.00', '19.60'];

/** The eight rows that are checked. */
export const ROWS = PRICES.map((price, index) => [
  String(100 + index),
  `A-${index}`,
  'Pens',
  'EUR',
  price,
  '14.00',
  '2026-01-01',
  null,
]);

/** Another price column, in which the column of articles has another name. */
export const COSTS: PriceColumn = {
  name: 'LandedCost',
  displayName: 'Landed cost',
  description: null,
  sourceTable: 'Cost',
  fields: [
    testField('Number', { isKey: true, isPrimaryKey: true }),
    testField('Landed', { type: 'number', sqlType: 'decimal', scale: 2, isPriceColumn: true }),
    testField('Name'),
  ],
};

const NO_OTHER = {
  comparable: [] as readonly ComparableSnapshot[],
  snapshot: { other: null, error: null, retry: () => undefined } as OtherSnapshot,
  reading: null as unknown,
};

/** Renders the view of the checks, with an engine for each test file. */
export function createChecksHarness() {
  let opened: TestEngine;
  /** The other snapshot that checks compare with, and its rows. The tests set it, because they have no service and no engine for it. */
  const other = { ...NO_OTHER };
  beforeAll(async () => {
    opened = await openTestEngine(PRICE_COLUMN.fields, ROWS);
  });
  beforeEach(() => {
    Object.assign(other, NO_OTHER);
    vi.spyOn(otherSnapshot, 'useOtherSnapshot').mockImplementation(() => other.snapshot);
    const useReading = (of: unknown) => (of === null ? null : (other.reading as Reading));
    vi.spyOn(readings, 'useReading').mockImplementation(useReading);
    // Measuring lines needs a layout, which this environment lacks.
    vi.spyOn(wrappedLines, 'useWrappedLines').mockReturnValue(1);
  });

  function view(
    rows: Pick<TestEngine, 'engine' | 'table'> = opened,
    coverage: Coverage = { kind: 'all', rowCount: ROWS.length },
  ) {
    const state = { status: 'done', snapshotRows: ROWS.length, readCount: ROWS.length, kind: 'all' };
    const snapshot = { cacheKey: 'key', rowCount: ROWS.length };
    const rowsRead = { ...rows, snapshot, coverage, revision: 1, misfits: {} };
    const reading = {
      state: { ...state, plannedRows: ROWS.length, table: rows.table, retrying: null, failure: null },
      store: { engine: rows.engine },
      rowsRead,
      mayReadAll: true,
    } as unknown as Reading;
    const openSnapshot = { snapshot, takenAtMs: Date.UTC(2026, 5, 15) } as unknown as OpenSnapshot;
    const scope = {
      openSnapshot,
      reading,
      refinement: null,
      refining: null,
      comparable: other.comparable,
      comparableOf: () => other.comparable,
      priceColumns: [PRICE_COLUMN, COSTS],
    };
    return (
      <RowsReadScopeProvider value={scope}>
        <ChecksScope isShown>
          <ChecksSetup />
          <ChecksView isShown />
        </ChecksScope>
        <Published />
      </RowsReadScopeProvider>
    );
  }

  return {
    get opened() {
      return opened;
    },
    other,
    view,
    renderChecks: () => renderBuilder({ hasBuilder: false, priceColumn: PRICE_COLUMN, beside: view() }),
  };
}

/** Shows as text what the view publishes: which checks run, and the roles of columns. */
function Published() {
  return (
    <>
      <p data-testid="checked">{usePublished('checked')}</p>
      <p data-testid="roles">{usePublished('roles')}</p>
    </>
  );
}

/** Finds a check by its name. */
export const check = (name: string) => within(screen.getByRole('group', { name }));
/** Finds the buttons that show how many rows each check has found. */
export const toggles = () => within(screen.getByRole('group', { name: 'Findings by check' }));
/** Waits until the findings are on screen. */
export const answered = () => screen.findByRole('group', { name: 'Findings by check' });
/** Finds the text that says what the run has found. */
export const status = () => screen.getByRole('status', { name: 'Result of the checks' });
