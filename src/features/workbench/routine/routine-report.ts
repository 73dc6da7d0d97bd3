import type { PriceColumn } from '@/contract/column';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import { localDay } from '@/lib/formats/iso-date';
import type { Words } from '@/ui/formats/words';
import type { TableRow } from '@/lib/table-files/table-column';
import { openChanges } from '../rows-read/comparison/change-rows';
import { changesTable, type ChangesTableTexts } from '../rows-read/comparison/changes-file';
import { ALL_DIFFERENCES } from '../rows-read/comparison/changes-address';
import { computedColumn, summaryColumn } from '../rows-read/tables/summary-table';
import { streamedTables, type FigureSheet, type TableFile } from '../rows-read/tables/table-file';
import type { SavedView } from '../model/saved-view';
import { shownRowCount, type CheckOutcome, type RoutineResult } from './routine-result';
import { withKeptSides, type KeptSides, type KeptSidesPorts } from './run-view';

/** The maximum number of rows per view: nobody reads a longer sheet, and it would need too much memory. */
const MOST_ROWS_OF_VIEW = 20_000;

export interface ReportedView {
  readonly view: SavedView;
  /** The display name of the price column. */
  readonly displayName: string;
  /** Null if the price column no longer exists: then its changed rows are left out. */
  readonly priceColumn: PriceColumn | null;
  readonly result: RoutineResult;
}

export interface RoutineReportTexts {
  /** The file name. */
  readonly name: string;
  readonly sheets: Readonly<Record<'new' | 'effect' | 'findings', string>>;
  readonly heads: Readonly<
    Record<
      | 'view'
      | 'priceColumn'
      | 'ranAt'
      | 'rowsBefore'
      | 'rowsNow'
      | 'added'
      | 'removed'
      | 'changed'
      | 'raised'
      | 'lowered'
      | 'currency'
      | 'effect'
      | 'check'
      | 'found'
      | 'newFindings'
      | 'goneFindings'
      | 'note',
      string
    >
  >;
  readonly changes: ChangesTableTexts;
  readonly nameOfCheck: (outcome: CheckOutcome) => string;
  /** The probable reason of a very high count of findings; null for other counts. */
  readonly noteOfCheck: (outcome: CheckOutcome, result: RoutineResult) => string | null;
  /** Notes about the figures of a view, one sentence each. */
  readonly notesOf: (result: RoutineResult) => readonly string[];
  readonly aboutTitle: string;
  /** Says that a view has more changed rows than its sheet. */
  readonly shortened: (view: string, rows: number) => readonly [label: string, value: string];
  /** Says that a view has no sheet, because its rows are no longer kept. */
  readonly rowsGone: (view: string) => readonly [label: string, value: string];
  readonly about: readonly (readonly [label: string, value: string])[];
}

export interface RoutineReport {
  /** The views in the order of the report. */
  readonly views: readonly ReportedView[];
  readonly ports: KeptSidesPorts;
  readonly words: Words;
  readonly texts: RoutineReportTexts;
  /** ISO date. */
  readonly today: string;
  readonly signal: AbortSignal;
}

/**
 * Writes the results of the routine to one workbook: a sheet of news, one of effects, one of findings, and per view one of changed rows,
 * which are compared again for it. Rejects like `withKeptSides`, or with the signal's reason.
 */
export async function routineReport({
  views,
  ports,
  words,
  texts,
  today,
  signal,
}: RoutineReport): Promise<TableFile> {
  const leftOut: (readonly [string, string])[] = [];
  const sheets: FigureSheet[] = [effectSheet(views, texts), findingsSheet(views, texts)];
  for (const each of views) {
    const sheet = await changedRowsSheet(each, { ports, texts, today, signal });
    if (sheet === null) continue;
    if (sheet === 'rows-gone') {
      leftOut.push(texts.rowsGone(each.view.name));
      continue;
    }
    sheets.push(sheet);
    const rowCount = changedRows(each.result);
    if (rowCount > sheet.rows.length) leftOut.push(texts.shortened(each.view.name, rowCount));
  }
  const notes = views.flatMap(({ view, result }) =>
    texts.notesOf(result).map((note): readonly [string, string] => [view.name, note]),
  );
  const { heads } = texts;
  const number = (name: keyof typeof heads) => summaryColumn(heads[name], 'number', 0);
  const rows = views.map(newsRow);
  return streamedTables(
    {
      name: texts.name,
      columns: [
        summaryColumn(heads.view, 'text'),
        summaryColumn(heads.priceColumn, 'text'),
        summaryColumn(heads.ranAt, 'date'),
        ...NEWS_NUMBERS.map(number),
      ],
      tables: [{ title: texts.sheets.new, rowCount: rows.length, batches: [rows] }],
      sheets,
      finish: () => Promise.resolve({ about: [...texts.about, ...notes, ...leftOut], hidden: '' }),
    },
    'xlsx',
    { excelRegion: '', aboutTitle: texts.aboutTitle, words },
  );
}

const NEWS_NUMBERS = [
  'rowsBefore',
  'rowsNow',
  'added',
  'removed',
  'changed',
  'raised',
  'lowered',
  'newFindings',
  'goneFindings',
] as const;

