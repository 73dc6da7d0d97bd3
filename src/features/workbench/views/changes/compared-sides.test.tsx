import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { openTestEngine } from '@/test/analysis-engine';
import { renderBuilder } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import type { Reading } from '../../rows-read/reading/use-reading';
import type { SourceState } from '../../rows-read/sources/use-source';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { SnapshotSide } from '@/analysis/comparison/compared-side';
import { ComparedSides } from './compared-sides';

const decimal = { type: 'number', sqlType: 'decimal', precision: 18, scale: 2 } as const;
const FIELDS = [
  testField('Number', { isKey: true }),
  testField('Value', decimal),
  testField('Cost', decimal),
];
const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: FIELDS,
};

function openedOf(cacheKey: string): OpenSnapshot {
  const snapshot = testSnapshot({ cacheKey, rowCount: 2 });
  return {
    snapshot,
    columns: FIELDS.map(({ name }) => name),
    takenAtMs: 0,
    timesBy: 'this-computer',
  } as never;
}

const sideOf = (opened: OpenSnapshot): SnapshotSide => ({ opened, search: {}, hasQuery: false });
const coverage = { kind: 'all', rowCount: 2 } as const;

function readingOf(engine: AnalysisEngine, table: AnalysedTable): Reading {
  const state = { status: 'done', kind: 'all', failure: null, snapshotRows: 2, readCount: 2, table };
  return { store: { engine }, state, rowsRead: { engine, table, coverage, revision: 1 } } as never;
}

test('the comparison before stays, dimmed and told of, until that of another set-up is there', async () => {
  const { engine, table, addTable } = await openTestEngine(FIELDS, [
    ['1', '1.00', '1.00'],
    ['2', '2.00', '1.00'],
  ]);
  const later = addTable(FIELDS, [
    ['1', '1.50', '1.00'],
    ['2', '2.00', '2.00'],
  ]);
  let goOn: () => void = () => undefined;
  let isHeld: Promise<void> | null = null;
  const held: AnalysisEngine = {
    ...engine,
    query: async (query, options) => {
      await isHeld;
      return engine.query(query, options);
    },
  };
  const reading = readingOf(held, table);
  const other = {
    status: 'read',
    rows: { table: later, rowCount: 2, coverage },
    revision: 'later',
  } as SourceState;
  const [onScreen, compared] = [openedOf('earlier'), openedOf('later')];
  const sides = { earlier: sideOf(onScreen), later: sideOf(compared) };
  const columns = {
    common: ['Number', 'Value', 'Cost'],
    only: { earlier: [], later: [] },
    locked: [],
    written: ['Modified'],
  };
  function Compared() {
    const [price, setPrice] = useState('Value');
    return (
      <>
        <button type="button" onClick={() => setPrice('Cost')}>
          Compare costs
        </button>
        <ComparedSides
          sides={sides}
          columns={columns}
          choice={{ with: { kind: 'snapshot', cacheKey: 'later' }, keys: ['Number'], price }}
          openSnapshot={onScreen}
          reading={reading}
          other={other}
          refinement={null}
        >
          {null}
        </ComparedSides>
      </>
    );
  }
  const { user } = renderBuilder({ hasBuilder: false, priceColumn: PRICE_COLUMN, beside: <Compared /> });
  const changed = await screen.findByRole('button', { name: 'Changed 2' });
  const answer = changed.closest('[aria-busy]');
  expect(answer).toHaveAttribute('aria-busy', 'false');
  expect(screen.queryByText('Comparing…')).toBeNull();

  isHeld = new Promise((resolve) => {
    goOn = resolve;
  });
  await user.click(screen.getByRole('button', { name: 'Compare costs' }));
  expect(screen.getByText('Comparing…')).toBeVisible();
  expect(changed).toBeVisible();
  expect(answer).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: /^Export/ })).toBeDisabled();
  isHeld = null;
  goOn();
  await waitFor(() => expect(screen.queryByText('Comparing…')).toBeNull());
  expect(screen.getByRole('button', { name: 'Changed 2' }).closest('[aria-busy]')).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await waitFor(() => expect(screen.getByRole('button', { name: /^Export/ })).toBeEnabled());
});
