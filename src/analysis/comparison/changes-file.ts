import type { PriceField } from '@/contract/column';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { Words } from '@/ui/formats/words';
import { fieldColumns, wordColumn, type RowColumn } from '../row-table/row-table';
import { writeRowTable, type RowTableFile, type RowTableFileOptions } from '../row-table/row-table-file';
import type { TableFile } from '../tables/table-file';
import { computedColumn, percentColumn, type SummaryTable } from '../tables/summary-table';
import { PERCENT_PLACES } from './change-percent';
import { openChangeBatches, type ChangePart } from './change-batches';
import { columnsOf, type ChangeColumn, type ChangeRow } from './change-reader';
import type { ChangesQuery } from './change-rows';
import { certifiedChanges, certifiedComparison, type ComparisonOrigin } from './changes-certificate';
import { differingColumns, differsName, ROW_KINDS, type Comparison, type RowKind } from './comparison';
import { identifier, sql } from '../engine/sql';
import { SIDES, type Side } from '../matching/matched-sides';

export interface ChangesFileInput extends RowTableFileOptions {
  readonly engine: AnalysisEngine;
  readonly comparison: Comparison;
  /** Which rows are written. A workbook has a sheet for each kind of change that has rows. */
  readonly query: ChangesQuery;
  readonly fields: readonly PriceField[];
  readonly origin: ComparisonOrigin;
  readonly name: string;
  readonly about: SummaryTable['about'];
}

/** The number of rows per query: small enough for memory, and large enough that the fixed cost of a query hardly matters. */
const ROWS_PER_READ = 10_000;

/** Writes the rows and a certificate. Rejects with EngineError, RowsReadError, CellTooLongError or the signal's reason. */
export async function writeChangesFile(input: ChangesFileInput): Promise<readonly TableFile[]> {
  return writeRowTable(await changesFile(input), input);
}

/**
 * Returns a file of rows of a comparison, kind by kind. A workbook has a sheet for each kind and opens on the changed rows. Only fields
 * that differ in at least one row have two columns in it. Rejects with EngineError, or the signal's reason.
 */
export async function changesFile(input: ChangesFileInput): Promise<RowTableFile<ChangeRow>> {
  const { engine, comparison, query, fields, origin, name, about, words, format, signal } = input;
  const isWorkbook = format === 'xlsx';
  const alike = isWorkbook ? await columnsAlike(engine, comparison, signal) : [];
  const columns = changeFileColumns(words, comparison, fields, alike);
  const parts = columns.map(({ part }) => part);
  const t = words.of('changes');
  const kinds = isWorkbook ? query.kinds.toSorted((a, b) => sheetRank(a) - sheetRank(b)) : query.kinds;
  const { service, priceColumn } = origin;
  return {
    name,
    columns,
    tables: kinds.map((kind) => {
      const kindText = t(`toggle.${kind}`);
      const ofKind = { ...query, kinds: [kind] };
      return {
        title: kindText,
        parts: [(until) => openChangeBatches(engine, comparison, ofKind, { parts, kindText }, until, fields)],
      };
    }),
    rowsPerRead: ROWS_PER_READ,
    about,
    aboutTitle: t('export.summary'),
    certificate: {
      kind: 'colonnade-changes-certificate',
      origin: { service, priceColumn },
      facts: () => certifiedComparison(comparison, origin),
      rows: (rowCounts) =>
        certifiedChanges(
          query,
          kinds.map((kind, index) => [kind, rowCounts[index]?.[0] ?? 0]),
        ),
    },
  };
}

/** Returns the position of a kind's sheet. The changed rows come first, because a workbook opens on its first sheet. */
function sheetRank(kind: RowKind): number {
  return kind === 'changed' ? 0 : 1;
}

/** Returns the names of compared columns that differ in no row. */
async function columnsAlike(
  engine: AnalysisEngine,
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

interface ChangeFileColumn extends RowColumn<ChangeRow> {
  readonly part: ChangePart;
}

/** Returns the columns: the kind of change, the key, the columns of both sides (those of `alike` only once), and the price difference. */
export function changeFileColumns(
  words: Words,
  comparison: Comparison,
  fields: readonly PriceField[],
  alike: readonly string[] = [],
): readonly ChangeFileColumn[] {
  const t = words.of('changes');
  const shown = columnsOf(comparison);
  const kinds = Object.fromEntries(ROW_KINDS.map((kind) => [kind, t(`toggle.${kind}`)])) as Record<
    RowKind,
    string
  >;
  const ofSides = fieldColumns<ChangeRow>(
    words,
    shown,
    fields,
    ({ cells }, place) => cells[place]?.later ?? cells[place]?.earlier,
  ).flatMap((column, place): readonly ChangeFileColumn[] => {
    const { head: name } = column;
    const part = (of: Side | 'present') => ({ kind: 'cell', column: name, of }) as const;
    if (shown[place]?.role === 'key' || alike.includes(name)) return [{ ...column, part: part('present') }];
    return SIDES.map((side) => ({
      ...column,
      key: `${side} ${name}`,
      head: t(`export.ofSide.${side}`, { column: name }),
      // If a side does not have the row, the cell is empty.
      read: ({ cells }) => cells[place]?.[side],
      part: part(side),
    }));
  });
  const [delta, percent] = [t('head.delta'), t('head.percent')];
  return [
    { ...wordColumn<ChangeRow>('kind', t('head.kind'), ({ kind }) => kinds[kind]), part: { kind: 'kind' } },
    ...ofSides,
    {
      key: 'delta',
      head: delta,
      type: 'number',
      read: (row) => row.delta,
      inFile: computedColumn(delta, scaleOfPrice(comparison, shown), formattingOfPrice(shown, fields)),
      part: { kind: 'delta' },
    },
    {
      key: 'percent',
      head: percent,
      type: 'number',
      read: (row) => row.deltaPercent,
      inFile: percentColumn(percent, PERCENT_PLACES),
      part: { kind: 'percent' },
    },
  ];
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
