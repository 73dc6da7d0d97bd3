import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { localDay } from '@/lib/formats/iso-date';
import { renderBuilder } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import type { ChangeColumns } from '@/analysis/comparison/change-cells';
import type { ChangesQuery } from '@/analysis/comparison/change-rows';
import { ChangesExport } from './changes-export';
import type { SnapshotSide } from '@/analysis/comparison/compared-side';
import { compare } from '@/analysis/comparison/compare';
import type { Comparison } from '@/analysis/comparison/comparison';

const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [testField('Number', { isKey: true }), testField('Value', { type: 'number', scale: 2 })],
};
const EARLIER = [
  ['a', '1.50'],
  ['b', '2.00'],
  ['c', '3.00'],
];
const LATER = [
  ['a', '1.75'],
  ['c', '3.00'],
  ['d', '4.00'],
];
const QUERY: ChangesQuery = {
  kinds: ['added', 'removed', 'changed'],
  column: null,
  range: null,
  sort: null,
  find: null,
};
const CSV = [
  'Change,Number,Value (earlier),Value (later),Δ,Δ %',
  'Added,d,,4.00,,',
  'Removed,b,2.00,,,',
  'Changed,a,1.50,1.75,0.25,16.67',
];

let opened: TestEngine;
let comparison: Comparison;
beforeAll(async () => {
  opened = await openTestEngine(PRICE_COLUMN.fields, EARLIER);
  const side = (table: TestEngine['table']) => {
    return { table, rowCount: 3, coverage: { kind: 'all', rowCount: 3 } as const };
  };
  comparison = await compare(
    opened.engine,
    { earlier: side(opened.table), later: side(opened.addTable(PRICE_COLUMN.fields, LATER)) },
    { keys: ['Number'], price: 'Value', compared: [] },
    new AbortController().signal,
  );
});

/** The files that the test downloaded, in order. */
const downloads: { name: string; content: Blob }[] = [];
beforeEach(() => {
  downloads.length = 0;
  let content = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, content });
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function sideOf(cacheKey: string, members: Partial<SnapshotSide['opened']> = {}): SnapshotSide {
  const snapshot = { cacheKey, rowCount: 3 };
  const side = { snapshot, takenAtMs: Date.UTC(2026, 0, 5), timesBy: 'this-computer', ...members };
  return { opened: side as SnapshotSide['opened'], search: {}, hasQuery: false };
}

function renderExport(engine: AnalysisEngine = opened.engine, query = QUERY) {
  return renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: (
      <ChangesExport
        comparison={comparison}
        engine={engine}
        sides={{
          earlier: sideOf('one', { keptCopy: { cacheKey: 'kept', name: 'January' } }),
          later: sideOf('two'),
        }}
        writtenColumns={['Modified']}
        columns={{ percentText: (percent: string) => `${percent} %` } as ChangeColumns}
        query={query}
        rowCount={3}
      />
    ),
  });
}

async function press({ user }: ReturnType<typeof renderExport>, format: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Export changes' }));
  await user.click(await screen.findByRole('menuitem', { name: format }));
}

test('CSV comes with a certificate that names both sides', async () => {
  await press(renderExport(), 'CSV for programs');
  const name = `Sales price – Changes ${localDay(new Date())}.csv`;
  const note = `${name} downloaded: 3 rows.`;
  expect((await screen.findAllByText(note))[0]).toBeInTheDocument();
  expect(downloads.map(({ name }) => name)).toEqual([name, `${name}.certificate.json`]);
  const [csv, certificate] = await Promise.all(downloads.map(({ content }) => content.text()));
  expect(csv?.trimEnd().split('\n')).toEqual(CSV);
  const taken = '2026-01-05T00:00:00.000Z';
  expect(JSON.parse(certificate ?? '')).toMatchObject({
    service: 'https://prices.test/papi',
    priceColumn: 'SalesPrice',
    earlier: { kind: 'copy', cacheKey: 'one', taken, rows: 3 },
    later: { kind: 'snapshot', cacheKey: 'two', taken, rows: 3 },
    comparison: { keys: ['Number'], price: 'Value', leftOutColumns: ['Modified'] },
    rows: { written: 3, byKind: { added: 1, removed: 1, changed: 1 } },
  });
});

test('only the rows on screen are written', async () => {
  await press(renderExport(opened.engine, { ...QUERY, kinds: ['changed'] }), 'CSV for programs');
  expect((await screen.findAllByText(/1 row\.$/))[0]).toBeInTheDocument();
  expect((await downloads[0]?.content.text())?.trimEnd().split('\n')).toEqual([CSV[0], CSV[3]]);
});

test('a file in the making is cancelled, and nothing is downloaded', async () => {
  const signals: AbortSignal[] = [];
  const engine: AnalysisEngine = {
    ...opened.engine,
    materialise: (_, signal) =>
      new Promise((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(new Error('not needed')));
      }),
  };
  const rendered = renderExport(engine);
  await press(rendered, 'Excel workbook');
  expect(await screen.findByRole('progressbar', { name: 'Writing rows' })).toBeInTheDocument();
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  expect(cancel).toHaveFocus();
  await rendered.user.click(cancel);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(screen.getByRole('button', { name: 'Export changes' })).toHaveFocus();
  expect(downloads).toEqual([]);
});

test('a file that cannot be written says so', async () => {
  const engine: AnalysisEngine = {
    ...opened.engine,
    materialise: () => Promise.reject(new Error('no memory')),
  };
  await press(renderExport(engine), 'Excel workbook');
  expect((await screen.findAllByText(/^The file could not be written/))[0]).toBeInTheDocument();
  expect(downloads).toEqual([]);
});
