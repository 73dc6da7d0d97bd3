import { canonicalCells } from '@/shared/table-files/canonical-rows';
import type { TableCell, TableRow } from '@/shared/table-files/table-column';
import { KEEPS_EMPTY_TEXTS, type Certificate } from '@/shared/certificates/certificate';

/** A difference between a part of a file and the export. Rows are 1-based; cells are in canonical form. */
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
  /** Null if the export has no key. */
  readonly key: string | null;
  /** The number of common rows before this one. */
  gap: number;
}

/**
 * Compares rows of a file with the exported ones. Matches rows that are equal and in the same order, then moved rows, then
 * rows with the same key, then rows at the same position. `start` is 0-based. A column with an undefined exported cell is
 * not compared. Digits of a second that the file cannot hold are not compared. In spreadsheet formats an empty text equals an empty cell, since programs do not preserve the difference.
 */
export function rowDifferences(
  {
    columns,
    keys,
    file: { format },
    digest: { secondDigits },
  }: Pick<Certificate, 'columns' | 'keys'> & {
    readonly file: Pick<Certificate['file'], 'format'>;
    readonly digest: Pick<Certificate['digest'], 'secondDigits'>;
  },
  file: { readonly start: number; readonly rows: readonly TableRow[] },
  exported: { readonly start: number; readonly rows: readonly (readonly (TableCell | undefined)[])[] },
): RowDifference[] {
  const indexes = columns.flatMap((_, index) =>
    exported.rows.some((row) => row[index] === undefined) ? [] : [index],
  );
  const comparedColumns = indexes.flatMap((index) => columns[index] ?? []);
  const cellsOf = canonicalCells(comparedColumns, secondDigits);
  const keyIndexes = keys.columns.map((name) => comparedColumns.findIndex((column) => column.name === name));
  const hasKey = keyIndexes.length > 0 && !keyIndexes.includes(-1);
  const normalized = (cell: TableCell) => (cell === '' && !KEEPS_EMPTY_TEXTS[format] ? null : cell);
  const readRow = (row: readonly (TableCell | undefined)[], index: number): Row => {
    const cells = cellsOf(indexes.map((index) => normalized(row[index] ?? null)));
    const key = hasKey ? JSON.stringify(keyIndexes.map((index) => cells[index])) : null;
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
    for (const [index, { name }] of comparedColumns.entries()) {
      const [found = '', was = ''] = [row.cells[index], original.cells[index]];
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
  return differences.toSorted((a, b) => positionOf(a) - positionOf(b));

  function positionOf(difference: RowDifference): number {
    return difference.kind === 'removed'
      ? difference.exportedRow - exported.start + file.start
      : difference.row;
  }
}

/** Removes common rows in common order and sets `gap` on the others. */
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

/** Removes the longest common subsequence. */
function withoutCommonOrder(a: readonly Row[], b: readonly Row[]): [Row[], Row[]] {
  const indexesByLine = new Map<string, number[]>();
  for (const [index, { line }] of b.entries())
    indexesByLine.set(line, [...(indexesByLine.get(line) ?? []), index]);
  // Equal rows are paired in their order.
  const pairs = a.flatMap(({ line }, index) => {
    const other = indexesByLine.get(line)?.shift();
    return other === undefined ? [] : [{ index, other }];
  });
  const rest: [Row[], Row[]] = [[], []];
  let [i, j, gap] = [0, 0, 0];
  for (const { index, other } of [...longestRising(pairs), { index: a.length, other: b.length }]) {
    for (const row of a.slice(i, index)) rest[0].push({ ...row, gap });
    for (const row of b.slice(j, other)) rest[1].push({ ...row, gap });
    i = index + 1;
    j = other + 1;
    gap += 1;
  }
  return rest;
}

interface Pair {
  readonly index: number;
  readonly other: number;
}

/** The longest subsequence in which `other` increases, by patience sorting. `index` increases already. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  /** For each length, the sequence with the lowest end, linked backwards. */
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