/** A row of the first sheet. An unknown figure is an empty cell, not zero. */
function newsRow({ view, displayName, result }: ReportedView): TableRow {
  const compared = result.comparison === 'no-keys' ? null : result.comparison;
  const ofEffects = (name: 'raised' | 'lowered') =>
    compared?.effects.reduce((sum, each) => sum + each[name], 0) ?? null;
  const ofChecks = (name: 'added' | 'gone') =>
    compared === null || result.checks === null
      ? null
      : result.checks.reduce((sum, each) => sum + (each[name] ?? 0), 0);
  const numbers = {
    rowsBefore: result.before && shownRowCount(result.before),
    rowsNow: shownRowCount(result.now),
    added: compared?.added ?? null,
    removed: compared?.removed ?? null,
    changed: compared?.changed ?? null,
    raised: ofEffects('raised'),
    lowered: ofEffects('lowered'),
    newFindings: ofChecks('added'),
    goneFindings: ofChecks('gone'),
  };
  return [
    view.name,
    displayName,
    localMoment(new Date(result.ranAtMs)),
    ...NEWS_NUMBERS.map((name) => cellOf(numbers[name])),
  ];
}

function effectSheet(views: readonly ReportedView[], { heads, sheets }: RoutineReportTexts): FigureSheet {
  const others = [
    summaryColumn(heads.view, 'text'),
    summaryColumn(heads.currency, 'text'),
    summaryColumn(heads.raised, 'number', 0),
    summaryColumn(heads.lowered, 'number', 0),
  ];
  return {
    title: sheets.effect,
    columns: [...others, summaryColumn(heads.effect, 'number')],
    // The price columns differ from view to view.
    rowColumns: views.flatMap(({ priceColumn, result: { comparison } }) =>
      comparison === null || comparison === 'no-keys'
        ? []
        : comparison.effects.map(() => {
            const field = priceColumn?.fields.find(({ name }) => name === comparison.price);
            return [...others, computedColumn(heads.effect, field?.scale ?? null, field?.formatting ?? '')];
          }),
    ),
    rows: views.flatMap(({ view, result: { comparison } }) =>
      comparison === null || comparison === 'no-keys'
        ? []
        : comparison.effects.map(({ currency, raised, lowered, effect }) => [
            view.name,
            currency,
            String(raised),
            String(lowered),
            effect,
          ]),
    ),
  };
}

function findingsSheet(
  views: readonly ReportedView[],
  { heads, sheets, nameOfCheck, noteOfCheck }: RoutineReportTexts,
): FigureSheet {
  return {
    title: sheets.findings,
    columns: [
      summaryColumn(heads.view, 'text'),
      summaryColumn(heads.check, 'text'),
      summaryColumn(heads.found, 'number', 0),
      summaryColumn(heads.newFindings, 'number', 0),
      summaryColumn(heads.goneFindings, 'number', 0),
      summaryColumn(heads.note, 'text'),
    ],
    rows: views.flatMap(({ view, result }) =>
      (result.checks ?? []).map((outcome) => [
        view.name,
        nameOfCheck(outcome),
        String(outcome.now),
        cellOf(outcome.added),
        cellOf(outcome.gone),
        noteOfCheck(outcome, result),
      ]),
    ),
  };
}

/** Returns the changed rows of a view; null without a comparison or without changes. Kept rows may have been deleted. */
async function changedRowsSheet(
  { view, priceColumn, result }: ReportedView,
  { ports, texts, today, signal }: Omit<RoutineReport, 'views' | 'words'>,
): Promise<FigureSheet | 'rows-gone' | null> {
  const { now, before } = result;
  if (priceColumn === null || changedRows(result) === 0) return null;
  const work = async ({ later, earlier, made }: KeptSides): Promise<FigureSheet | 'rows-gone' | null> => {
    if (earlier === null) return 'rows-gone';
    if (made === null || made.result === 'no-keys') return null;
    const { comparison } = made.result;
    const { columns, cellsOf } = changesTable(comparison, priceColumn.fields, texts.changes);
    const query = { ...ALL_DIFFERENCES, find: null };
    const opened = await openChanges(later.engine, comparison, query, signal, priceColumn.fields);
    try {
      const read = await opened.readPage(1, MOST_ROWS_OF_VIEW, signal);
      return { title: view.name, columns, rows: read.map(cellsOf) };
    } finally {
      await opened.close();
    }
  };
  try {
    return await withKeptSides({ view, priceColumn, now, before, today }, ports, signal, work);
  } catch (error) {
    if (error instanceof CopyError) return 'rows-gone';
    throw error;
  }
}

function changedRows({ comparison }: RoutineResult): number {
  if (comparison === null || comparison === 'no-keys') return 0;
  return comparison.added + comparison.removed + comparison.changed;
}

/** Formats a moment in this computer's time zone, like all times on screen. */
function localMoment(at: Date): string {
  return `${localDay(at)}T${at.toTimeString().slice(0, 'HH:MM:SS'.length)}`;
}

function cellOf(count: number | null): string | null {
  return count === null ? null : String(count);
}
