import type { PriceField } from '@/contract/column';
import type { TableCell, TableColumn, TableRow } from '@/lib/table-files/table-column';
import type { Words } from '@/ui/formats/words';
import type { ComparisonEngine } from '../engine/analysis-engine';
import type { TableFile, TableFormat } from '../tables/table-file';
import {
  computedColumn,
  fieldColumn,
  percentColumn,
  summaryColumn,
  type SummaryTable,
} from '../tables/summary-table';
import { writeRowsFile } from '../tables/write-rows-file';
import { PERCENT_PLACES } from './change-percent';
import { openChangeBatches, type ChangePart } from './change-batches';
import { columnsOf, type ChangeColumn, type ChangeRow } from './change-reader';
import type { ChangesQuery } from './change-rows';
import { changesCertificate, type ComparisonOrigin } from './changes-certificate';
import { differingColumns, differsName, ROW_KINDS, type Comparison, type RowKind } from './comparison';
import { identifier, sql } from '../engine/sql';
import { SIDES, type Side } from '../matching/matched-sides';

export interface ChangesFileInput {
  readonly engine: ComparisonEngine;
  readonly comparison: Comparison;
  /** The selected rows; a workbook has a sheet for each kind that has rows. */
  readonly query: ChangesQuery;
  readonly fields: readonly PriceField[];
  readonly origin: ComparisonOrigin;
  /** Names the file. */
  readonly name: string;
  /** Describes what was compared. */
  readonly about: SummaryTable['about'];
  readonly words: Words;
  readonly format: TableFormat;
  /** BCP 47: how Excel reads CSV. */
  readonly excelRegion: string;
  readonly signal: AbortSignal;
  readonly onRows?: (done: number, all: number) => void;
}

/** Rows per query: few enough for memory, and so many that the fixed cost of a query hardly matters. */
const ROWS_PER_READ = 10_000;

/**
 * Writes rows of a comparison to a file, kind by kind: a workbook with a sheet for each kind, a summary and a hidden certificate that
 * names both sides; or CSV with the certificate as a second file. A workbook opens on the changed rows, and has two columns only for
 * columns that differ in a row. Rejects with EngineError, RowsReadError, CellTooLongError if a workbook cannot hold a text, or the
 * signal's reason.
 */
export async function writeChangesFile(input: ChangesFileInput): Promise<readonly TableFile[]> {
  const { engine, comparison, query, fields, origin, words, format, excelRegion, signal, onRows } = input;
  const isWorkbook = format === 'xlsx';
  const alike = isWorkbook ? await columnsAlike(engine, comparison, signal) : [];
  const { columns, parts, cellsOf } = changesTable(words, comparison, fields, alike);
  const t = words.of('changes');
  const kinds = isWorkbook ? query.kinds.toSorted((a, b) => sheetRank(a) - sheetRank(b)) : query.kinds;
  return writeRowsFile<ChangeRow>(
    {
      name: input.name,
      columns,
      tables: kinds.map((kind) => ({
        title: t(`toggle.${kind}`),
        parts: [
          (until) =>
            openChangeBatches(
              engine,
              comparison,
              { ...query, kinds: [kind] },
              { parts, kindText: t(`toggle.${kind}`) },
              until,
              fields,
            ),
        ],
        cellsOf,
      })),
      rowsPerRead: ROWS_PER_READ,
      about: input.about,
      certify: ({ rowCounts, ...written }) =>
        changesCertificate(comparison, origin, {
          ...written,
          format,
          excelRegion,
          query,
          kinds: kinds.map((kind, index) => ({ kind, rows: rowCounts[index]?.[0] ?? 0 })),
          columns,
        }),
    },
    { format, excelRegion, aboutTitle: t('export.summary'), words, signal, onRows },
  );
}

/** A workbook opens on its first sheet. */
function sheetRank(kind: RowKind): number {
  return kind === 'changed' ? 0 : 1;
}

