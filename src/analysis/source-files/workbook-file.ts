import type { SheetCell } from '@/lib/table-files/xlsx-cells';
import type { NumberFormat } from '@/lib/table-files/xlsx-number-formats';
import { openWorkbook, type ReadableWorkbook } from '@/lib/table-files/xlsx-reader';
import { plainCell, type CellRow } from './cell-values';
import { headerPlace } from './csv-layout';
import {
  firstRowsOf,
  problem,
  SAMPLED_ROWS,
  sampledRows,
  type FileCell,
  type FileColumn,
  type OutlineChoices,
} from './file-outline';
import {
  NOTHING_FOUND,
  type CellRows,
  type TableFile,
  type TableLayout,
  type TableOutline,
} from './table-file';

export function workbookFile(file: Blob): TableFile {
  return {
    outline: (_found, choices) => workbookOutline(file, choices),
    rows: (layout, wanted) => sheetRows(file, layout, wanted),
  };
}

/** Returns the outline of the chosen sheet, or if none is chosen, of the sheet that is most likely a table. */
async function workbookOutline(file: Blob, choices: OutlineChoices): Promise<TableOutline> {
  const workbook = await openWorkbook(file);
  const sheets = workbook?.sheetTitles.filter((title) => !workbook.hiddenTitles.has(title)) ?? [];
  if (workbook === null || sheets.length === 0) throw problem({ kind: 'damaged', damage: null });
  const samples: SampledSheet[] = [];
  let sampledLength = 0;
  for (const sheet of choices.sheet === undefined ? sheets.slice(0, MOST_SHEETS) : [choices.sheet]) {
    const sample = await sampledSheet(workbook, sheet, choices.headerRow);
    if (sample.rows.length > 0) samples.push(sample);
    sampledLength += sample.length;
    if (sampledLength > MOST_SAMPLED_LENGTH) break;
  }
  const sampled = likeliestTable(samples);
  if (sampled === undefined) throw problem({ kind: 'empty' });
  const { sheet, rows, headerRow, isWhole } = sampled;
  const header = rows.find(({ row }) => row === headerRow)?.cells;
  const filled = rows.filter(({ row, cells }) => row > headerRow && cells.size > 0);
  if (filled.length === 0) throw problem({ kind: 'no-rows' });
  const first = filled.slice(0, SAMPLED_ROWS);
  const width = Math.max(widthOf(header), ...first.map(({ cells }) => widthOf(cells)));
  const shown = first.slice(0, sampledRows(width));
  const columns = Array.from({ length: width }, (_, index): FileColumn => ({
    name: header?.get(index)?.text.trim() ?? '',
    isReadable: true,
    cells: shown.map(({ cells }) => {
      const cell = cells.get(index);
      return cell === undefined ? null : sheetCell(cell, workbook);
    }),
  }));
  return {
    sheets,
    sheet,
    headerRow,
    firstRows: firstRowsOf(
      rows.map(({ row, cells }) => ({ row, texts: textsOf(cells) })),
      isWhole,
      headerRow,
    ),
    columns,
    rowCount: isWhole
      ? filled.length
      : Math.max(filled.length, (await workbook.foreseenRowCount(sheet)) - headerRow),
    isRowCountExact: isWhole,
  };
}

/** The maximum number of sheets that are examined if the user has not chosen one. */
const MOST_SHEETS = 12;
/** The maximum number of characters that are examined. A sheet with a thousand rows and a hundred columns has five million. */
const MOST_SAMPLED_LENGTH = 24_000_000;
/** The number of rows by which the sizes of sheets are compared. */
const COMPARED_ROWS = 200;

/** Returns the first sheet that is not far smaller than the largest, because covers and notes often precede the table. */
function likeliestTable(samples: readonly SampledSheet[]): SampledSheet | undefined {
  const sizes = samples.map(({ rows }) =>
    rows.slice(0, COMPARED_ROWS).reduce((count, { cells }) => count + cells.size, 0),
  );
  const largest = Math.max(...sizes);
  return samples.find((_, index) => (sizes[index] ?? 0) * 2 >= largest);
}

type FilledCells = ReadonlyMap<number, SheetCell>;

interface SampledSheet {
  readonly sheet: string;
  /** The rows that were examined; empty if no row has a value. */
  readonly rows: readonly SampledRow[];
  readonly headerRow: number;
  readonly isWhole: boolean;
  /** The number of characters that were read. */
  readonly length: number;
}

