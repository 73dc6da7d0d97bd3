import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { addDays, isoText, readIsoDateTime } from '@/lib/formats/iso-date';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { fileNotes } from '../../rows-read/tables/file-notes';
import type { RowsOrigin } from '../../rows-read/tables/rows-origin';
import {
  fieldColumn,
  percentColumn,
  summaryColumn,
  type SummaryTable,
} from '../../rows-read/tables/summary-table';
import type { FigureSheet, NoteLabels, TableFile, TableFormat } from '../../rows-read/tables/table-file';
import { writeRowsFile, type WrittenFile } from '../../rows-read/tables/write-rows-file';
import type { CheckedPrices } from './checked-prices';
import { PERCENT_PLACES } from './new-prices-sql';
import type { PlannedPrices } from './planned-prices';
import { FILE_FIGURES, type FileColumns, type FileFigure } from './proposal-spec';
import { openProposal, type Proposal, type ProposalRow } from './read-proposal';

/** Identifies the format of a certificate of new prices. */
const CERTIFICATE_KIND = 'colonnade-proposal-certificate';

/** The texts of a file of new prices, in the person's language. */
export interface ProposalFileTexts {
  /** Names the file. */
  readonly name: string;
  readonly sheet: string;
  readonly heads: Readonly<Record<FileFigure, string>>;
  readonly ruleOf: (row: ProposalRow) => string;
  readonly guardOf: (row: ProposalRow) => string;
  /** What each rule says, in their order. */
  readonly rules: readonly string[];
  /** Whether the new prices bring new findings, in a sentence; null where they were not checked. */
  readonly findings: string | null;
  /** Which changed prices meet planned ones, in sentences; null where none were looked for. */
  readonly planned: string | null;
  readonly aboutTitle: string;
  readonly noteLabels: NoteLabels;
  readonly about: SummaryTable['about'];
}

/** Names of the columns that say from when and until when a price applies. */
export interface ValidityColumns {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

export interface ProposalFileInput {
  readonly engine: ComparisonEngine;
  readonly proposal: Proposal;
  readonly fields: readonly PriceField[];
  /** Columns of the rows, and what becomes of the prices behind them. */
  readonly columns: FileColumns;
  /** ISO day from which the new prices apply; null where nobody has said it. */
  readonly validFrom: string | null;
  /** The columns of the first and the last day of a price; null where no column has them. */
  readonly validity: ValidityColumns;
  /** Empty where nobody has said it. */
  readonly reason: string;
  /** The checks on the old prices and on the new ones; null where there are none, or they could not be run. */
  readonly checked: Pick<CheckedPrices, 'checks' | 'rows'> | null;
  /** The prices that are already planned; null where no day is said, no column says from when prices apply, or they could not be read. */
  readonly planned: Omit<PlannedPrices, 'sqlName'> | null;
  readonly origin: RowsOrigin;
  /** Further sheets of a workbook. */
  readonly sheets: readonly FigureSheet[];
  readonly texts: ProposalFileTexts;
  readonly format: TableFormat;
  /** BCP 47: how Excel reads CSV. */
  readonly excelRegion: string;
  readonly signal: AbortSignal;
  readonly onRows?: (done: number, all: number) => void;
}

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 5_000;

/**
 * Writes the prices that change to a file: a workbook with sheets that say what they bring and, hidden, a certificate; or CSV with
 * the certificate as a second file. Rejects with EngineError, RowsReadError, CellTooLongError where a workbook cannot hold a text, or
 * the signal's reason.
 */
export function writeProposalFile(input: ProposalFileInput): Promise<readonly TableFile[]> {
  const { engine, proposal, fields, texts, format, excelRegion, signal, onRows } = input;
  const { table } = proposal.rows;
  const { validFrom, validTo } = input.validity;
  const saysValidity = figuresOf(input).some((figure) => figure === 'validFrom' || figure === 'oldValidTo');
  const days = saysValidity && input.validFrom !== null ? [validFrom, validTo] : [];
  const isWritten = (name: string) => input.columns.fields.includes(name);
  const written = table.columns.filter(({ name }) => isWritten(name));
  const read = table.columns.filter(({ name }) => isWritten(name) || days.includes(name));
  const narrow = { ...proposal, rows: { ...proposal.rows, table: { ...table, columns: read } } };
  const columns = fileColumns(
    input,
    written.map(({ name, type }) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined ? summaryColumn(name, type) : fieldColumn(field);
    }),
  );
  return writeRowsFile<ProposalRow>(
    {
      name: texts.name,
      columns,
      tables: [
        {
          title: texts.sheet,
          parts: [(until) => openProposal(engine, narrow, { kind: 'changed' }, fields, until)],
          cellsOf: rowCells(
            input,
            read.map(({ name }) => name),
          ),
        },
      ],
      sheets: input.sheets,
      rowsPerRead: ROWS_PER_READ,
      about: texts.about,
      certify: (file) => certificateOf(input, columns, file),
    },
    { format, excelRegion, aboutTitle: texts.aboutTitle, noteLabels: texts.noteLabels, signal, onRows },
  );
}

/** The figures that the file has. An end that no column has is none of them. */
function figuresOf({ columns, validity: { validTo } }: ProposalFileInput): readonly FileFigure[] {
  return FILE_FIGURES.filter(
    (figure) => columns.figures.includes(figure) && (figure !== 'oldValidTo' || validTo !== null),
  );
}