/** Returns the columns of both sides that differ in no row. */
async function columnsAlike(
  engine: ComparisonEngine,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = differingColumns(comparison.spec);
  if (names.length === 0) return [];
  const differ = names.map((_, index) => sql`coalesce(bool_or(${differsName(index)}), FALSE)`);
  const { rows } = await engine.query(sql`SELECT ${differ} FROM ${identifier(comparison.sqlName)}`, {
    signal,
    maxRows: 1,
  });
  return names.filter((_, index) => rows[0]?.[index] === 'false');
}

export interface ChangesTable {
  readonly columns: readonly TableColumn[];
  /** The part of a change that each column holds. */
  readonly parts: readonly ChangePart[];
  readonly cellsOf: (row: ChangeRow) => TableRow;
}

/**
 * Returns changes as a table: the kind of change, the key, each compared column of both sides, Δ and Δ %. The columns `alike` appear once
 * for both sides.
 */
export function changesTable(
  words: Words,
  comparison: Comparison,
  fields: readonly PriceField[],
  alike: readonly string[] = [],
): ChangesTable {
  const t = words.of('changes');
  const shown = columnsOf(comparison);
  const columnOf = ({ name, type }: ChangeColumn): TableColumn => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? summaryColumn(name, type) : fieldColumn(field);
  };
  const cellColumns = shown.flatMap((column): (readonly [TableColumn, ChangePart])[] => {
    const whole = columnOf(column);
    const part = (of: Side | 'present') => ({ kind: 'cell', column: column.name, of }) as const;
    if (column.role === 'key' || alike.includes(column.name)) return [[whole, part('present')]];
    return SIDES.map((side) => [
      { ...whole, name: t(`export.ofSide.${side}`, { column: column.name }) },
      part(side),
    ]);
  });
  const all: readonly (readonly [TableColumn, ChangePart])[] = [
    [summaryColumn(t('head.kind'), 'text'), { kind: 'kind' }],
    ...cellColumns,
    [
      computedColumn(t('head.delta'), scaleOfPrice(comparison, shown), formattingOfPrice(shown, fields)),
      { kind: 'delta' },
    ],
    [percentColumn(t('head.percent'), PERCENT_PLACES), { kind: 'percent' }],
  ];
  const kinds = Object.fromEntries(ROW_KINDS.map((kind) => [kind, t(`toggle.${kind}`)])) as Record<
    RowKind,
    string
  >;
  const parts = all.map(([, part]) => part);
  const readers = parts.map(cellReaderOf);

  function cellReaderOf(part: ChangePart): (row: ChangeRow) => TableCell {
    switch (part.kind) {
      case 'kind':
        return ({ kind }) => kinds[kind];
      case 'delta':
        return ({ delta }) => delta;
      case 'percent':
        return ({ deltaPercent }) => deltaPercent;
      case 'cell': {
        const { column, of } = part;
        const index = shown.findIndex(({ name }) => name === column);
        // If a side has no such row, its cells are empty.
        return ({ cells }) => {
          const cell = cells[index];
          return (of === 'present' ? (cell?.later ?? cell?.earlier) : cell?.[of]) ?? null;
        };
      }
    }
  }

  return {
    columns: all.map(([column]) => column),
    parts,
    cellsOf: (row) => readers.map((read) => read(row)),
  };
}

function formattingOfPrice(shown: readonly ChangeColumn[], fields: readonly PriceField[]): string {
  const price = shown.find(({ role }) => role === 'price')?.name;
  return fields.find(({ name }) => name === price)?.formatting ?? '';
}

function scaleOfPrice({ sides }: Comparison, shown: readonly ChangeColumn[]): number {
  const price = shown.find(({ role }) => role === 'price')?.name;
  return Math.max(
    ...SIDES.map((side) => sides[side].table.columns.find(({ name }) => name === price)?.scale ?? 0),
  );
}
