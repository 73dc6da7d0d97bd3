import type { PriceColumn } from '@/contract/column';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import { localDay } from '@/lib/formats/iso-date';
import type { Words } from '@/ui/formats/words';
import type { TableRow } from '@/lib/table-files/table-column';
import { openChanges } from '@/analysis/comparison/change-rows';
import { changeFileColumns } from '@/analysis/comparison/changes-file';
import { ALL_DIFFERENCES } from '@/analysis/comparison/changes-address';
import { fileCells, fileColumns } from '@/analysis/row-table/row-table';
import { computedColumn, summaryColumn } from '@/analysis/tables/summary-table';
import { streamedTables, type FigureSheet, type TableFile } from '@/analysis/tables/table-file';
import type { SavedView } from '../model/saved-view';
import { shownRowCount, wrongSetUps, type RoutineResult } from './routine-result';
import { outcomeName, routineNotes, wrongSetUpText } from './routine-texts';
import { withKeptSides, type KeptSides, type KeptSidesPorts } from './run-view';

/** The maximum number of rows per view. A longer sheet would be too long to read, and would need too much memory. */
const MOST_ROWS_OF_VIEW = 20_000;

export interface ReportedView {
  readonly view: SavedView;
  readonly displayName: string;
  /** The price column; null if it no longer exists. In that case, the changed rows of the view are left out. */
  readonly priceColumn: PriceColumn | null;
  readonly result: RoutineResult;
}

export interface RoutineReport {
  readonly views: readonly ReportedView[];
  readonly ports: KeptSidesPorts;
  readonly words: Words;
  /** The current day as an ISO date. */
  readonly today: string;
  readonly signal: AbortSignal;
}

/** Writes the results to a workbook. It compares the kept rows again to list the changed rows. Rejects like `withKeptSides`. */
export async function routineReport({
  views,
  ports,
  words,
  today,
  signal,
}: RoutineReport): Promise<TableFile> {
  const leftOut: (readonly [string, string])[] = [];
  const [t, savedViews] = [words.of('routine'), words.of('savedViews')];
  const { formatInteger, formatDateTime } = words.formats;
  const sheets: FigureSheet[] = [effectSheet(words, views), findingsSheet(words, views)];
  for (const each of views) {
    const sheet = await changedRowsSheet(each, { ports, words, today, signal });
    if (sheet === null) continue;
    if (sheet === 'rows-gone') {
      leftOut.push([each.view.name, t('report.rowsGone')]);
      continue;
    }
    sheets.push(sheet);
    const rowCount = changedRows(each.result);
    if (rowCount > sheet.rows.length)
      leftOut.push([each.view.name, t('report.shortened', { formatted: formatInteger(rowCount) })]);
  }
  const notes = views.flatMap(({ view, result }) =>
    routineNotes(words, result).map((note): readonly [string, string] => [view.name, note]),
  );
  const ranAtMs = Math.max(0, ...views.map(({ result }) => result.ranAtMs));
  const rows = views.map(newsRow);
  return streamedTables(
    {
      name: t('report.name', { day: localDay(new Date(ranAtMs)) }),
      columns: [
        summaryColumn(savedViews('name'), 'text'),
        summaryColumn(savedViews('priceColumn'), 'text'),
        summaryColumn(t('report.ranAt'), 'date'),
        ...NEWS_NUMBERS.map((name) => summaryColumn(numberHead(words, name), 'number', 0)),
      ],
      tables: [{ title: t('new.title'), rowCount: rows.length, batches: [rows] }],
      sheets,
      finish: () =>
        Promise.resolve({
          about: [
            [t('report.ranAt'), formatDateTime(ranAtMs)],
            [t('report.views'), formatInteger(views.length)],
            [t('report.effect'), t('report.effectMeaning')],
            ...notes,
            ...leftOut,
          ],
          hidden: '',
        }),
    },
    'xlsx',
    { excelRegion: '', aboutTitle: t('report.about'), words },
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

/** Returns the heading of a column of counts: the label of the toggle for the same changes in the **Changes** view, if there is one. */
function numberHead(words: Words, name: (typeof NEWS_NUMBERS)[number]): string {
  const isOfChanges = name === 'added' || name === 'removed' || name === 'changed';
  return isOfChanges ? words.of('changes')(`toggle.${name}`) : words.of('routine')(`report.${name}`);
}

/** Returns a row of the first sheet. An unknown figure is an empty cell, not zero. */
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

function effectSheet(words: Words, views: readonly ReportedView[]): FigureSheet {
  const t = words.of('routine.report');
  const others = [
    summaryColumn(words.of('savedViews')('name'), 'text'),
    summaryColumn(t('currency'), 'text'),
    summaryColumn(t('raised'), 'number', 0),
    summaryColumn(t('lowered'), 'number', 0),
  ];
  return {
    title: t('effect'),
    columns: [...others, summaryColumn(t('effect'), 'number')],
    // Each row has its own column definitions, because the price columns differ from view to view.
    rowColumns: views.flatMap(({ priceColumn, result: { comparison } }) =>
      comparison === null || comparison === 'no-keys'
        ? []
        : comparison.effects.map(() => {
            const field = priceColumn?.fields.find(({ name }) => name === comparison.price);
            return [...others, computedColumn(t('effect'), field?.scale ?? null, field?.formatting ?? '')];
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

function findingsSheet(words: Words, views: readonly ReportedView[]): FigureSheet {
  const t = words.of('routine');
  return {
    title: t('new.findings'),
    columns: [
      summaryColumn(words.of('savedViews')('name'), 'text'),
      summaryColumn(t('new.check'), 'text'),
      summaryColumn(t('report.found'), 'number', 0),
      summaryColumn(t('report.newFindings'), 'number', 0),
      summaryColumn(t('report.goneFindings'), 'number', 0),
      summaryColumn(t('report.note'), 'text'),
    ],
    rows: views.flatMap(({ view, result }) =>
      (result.checks ?? []).map((outcome) => [
        view.name,
        outcomeName(words, outcome),
        String(outcome.now),
        cellOf(outcome.added),
        cellOf(outcome.gone),
        wrongSetUps(result).includes(outcome) ? wrongSetUpText(words, outcome, result) : null,
      ]),
    ),
  };
}

/** Returns the changed rows of a view; null without a comparison or without changes, and `rows-gone` if kept rows were deleted. */
async function changedRowsSheet(
  { view, priceColumn, result }: ReportedView,
  { ports, words, today, signal }: Omit<RoutineReport, 'views'>,
): Promise<FigureSheet | 'rows-gone' | null> {
  const { now, before } = result;
  if (priceColumn === null || changedRows(result) === 0) return null;
  const work = async ({ later, earlier, made }: KeptSides): Promise<FigureSheet | 'rows-gone' | null> => {
    if (earlier === null) return 'rows-gone';
    if (made === null || made.result === 'no-keys') return null;
    const { comparison } = made.result;
    const columns = changeFileColumns(words, comparison, priceColumn.fields);
    const query = { ...ALL_DIFFERENCES, find: null };
    const opened = await openChanges(later.engine, comparison, query, signal, priceColumn.fields);
    try {
      const read = await opened.readPage(1, MOST_ROWS_OF_VIEW, signal);
      return { title: view.name, columns: fileColumns(columns), rows: read.map(fileCells(columns)) };
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

/** Formats a time in this computer's time zone, like all times on screen. */
function localMoment(at: Date): string {
  return `${localDay(at)}T${at.toTimeString().slice(0, 'HH:MM:SS'.length)}`;
}

function cellOf(count: number | null): string | null {
  return count === null ? null : String(count);
}
