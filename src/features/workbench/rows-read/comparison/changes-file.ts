import type { PriceField } from '@/contract/column';
import type { TableCell, TableColumn, TableRow } from '@/shared/table-files/table-column';
import type { ComparisonEngine } from '../engine/analysis-engine';
import type { TableFile, TableFormat, NoteLabels } from '../tables/table-file';
import { fieldColumn, summaryColumn } from '../tables/summary-table';
import { writeRowsFile } from '../tables/write-rows-file';
import { PERCENT_PLACES } from './change-percent';
import { columnsOf, type ChangeColumn, type ChangeRow } from './change-reader';
import { openChanges, type ChangesQuery } from './change-rows';
import { changesCertificate, type ComparisonOrigin } from './changes-certificate';
import type { Comparison, RowKind } from './comparison';
import type { Side } from '../matching/matched-sides';

/** The texts of a file of changes, in the person's language. */
export interface ChangesFileTexts {
  /** Names the file. */
  readonly name: string;
  /** The column of kinds, and what they are called there and on their sheets. */
  readonly change: string;
  readonly kinds: Readonly<Record<RowKind, string>>;
  /** The column of one side's values, such as `Value (earlier)`. */
  readonly ofSide: (side: Side, column: string) => string;
  readonly delta: string;
  readonly deltaPercent: string;
  /** The sheet that says what was compared. */
  readonly summaryTitle: string;
  readonly noteLabels: NoteLabels;
  readonly summary: readonly (readonly [label: string, value: string])[];
}

export interface ChangesFileInput {
  readonly engine: ComparisonEngine;
  readonly comparison: Comparison;
  /** Which rows; a workbook has a sheet for each of the kinds that has rows. */
  readonly query: ChangesQuery;
  readonly fields: readonly PriceField[];
  readonly origin: ComparisonOrigin;
  readonly texts: ChangesFileTexts;
  readonly format: TableFormat;
  /** BCP 47: how Excel reads CSV. */
  readonly excelRegion: string;
  readonly signal: AbortSignal;
  readonly onRows?: (done: number, all: number) => void;
}

/** Rows per query: what each query costs by itself is little beside the work, and so are the rows in memory. */
const ROWS_PER_READ = 5_000;

/**
 * Writes rows of a comparison to a file, kind by kind: a workbook with a sheet for each, a summary and, hidden, a certificate
 * that names both sides; or CSV with the certificate as a second file. Rejects with EngineError, RowsReadError,
 * CellTooLongError where a workbook cannot hold a text, or the signal's reason.
 */
export function writeChangesFile(input: ChangesFileInput): Promise<readonly TableFile[]> {
  const { engine, comparison, query, fields, origin, texts, format, excelRegion, signal, onRows } = input;
  const { columns, cellsOf } = changesTable(comparison, fields, texts);
  return writeRowsFile<ChangeRow>(
    {
      name: texts.name,
      columns,
      tables: query.kinds.map((kind) => ({
        title: texts.kinds[kind],
        parts: [(until) => openChanges(engine, comparison, { ...query, kinds: [kind] }, until, fields)],
        cellsOf,
      })),
      rowsPerRead: ROWS_PER_READ,
      about: texts.summary,
      certify: ({ rowCounts, ...written }) =>
        changesCertificate(comparison, origin, {
          ...written,
          format,
          excelRegion,
          query,
          kinds: query.kinds.map((kind, index) => ({ kind, rows: rowCounts[index]?.[0] ?? 0 })),
          columns,
        }),
    },
    { format, excelRegion, aboutTitle: texts.summaryTitle, noteLabels: texts.noteLabels, signal, onRows },
  );
}

/** The words of the columns of changes, and of their kinds. */
export type ChangesTableTexts = Pick<
  ChangesFileTexts,
  'change' | 'kinds' | 'ofSide' | 'delta' | 'deltaPercent'
>;

/** Returns changes as a table: what has become of a row, its key, each compared column of both sides, Δ and Δ %. */
export function changesTable(
  comparison: Comparison,
  fields: readonly PriceField[],
  texts: ChangesTableTexts,
): { readonly columns: readonly TableColumn[]; readonly cellsOf: (row: ChangeRow) => TableRow } {
  const shown = columnsOf(comparison);
  return {
    columns: fileColumns(comparison, shown, fields, texts),
    cellsOf: (row) => [texts.kinds[row.kind], ...cellsOf(row, shown)],
  };
}

function fileColumns(
  { sides }: Comparison,
  shown: readonly ChangeColumn[],
  fields: readonly PriceField[],
  texts: ChangesTableTexts,
): readonly TableColumn[] {
  const columnOf = ({ name, type }: ChangeColumn): TableColumn => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? summaryColumn(name, type) : fieldColumn(field);
  };
  const price = shown.find(({ role }) => role === 'price')?.name;
  const scales = [sides.earlier, sides.later].map(
    ({ table }) => table.columns.find(({ name }) => name === price)?.scale ?? 0,
  );
  return [
    summaryColumn(texts.change, 'text'),
    ...shown.flatMap((column) => {
      const whole = columnOf(column);
      if (column.role === 'key') return [whole];
      return (['earlier', 'later'] as const).map((side) => ({
        ...whole,
        name: texts.ofSide(side, column.name),
      }));
    }),
    summaryColumn(texts.delta, 'number', Math.max(...scales)),
    summaryColumn(texts.deltaPercent, 'number', PERCENT_PLACES),
  ];
}

/** The cells behind the kind. A side that has no such row has empty cells. */
function cellsOf({ cells, delta, deltaPercent }: ChangeRow, shown: readonly ChangeColumn[]): TableCell[] {
  const values = cells.flatMap(({ earlier, later }, index) => {
    if (shown[index]?.role === 'key') return [later ?? earlier ?? null];
    return [earlier ?? null, later ?? null];
  });
  return [...values, delta, deltaPercent];
}