function fileColumns(input: ProposalFileInput, written: readonly TableColumn[]): readonly TableColumn[] {
  const { proposal, fields, texts } = input;
  const { price } = proposal.rows;
  const field = fields.find(({ name }) => name === price.name);
  return [
    ...written,
    ...figuresOf(input).map((figure): TableColumn => {
      const name = texts.heads[figure];
      switch (figure) {
        case 'oldValue':
        case 'newValue':
        case 'delta':
          return field === undefined
            ? summaryColumn(name, 'number', price.scale)
            : { ...fieldColumn(field), name };
        case 'percent':
          return percentColumn(name, PERCENT_PLACES);
        case 'validFrom':
        case 'oldValidTo':
          return { ...summaryColumn(name, 'date'), sqlType: 'date' };
        case 'reason':
        case 'rule':
        case 'guard':
          return summaryColumn(name, 'text');
      }
    }),
  ];
}

/** Returns the function that makes the cells of a row. `read`: names of the columns that the row has. */
function rowCells(input: ProposalFileInput, read: readonly string[]): (row: ProposalRow) => TableRow {
  const { reason, texts, columns } = input;
  const said = reason === '' ? null : reason;
  const figures = figuresOf(input);
  const places = [...read.entries()].flatMap(([place, name]) =>
    columns.fields.includes(name) ? [place] : [],
  );
  const validityOf = newValidity(input, read);
  const figureOf = (row: ProposalRow, validity: NewValidity, figure: FileFigure): TableRow[number] => {
    switch (figure) {
      case 'oldValue':
      case 'newValue':
      case 'delta':
      case 'percent':
        return row[figure];
      case 'validFrom':
      case 'oldValidTo':
        return validity[figure];
      case 'reason':
        return said;
      case 'rule':
        return texts.ruleOf(row);
      case 'guard':
        // No text and an empty one are the same to a spreadsheet that saves the file again.
        return texts.guardOf(row) || null;
    }
  };
  return (row) => {
    const validity = validityOf(row);
    return [
      ...places.map((place) => row.cells[place] ?? null),
      ...figures.map((figure) => figureOf(row, validity, figure)),
    ];
  };
}

/** ISO days; null for one that nobody has said, or that does not change. */
interface NewValidity {
  readonly validFrom: string | null;
  /** The last day of the price before. */
  readonly oldValidTo: string | null;
}

/**
 * Returns the function that says from when a new price applies and when the old one ends. A price that begins only later is replaced from
 * its first day on, and none ends before it; one that ends sooner keeps its end.
 */
function newValidity(
  { validFrom: day, validity }: ProposalFileInput,
  read: readonly string[],
): (row: ProposalRow) => NewValidity {
  if (day === null) return () => ({ validFrom: null, oldValidTo: null });
  const ended = dayBefore(day);
  const placeOf = (name: string | null) => (name === null ? -1 : read.indexOf(name));
  const [from, to] = [placeOf(validity.validFrom), placeOf(validity.validTo)];
  return ({ cells }) => {
    const [first, last] = [isoDay(cells[from]), isoDay(cells[to])];
    if (first !== null && first >= day) return { validFrom: first, oldValidTo: null };
    return { validFrom: day, oldValidTo: last !== null && ended !== null && last < ended ? last : ended };
  };
}

/** The day of a date; null for none, and for a text that is no date. ISO days compare as text. */
function isoDay(cell: CellValue): string | null {
  const read = typeof cell === 'string' ? readIsoDateTime(cell) : null;
  return read === null ? null : isoText(read).slice(0, 10);
}

function dayBefore(day: string): string | null {
  const read = readIsoDateTime(day);
  const before = read === null ? null : addDays(read, -1);
  return before === null ? null : isoText(before);
}

/** What was found of the old prices and of the new ones. */
function checksOf({ checks, rows }: Pick<CheckedPrices, 'checks' | 'rows'>, words: string) {
  return {
    words,
    rows,
    checks: checks.map(({ check, ...change }) => {
      if (!('own' in check)) return { check: check.id, parameters: check.parameters, ...change };
      const { name, means, refine } = check.own;
      return { check: check.id, name, means, refine, ...change };
    }),
  };
}

/** Which changed prices meet planned ones, and by which columns. */
function plannedOf(
  { key, validFrom, validTo, changed, planned, elsewhere, ended }: Omit<PlannedPrices, 'sqlName'>,
  words: string,
) {
  return { words, key, validFrom, validTo, changed, planned, elsewhere, ended };
}

/** Names the rows, the rules in words and as data, and what they have made of the prices. */
function certificateOf(
  { proposal, validFrom, reason, checked, planned, origin, texts, format, excelRegion }: ProposalFileInput,
  columns: readonly TableColumn[],
  { file, rowCounts, digest, finished }: WrittenFile,
): string {
  const { service, priceColumn, ...snapshot } = origin;
  const { rows, rules, byRule, total, averagePercent, outcomes, effects } = proposal;
  const certificate = {
    kind: CERTIFICATE_KIND,
    version: 1,
    service,
    priceColumn,
    snapshot,
    columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    roles: rows.columns,
    weight: rows.weight,
    rules: rules.map((rule, index) => ({ words: texts.rules[index] ?? '', rule, counts: byRule[index] })),
    day: rows.today,
    validFrom,
    reason: reason === '' ? null : reason,
    counts: { ...total, outcomes },
    averagePercent,
    effects,
    checks: checked === null ? null : checksOf(checked, texts.findings ?? ''),
    planned: planned === null ? null : plannedOf(planned, texts.planned ?? ''),
    rows: { written: rowCounts.flat().reduce((sum, count) => sum + count, 0) },
    digest,
    file: fileNotes(file, { format, excelRegion }, columns.length),
    finished,
  };
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
