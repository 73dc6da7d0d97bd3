import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { runs } from '@/test/runs';
import { refinementFromParameter } from '../conditions/refinement-address';
import { identifier, sql } from '../engine/sql';
import { compare, dropComparison } from './compare';
import { ROW_KINDS, type RowKind } from './comparison';
import type { ComparedSide } from '../matching/matched-sides';
import { refineSides } from './refined-sides';

const { signal } = new AbortController();
const FIELDS = [
  testField('Article'),
  testField('Price', { type: 'number', sqlType: 'decimal', scale: 2 }),
  testField('Cost', { type: 'number', sqlType: 'decimal', scale: 2 }),
];
const opened = await openTestEngine([], []);

type Row = readonly [article: string | null, price: string | null, cost: string | null];

function sideOf(rows: readonly Row[]): ComparedSide {
  const rowCount = rows.length;
  return { table: opened.addTable(FIELDS, rows), rowCount, coverage: { kind: 'all', rowCount } };
}

interface Found {
  readonly kind: RowKind | undefined;
  readonly earlier: number | null;
  readonly later: number | null;
}

async function compared(earlier: readonly Row[], later: readonly Row[], refine: string | null) {
  const sides = { earlier: sideOf(earlier), later: sideOf(later) };
  const read = refine === null ? null : refinementFromParameter(refine, FIELDS);
  if (read?.ok === false) throw new RangeError('The refinement cannot be applied.');
  const refined =
    read === null
      ? { sides, drop: () => undefined }
      : await refineSides(opened.engine, sides, read.refinement, { today: '2026-06-15', signal });
  const names = read?.refinement.computedColumns.map(({ name }) => name) ?? [];
  const spec = { keys: ['Article'], price: 'Price', compared: ['Cost', ...names] };
  const comparison = await compare(opened.engine, refined.sides, spec, signal);
  const { rows } = await opened.engine.query(
    sql`SELECT kind, e, l FROM ${identifier(comparison.sqlName)} ORDER BY kind, e, l`,
    { maxRows: 1_000 },
  );
  await dropComparison(opened.engine, comparison);
  refined.drop();
  const place = (text: string | null | undefined) => (text == null ? null : Number(text));
  const found = rows.map(([kind, e, l]): Found => {
    return { kind: ROW_KINDS[Number(kind)], earlier: place(e), later: place(l) };
  });
  return { found, counts: comparison.counts };
}

const amount = fc.constantFrom('0.00', '1.50', '2.00', '9.99', null);
const anyRows = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E', null), amount, amount), {
  maxLength: 8,
});
/** Returns whether the row satisfies `Price > Cost`, or its cost is zero. */
const isLeft = ([, price, cost]: Row) =>
  (price !== null && cost !== null && Number(price) > Number(cost)) || cost === '0.00';

test('of two sides, the rows are compared of which a refinement leaves at least one', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anyRows, async (earlier, later) => {
      const { found: all } = await compared(earlier, later, null);
      const { found, counts } = await compared(
        earlier,
        later,
        '1;any;Price~greater-than~=~Cost;Cost~equals~0;!new~Margin~2~(Price - Cost) / Price',
      );
      const isOn = (rows: readonly Row[], place: number | null) => {
        const row = place === null ? undefined : rows[place];
        return row !== undefined && isLeft(row);
      };
      const expected = all.filter((each) => isOn(earlier, each.earlier) || isOn(later, each.later));
      expect(found).toEqual(expected);
      expect(counts.changed).toBe(expected.filter(({ kind }) => kind === 'changed').length);
    }),
    { numRuns: runs(40) },
  );
});

test('a price that comes to meet the refinement is a changed one, and its computed values differ', async () => {
  const earlier: readonly Row[] = [['A', '1.00', '2.00']];
  const later: readonly Row[] = [['A', '3.00', '2.00']];
  const { found } = await compared(earlier, later, '1;all;Gap~greater-than~0;!new~Gap~2~Price - Cost');
  expect(found).toEqual([{ kind: 'changed', earlier: 0, later: 0 }]);
  const { found: none } = await compared(earlier, later, '1;all;Gap~greater-than~5;!new~Gap~2~Price - Cost');
  expect(none).toEqual([]);
});