interface SampledRow {
  /** The number of the row as in the spreadsheet. */
  readonly row: number;
  /** The cells by the index of their column. */
  readonly cells: FilledCells;
}

async function sampledSheet(
  workbook: ReadableWorkbook,
  sheet: string,
  chosenHeader: number | undefined,
): Promise<SampledSheet> {
  const rows: SampledRow[] = [];
  let isWhole = true;
  let length = 0;
  for await (const part of workbook.cells(sheet)) {
    length += part.length;
    for (const { row, cells } of part.rows) {
      rows.push({
        row,
        cells: new Map(cells.filter(isFilledCell).map((cell) => [cell.columnIndex, cell])),
      });
    }
    if (rows.length <= SAMPLED_ROWS + MOST_ROWS_BEFORE && length < MOST_SAMPLED_LENGTH) continue;
    isWhole = false;
    break;
  }
  const firstRows = rows
    .slice(0, MOST_ROWS_BEFORE)
    .map(({ cells }) => Array.from({ length: widthOf(cells) }, (_, index) => textOf(cells, index)));
  return {
    sheet,
    rows: rows.some(({ cells }) => cells.size > 0) ? rows : [],
    headerRow: chosenHeader ?? rows[headerPlace(firstRows)]?.row ?? 1,
    isWhole,
    length,
  };
}

/** The maximum number of rows before the headers. Titles take only a few rows. */
const MOST_ROWS_BEFORE = 100;

function widthOf(cells: FilledCells | undefined): number {
  let width = 0;
  for (const columnIndex of cells?.keys() ?? []) width = Math.max(width, columnIndex + 1);
  return width;
}

function textOf(cells: FilledCells, columnIndex: number): { readonly text: string } {
  return { text: cells.get(columnIndex)?.text ?? '' };
}

function textsOf(cells: FilledCells): string[] {
  return Array.from(cells.values(), ({ text }) => text);
}

async function* sheetRows(
  file: Blob,
  { sheet, headerRow, columnNames }: TableLayout,
  wanted: readonly number[],
): CellRows {
  const workbook = await openWorkbook(file);
  if (workbook === null || sheet === null) throw problem({ kind: 'damaged', damage: null });
  const places = new Map(wanted.map((columnIndex, index) => [columnIndex, index]));
  for await (const { rows } of workbook.cells(sheet)) {
    yield rows.flatMap(({ row, cells }): CellRow[] => {
      const filled = cells.filter(isFilledCell);
      if (
        row > headerRow &&
        cells.some((cell) => cell.kind === 'uncomputed' && places.has(cell.columnIndex))
      ) {
        throw problem({ kind: 'uncomputed', record: row });
      }
      if (row <= headerRow || filled.length === 0) return [];
      const cellRow: (FileCell | null)[] = wanted.map(() => null);
      for (const cell of filled) {
        // A value in a column without a header and without values in the first rows cannot be assigned to a column.
        if (cell.columnIndex >= columnNames.length) throw problem({ kind: 'too-many-values', record: row });
        const place = places.get(cell.columnIndex);
        if (place !== undefined) cellRow[place] = sheetCell(cell, workbook);
      }
      return [cellRow];
    });
  }
  return NOTHING_FOUND;
}

/** Whether a cell has a text. In many tables, formulas result in empty texts, which do not count as values. */
function isFilledCell({ text }: SheetCell): boolean {
  return text !== '';
}

/** Returns a cell of a workbook with the text that Excel shows. */
function sheetCell(cell: SheetCell, workbook: Pick<ReadableWorkbook, 'valueOf' | 'shownText'>): FileCell {
  if (cell.kind === 'text' || cell.kind === 'error') return plainCell('written', cell.text);
  if (cell.kind === 'boolean') return plainCell('value', cell.text === '1' ? 'true' : 'false');
  const text = String(workbook.valueOf(cell, 'number'));
  const shown = workbook.shownText(cell) ?? text;
  return { kind: 'number', text, shown, shownAs: SHOWN_AS[cell.format?.kind ?? 'number'] };
}

const SHOWN_AS = {
  number: 'number',
  digits: 'number',
  fraction: 'number',
  moment: 'time',
  duration: 'time',
  percent: 'percent',
} as const satisfies Record<NumberFormat['kind'], FileCell['shownAs']>;
