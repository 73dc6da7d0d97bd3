import type { PriceField } from '@/contract/column';
import { createRowDigest } from '@/shared/table-files/row-digest';
import type { TableCell, TableColumn, TableRow } from '@/shared/table-files/table-column';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import {
  heldSecondDigits,
  streamedTables,
  type FiguresFile,
  type FiguresFormat,
  type NoteLabels,
} from '../../rows-read/tables/figures-file';
import { fieldColumn, figuresColumn } from '../../rows-read/tables/figures-table';
import { PERCENT_PLACES } from './change-percent';
import { columnsOf, type ChangeColumn, type ChangeRow } from './change-reader';
import { openChanges, type ChangeRows, type ChangesQuery } from './change-rows';
import { changesCertificate, type ComparisonOrigin } from './changes-certificate';
import type { Comparison, RowKind } from './comparison';
import type { Side } from '../../rows-read/matching/matched-sides';

/** What a file of changes says in the person's language. */
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
  readonly format: FiguresFormat;
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
export async function writeChangesFile(input: ChangesFileInput): Promise<readonly FiguresFile[]> {
  const { engine, comparison, query, fields, origin, texts, format, excelRegion, signal, onRows } = input;
  const opened: { readonly kind: RowKind; readonly rows: ChangeRows }[] = [];
  try {
    for (const kind of query.kinds) {
      const rows = await openChanges(engine, comparison, { ...query, kinds: [kind] }, signal, fields);
      opened.push({ kind, rows });
    }
    const all = opened.reduce((sum, { rows }) => sum + rows.rowCount, 0);
    let done = 0;
    const written = opened.filter(({ rows }) => rows.rowCount > 0);
    const shown = columnsOf(comparison);
    const columns = fileColumns(comparison, shown, fields, texts);
    const digest = createRowDigest(columns, heldSecondDigits(format));

    async function* batches({ kind, rows }: (typeof opened)[number]): AsyncGenerator<readonly TableRow[]> {
      for (let page = 1; (page - 1) * ROWS_PER_READ < rows.rowCount; page += 1) {
        const read = await rows.readPage(page, ROWS_PER_READ, signal);
        yield read.map((row) => [texts.kinds[kind], ...cellsOf(row, shown)]);
        signal.throwIfAborted();
        done += read.length;
        onRows?.(done, all);
      }
    }

    const certify = async (file: string) =>
      changesCertificate(comparison, origin, {
        file,
        format,
        excelRegion,
        query,
        kinds: opened.map(({ kind, rows }) => ({ kind, rows: rows.rowCount })),
        columns,
        digest: await digest.finish(),
        finished: new Date().toISOString(),
      });

    const file = await streamedTables(
      {
        name: texts.name,
        columns,
        tables: (written.length > 0 ? written : opened.slice(0, 1)).map((each) => ({
          title: texts.kinds[each.kind],
          rowCount: each.rows.rowCount,
          batches: batches(each),
        })),
        onRows: digest.add,
        finish: async (name) => ({ about: texts.summary, hidden: await certify(name) }),
      },
      format,
      { excelRegion, aboutTitle: texts.summaryTitle, noteLabels: texts.noteLabels },
    );
    if (format === 'xlsx') return [file];
    const certificate = new Blob([await certify(file.name)], { type: 'application/json' });
    return [file, { name: `${file.name}.certificate.json`, content: certificate }];
  } finally {
    for (const { rows } of opened) await rows.close();
  }
}

function fileColumns(
  { sides }: Comparison,
  shown: readonly ChangeColumn[],
  fields: readonly PriceField[],
  texts: ChangesFileTexts,
): readonly TableColumn[] {
  const columnOf = ({ name, type }: ChangeColumn): TableColumn => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? figuresColumn(name, type) : fieldColumn(field);
  };
  const price = shown.find(({ role }) => role === 'price')?.name;
  const scales = [sides.earlier, sides.later].map(
    ({ table }) => table.columns.find(({ name }) => name === price)?.scale ?? 0,
  );
  return [
    figuresColumn(texts.change, 'text'),
    ...shown.flatMap((column) => {
      const whole = columnOf(column);
      if (column.role === 'key') return [whole];
      return (['earlier', 'later'] as const).map((side) => ({
        ...whole,
        name: texts.ofSide(side, column.name),
      }));
    }),
    figuresColumn(texts.delta, 'number', Math.max(...scales)),
    figuresColumn(texts.deltaPercent, 'number', PERCENT_PLACES),
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
