import { canonicalCells } from '@/shared/table-files/canonical-rows';
import type { TableCell, TableRow } from '@/shared/table-files/table-column';
import type { Certificate } from '../model/certificate';

/** In what a part of a file is not as it was exported. Rows are 1-based; cells in canonical form. */
export type RowDifference =
  | {
      readonly kind: 'cell';
      readonly row: number;
      readonly column: string;
      readonly inFile: string;
      readonly inSnapshot: string;
    }
  | { readonly kind: 'added'; readonly row: number }
  | { readonly kind: 'moved'; readonly row: number; readonly exportedRow: number }
  | { readonly kind: 'removed'; readonly exportedRow: number; readonly cells: readonly string[] };

interface Row {
  /** 0-based, within the part. */
  readonly index: number;
  readonly cells: readonly string[];
  readonly line: string;
  /** Null where the export has no key. */
  readonly key: string | null;
  /** How many rows that are the same on both sides come before it. */
  gap: number;
}

/**
 * Compares rows of a file with those they were exported as: first what is the same in the same order, then what only
 * stands elsewhere, then what has the same key, then what stands at the same place. `fileStart` and `exportStart` are
 * 0-based. A cell that is undefined among the exported ones is not to be had, and its column is left out. In files that
 * spreadsheet programs save, an empty text is the same as none: they keep no difference.
 */
export function rowDifferences(
  {
    columns,
    keys,
    file: { format },
  }: Pick<Certificate, 'columns' | 'keys'> & {
    readonly file: Pick<Certificate['file'], 'format'>;
  },
  file: { readonly start: number; readonly rows: readonly TableRow[] },
  exported: { readonly start: number; readonly rows: readonly (readonly (TableCell | undefined)[])[] },
): RowDifference[] {
  const places = columns.flatMap((_, place) =>
    exported.rows.some((row) => row[place] === undefined) ? [] : [place],
  );
  const toldColumns = places.flatMap((place) => columns[place] ?? []);
  const cellsOf = canonicalCells(toldColumns);
  const isSpreadsheet = format === 'csv' || format === 'xlsx';
  const keyPlaces = keys.columns.map((name) => toldColumns.findIndex((column) => column.name === name));
  const hasKey = keyPlaces.length > 0 && !keyPlaces.includes(-1);
  const told = (cell: TableCell) => (cell === '' && isSpreadsheet ? null : cell);
  const readRow = (row: readonly (TableCell | undefined)[], index: number): Row => {
    const cells = cellsOf(places.map((place) => told(row[place] ?? null)));
    const key = hasKey ? JSON.stringify(keyPlaces.map((place) => cells[place])) : null;
    return { index, cells, line: JSON.stringify(cells), key, gap: 0 };
  };
  let inFile = file.rows.map(readRow);
  let inExport = exported.rows.map(readRow);
  [inFile, inExport] = withoutCommon(inFile, inExport);

  const differences: RowDifference[] = [];
  const rowOf = ({ index }: Row) => file.start + index + 1;
  const exportedRowOf = ({ index }: Row) => exported.start + index + 1;
  const pairUp = (idOf: (row: Row) => string | null, take: (row: Row, original: Row) => void) => {
    const originals = new Map<string, Row[]>();
    for (const original of inExport) {
      const id = idOf(original);
      if (id !== null) originals.set(id, [...(originals.get(id) ?? []), original]);
    }
    const used = new Set<Row>();
    inFile = inFile.filter((row) => {
      const id = idOf(row);
      const original = id === null ? undefined : originals.get(id)?.shift();
      if (original === undefined) return true;
      used.add(original);
      take(row, original);
      return false;
    });
    inExport = inExport.filter((row) => !used.has(row));
  };
  const compareCells = (row: Row, original: Row) => {
    for (const [place, { name }] of toldColumns.entries()) {
      const [found = '', was = ''] = [row.cells[place], original.cells[place]];
      if (found === was) continue;
      differences.push({ kind: 'cell', row: rowOf(row), column: name, inFile: found, inSnapshot: was });
    }
  };
  pairUp(
    ({ line }) => line,
    (row, original) => {
      differences.push({ kind: 'moved', row: rowOf(row), exportedRow: exportedRowOf(original) });
    },
  );
  pairUp(({ key }) => key, compareCells);
  pairUp(({ gap }) => String(gap), compareCells);
  for (const row of inFile) differences.push({ kind: 'added', row: rowOf(row) });
  for (const row of inExport) {
    differences.push({ kind: 'removed', exportedRow: exportedRowOf(row), cells: row.cells });
  }
  return differences.toSorted((a, b) => placeOf(a) - placeOf(b));

  function placeOf(difference: RowDifference): number {
    return difference.kind === 'removed'
      ? difference.exportedRow - exported.start + file.start
      : difference.row;
  }
}

/** Leaves out what is the same in the same order, and notes in the rest how much of that comes before. */
function withoutCommon(inFile: readonly Row[], inExport: readonly Row[]): [Row[], Row[]] {
  let start = 0;
  while (start < inFile.length && inFile[start]?.line === inExport[start]?.line) start += 1;
  let [fileEnd, exportEnd] = [inFile.length, inExport.length];
  while (
    fileEnd > start &&
    exportEnd > start &&
    inFile[fileEnd - 1]?.line === inExport[exportEnd - 1]?.line
  ) {
    fileEnd -= 1;
    exportEnd -= 1;
  }
  return withoutCommonOrder(inFile.slice(start, fileEnd), inExport.slice(start, exportEnd));
}

/** Leaves out the longest sequence of pairs that are in the same order on both sides. */
function withoutCommonOrder(a: readonly Row[], b: readonly Row[]): [Row[], Row[]] {
  const places = new Map<string, number[]>();
  for (const [place, { line }] of b.entries()) places.set(line, [...(places.get(line) ?? []), place]);
  // The first of same rows goes with the first, the second with the second.
  const pairs = a.flatMap(({ line }, place) => {
    const other = places.get(line)?.shift();
    return other === undefined ? [] : [{ place, other }];
  });
  const rest: [Row[], Row[]] = [[], []];
  let [i, j, gap] = [0, 0, 0];
  for (const { place, other } of [...longestRising(pairs), { place: a.length, other: b.length }]) {
    for (const row of a.slice(i, place)) rest[0].push({ ...row, gap });
    for (const row of b.slice(j, other)) rest[1].push({ ...row, gap });
    i = place + 1;
    j = other + 1;
    gap += 1;
  }
  return rest;
}

interface Pair {
  readonly place: number;
  readonly other: number;
}

/** The longest sequence in which `other` rises, by patience sorting; `place` does so already. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  /** Of each length the sequence whose last is lowest, linked from its end. */
  interface Link extends Pair {
    readonly before: Link | null;
  }
  const lowest: Link[] = [];
  for (const pair of pairs) {
    let [from, to] = [0, lowest.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((lowest[middle]?.other ?? Infinity) < pair.other) from = middle + 1;
      else to = middle;
    }
    lowest[from] = { ...pair, before: lowest[from - 1] ?? null };
  }
  const found: Pair[] = [];
  for (let link = lowest.at(-1) ?? null; link !== null; link = link.before) found.push(link);
  return found.toReversed();
}
