import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countCells,
  disjointAreas,
  extendedByMove,
  extendedTo,
  isInAreas,
  selectedAreas,
  wholeColumns,
  wholeRows,
  withSpan,
  type SelectedArea,
} from './selection';

const BOUNDS = { rowCount: 1_000_000_000, columnIds: ['a', 'b', 'c', 'd'] };
const NAVIGATION = { ...BOUNDS, rowsPerPage: 20, columnsPerPage: 2 };
const at = (rowIndex: number, columnId: string) => ({ rowIndex, columnId });

describe('selectedAreas', () => {
  test('without a span it is the cell with the focus, and none in the header', () => {
    expect(selectedAreas([], at(3, 'b'), BOUNDS)).toEqual([
      { rowStart: 3, rowEnd: 4, columnStart: 1, columnEnd: 2 },
    ]);
    expect(selectedAreas([], at(-1, 'b'), BOUNDS)).toEqual([]);
  });

  test('all of a billion rows is one rectangle', () => {
    const areas = selectedAreas([{ kind: 'all' }], null, BOUNDS);
    expect(areas).toEqual([{ rowStart: 0, rowEnd: 1_000_000_000, columnStart: 0, columnEnd: 4 }]);
    expect(countCells(areas)).toBe(4_000_000_000);
  });

  test('a range is the same from whichever corner it was rendered', () => {
    const rendered = selectedAreas([{ kind: 'cells', anchor: at(9, 'c'), head: at(4, 'b') }], null, BOUNDS);
    expect(rendered).toEqual([{ rowStart: 4, rowEnd: 10, columnStart: 1, columnEnd: 3 }]);
  });

  test('what is not there any more is left out', () => {
    const few = { rowCount: 5, columnIds: ['a', 'c'] };
    const [area] = selectedAreas([{ kind: 'cells', anchor: at(3, 'b'), head: at(9, 'c') }], null, few);
    expect(area).toEqual({ rowStart: 3, rowEnd: 5, columnStart: 1, columnEnd: 2 });
    expect(selectedAreas([{ kind: 'columns', anchorColumn: 'b', headColumn: 'b' }], null, few)).toEqual([]);
  });
});

describe('growing', () => {
  test('Shift reaches from the focus, then from where it began', () => {
    const once = extendedTo([], at(2, 'b'), at(5, 'c'));
    expect(once).toEqual([{ kind: 'cells', anchor: at(2, 'b'), head: at(5, 'c') }]);
    expect(extendedTo(once, at(2, 'b'), at(1, 'a'))).toEqual([
      { kind: 'cells', anchor: at(2, 'b'), head: at(1, 'a') },
    ]);
  });

  test('Ctrl keeps the cell that had the focus', () => {
    const span = { kind: 'cells', anchor: at(8, 'd'), head: at(8, 'd') } as const;
    expect(withSpan([], at(2, 'b'), span)).toEqual([
      { kind: 'cells', anchor: at(2, 'b'), head: at(2, 'b') },
      span,
    ]);
  });

  test('Shift with Ctrl and an arrow reaches to the last row; the header is never selected', () => {
    const down = extendedByMove([], at(2, 'b'), 'column-end', NAVIGATION);
    expect(down.head).toEqual(at(999_999_999, 'b'));
    expect(extendedByMove([], at(0, 'b'), 'up', NAVIGATION).head).toEqual(at(0, 'b'));
  });

  test('whole rows grow by rows, whole columns by columns', () => {
    const rows = wholeRows(extendedTo([], at(2, 'b'), at(4, 'c')), at(2, 'b'));
    expect(rows).toEqual([{ kind: 'rows', anchorRow: 2, headRow: 4 }]);
    expect(extendedByMove(rows, at(2, 'b'), 'down', NAVIGATION).selection).toEqual([
      { kind: 'rows', anchorRow: 2, headRow: 5 },
    ]);
    const columns = wholeColumns([], at(2, 'b'));
    expect(extendedByMove(columns, at(2, 'b'), 'right', NAVIGATION).selection).toEqual([
      { kind: 'columns', anchorColumn: 'b', headColumn: 'c' },
    ]);
  });

  test('whole columns of whole rows are everything, and whole columns stay what they are', () => {
    const rows = wholeRows([], at(2, 'b'));
    const columns = extendedByMove(wholeColumns([], at(2, 'b')), at(2, 'b'), 'right', NAVIGATION).selection;
    expect(wholeColumns(rows, at(2, 'b'))).toEqual([{ kind: 'all' }]);
    expect(wholeRows(columns, at(2, 'b'))).toEqual([{ kind: 'all' }]);
    expect(wholeColumns(columns, at(2, 'b'))).toEqual(columns);
    expect(wholeRows(rows, at(2, 'b'))).toEqual(rows);
    expect(wholeRows([{ kind: 'all' }], at(2, 'b'))).toEqual([{ kind: 'all' }]);
  });
});

describe('disjointAreas', () => {
  const areaArbitrary: fc.Arbitrary<SelectedArea> = fc
    .tuple(fc.nat(7), fc.integer({ min: 1, max: 4 }), fc.nat(7), fc.integer({ min: 1, max: 4 }))
    .map(([rowStart, rows, columnStart, columns]) => ({
      rowStart,
      rowEnd: rowStart + rows,
      columnStart,
      columnEnd: columnStart + columns,
    }));

  test('covers the same cells, each once', () => {
    fc.assert(
      fc.property(fc.array(areaArbitrary, { maxLength: 6 }), (areas) => {
        const disjoint = disjointAreas(areas);
        let covered = 0;
        for (let row = 0; row < 12; row += 1) {
          for (let column = 0; column < 12; column += 1) {
            const times = disjoint.filter((area) => isInAreas([area], row, column)).length;
            expect(times).toBe(isInAreas(areas, row, column) ? 1 : 0);
            covered += times;
          }
        }
        expect(countCells(areas)).toBe(covered);
      }),
    );
  });
});
