import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDecimals } from '@/lib/formats/decimal';
import { openTestEngine } from '@/test/analysis-engine';
import { countBins, prefixIndex, selectedCounts, selectedRows, withUnselected } from './bin-index';
import type { Bin } from './bins';
import { pictureRows, readBins, type BinnedColumn } from './read-bins';
import { runs } from '@/test/runs';

type Cell = string | boolean | null;

const FIELDS = [
  { name: 'Country', type: 'text', scale: null },
  { name: 'Value', type: 'number', scale: 2 },
  { name: 'Big', type: 'number', scale: 0 },
  { name: 'From', type: 'date', scale: null },
  { name: 'Changed', type: 'date', scale: null },
  { name: 'Active', type: 'boolean', scale: null },
] as const;
const NEVER = new AbortController().signal;

const some = (cell: fc.Arbitrary<Cell>) => fc.oneof({ weight: 8, arbitrary: cell }, fc.constant(null));
const two = (value: number) => String(value).padStart(2, '0');
const day = fc
  .tuple(
    fc.integer({ min: 2020, max: 2023 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);
const moment = fc
  .tuple(day, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([date, hour, digits]) => `${date}T${two(hour)}:59:59.${String(digits).padStart(7, '0')}`);
const decimal = fc.integer({ min: -99_999, max: 99_999 }).map((units) => (units / 100).toFixed(2));
const row: fc.Arbitrary<readonly Cell[]> = fc.tuple(
  some(
    fc.oneof(
      fc.integer({ min: 0, max: 400 }).map((at) => `Value ${at}`),
      fc.constantFrom('', "O'Neil", '\0', 'é'),
    ),
  ),
  some(fc.oneof(decimal, fc.constantFrom('0.00', '9999999999999999.99', 'unknown'))),
  some(fc.bigInt({ min: -(10n ** 38n - 1n), max: 10n ** 38n - 1n }).map(String)),
  some(fc.oneof(day, fc.constantFrom('0001-01-01', '9999-12-31', 'soon'))),
  some(moment),
  some(fc.oneof(fc.boolean(), fc.constant('yes'))),
);

/** Whether a value belongs to a bin, according to the definition of the bin. */
function isIn(bin: Bin, cell: Cell, column: number): boolean {
  const type = FIELDS[column]?.type ?? 'text';
  const isMisfit = cell !== null && (['unknown', 'soon', 'yes'] as Cell[]).includes(cell) && type !== 'text';
  if (bin.kind === 'null') return cell === null;
  if (bin.kind === 'misfit') return isMisfit;
  if (cell === null || isMisfit) return false;
  if (bin.kind === 'value') return bin.value === cell;
  if (bin.kind === 'others') return !bin.than.includes(String(cell));
  const at = (value: string) => (value.length === 10 ? `${value}T00:00:00` : value);
  const isBefore = (bound: string) =>
    type === 'number' ? compareDecimals(String(cell), bound) < 0 : at(String(cell)) < at(bound);
  if (bin.kind === 'below') return isBefore(bin.to);
  return !isBefore(bin.from) && (bin.kind === 'above' || isBefore(bin.to));
}

async function binned(
  rows: readonly (readonly Cell[])[],
  isWhole: boolean,
): Promise<readonly BinnedColumn[]> {
  const { engine, table } = await openTestEngine(FIELDS, rows);
  const pictured = await pictureRows(engine, table, { isView: false, signal: NEVER });
  const columns: BinnedColumn[] = [];
  for (const column of table.columns) {
    columns.push(await readBins(engine, pictured, column, { isWhole, signal: NEVER }));
  }
  return columns;
}

it('has every row in exactly one bin of each column, whatever its value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 400 }), fc.boolean(), async (rows, isWhole) => {
      const columns = await binned(rows, isWhole);
      columns.forEach(({ bins, bytes }, column) => {
        expect(bins.length).toBeLessThanOrEqual(204);
        expect(bytes.length).toBe(rows.length);
        rows.forEach((cells, index) => {
          const fitting = bins.flatMap((bin, code) =>
            isIn(bin, cells[column] ?? null, column) ? [code] : [],
          );
          expect([cells[column], fitting]).toEqual([cells[column], [bytes[index]]]);
        });
      });
    }),
    { numRuns: runs(15) },
  );
});

it('counts in every bar what a plain filter over the rows finds, for any brushes', async () => {
  const rows = fc.sample(row, 400);
  for (const isWhole of [false, true]) {
    const columns = await binned(rows, isWhole);
    // The expected counts are computed from the definition of the bins and not from the bytes under test.
    const binOf = rows.map((cells) =>
      columns.map(({ bins }, at) => bins.findIndex((bin) => isIn(bin, cells[at] ?? null, at))),
    );
    const brushes = fc.array(fc.option(fc.array(fc.nat(203), { maxLength: 40 }), { nil: null, freq: 2 }), {
      minLength: columns.length,
      maxLength: columns.length,
    });
    fc.assert(
      fc.property(brushes, fc.nat(columns.length - 1), (drawn, active) => {
        const chosen = columns.map(({ binCount }, column) => {
          const codes = drawn[column];
          return codes == null
            ? null
            : [...new Set(codes.map((code) => code % binCount))].toSorted((a, b) => a - b);
        });
        const brushed = columns.flatMap((column, index) => {
          const selected = chosen[index];
          return index === active || selected == null ? [] : [{ ...column, selected }];
        });
        const one = columns[active];
        if (one === undefined) return;
        const marked = withUnselected(one, selectedRows(brushed));
        const all = Array.from({ length: one.binCount }, (_, code) => code);
        columns.forEach((other, column) => {
          const counts = selectedCounts(prefixIndex(marked, other), other.binCount, chosen[active] ?? all);
          const isSelected = (codes: readonly number[]) =>
            codes.every((code, at) => chosen[at]?.includes(code) ?? true);
          const expected = other.bins.map(
            (_, bin) => binOf.filter((codes) => codes[column] === bin && isSelected(codes)).length,
          );
          expect([...counts]).toEqual(expected);
        });
      }),
      { numRuns: runs(30) },
    );
    for (const column of columns) {
      expect([...countBins(column)].reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    }
  }
});

it('bins the middle 98 %, with one bar at each end', async () => {
  const rows = Array.from({ length: 200 }, (_, at): readonly Cell[] => [
    'a',
    at === 7 ? '1000000.00' : at === 8 ? '-5000.00' : `${at % 100}.00`,
    null,
    null,
    null,
    null,
  ]);
  const [, value] = await binned(rows, false);
  const counts = [...countBins(value ?? { bytes: new Uint8Array(), binCount: 0 })];
  const kinds = value?.bins.map(({ kind }) => kind) ?? [];
  expect(value?.bins.at(0)).toEqual({ kind: 'below', to: '0.00' });
  expect(counts.at(0)).toBe(1);
  expect(counts[kinds.indexOf('above')]).toBe(1);
  expect(kinds.filter((kind) => kind === 'range').length).toBeGreaterThan(15);
});

it('does not list values that all differ', async () => {
  const rows = Array.from({ length: 300 }, (_, at): readonly Cell[] => [
    `Key ${at}`,
    null,
    null,
    null,
    null,
    null,
  ]);
  const [key] = await binned(rows, false);
  expect(key).toMatchObject({ bins: [{ kind: 'others', than: [] }, { kind: 'null' }], distinctCount: 300 });
});
