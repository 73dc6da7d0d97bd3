import type { CellValue } from '@/contract/extraction';
import { addDays, isoText, readIsoDateTime } from '@/lib/formats/iso-date';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import type { Words } from '@/ui/formats/words';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { fileNotes } from '../../rows-read/tables/file-notes';
import type { RowsOrigin } from '../../rows-read/tables/rows-origin';
import {
  fieldColumn,
  percentColumn,
  summaryColumn,
  type SummaryTable,
} from '../../rows-read/tables/summary-table';
import type { TableFile, TableFormat } from '../../rows-read/tables/table-file';
import { writeRowsFile, type WrittenFile } from '../../rows-read/tables/write-rows-file';
import type { CheckedPrices } from './checked-prices';
import { findingsText } from './findings-text';
import { PERCENT_PLACES } from './new-prices-sql';
import type { PlannedPrices } from './planned-prices';
import { plannedText } from './planned-text';
import { guardText, ruleName } from './proposal-cells';
import { FILE_FIGURES, type FileColumns, type FileFigure } from './proposal-spec';
import { proposalAbout, proposalSheets, type DescribedProposal } from './proposal-sheets';
import { openProposal, type ProposalRow } from './read-proposal';
import { ruleText } from './rule-text';

/** Identifies the certificate format of new prices. */
const CERTIFICATE_KIND = 'colonnade-proposal-certificate';

/** The names of the columns for the first and the last day of a price. */
export interface ValidityColumns {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

export interface ProposalFileInput extends DescribedProposal {
  readonly engine: ComparisonEngine;
  /** The columns of the rows to export, and the figures of the new prices after them. */
  readonly columns: FileColumns;
  /** The columns of the first and the last day of a price; null without such a column. */
  readonly validity: ValidityColumns;
  readonly origin: RowsOrigin;
  /** Names the file. */
  readonly name: string;
  /** Describes the rows. */
  readonly about: SummaryTable['about'];
  readonly words: Words;
  readonly format: TableFormat;
  /** BCP 47; the locale in which Excel reads the CSV. */
  readonly excelRegion: string;
  readonly signal: AbortSignal;
  readonly onRows?: (done: number, all: number) => void;
}

/** Rows per query, so that latency is small beside the work. */
const ROWS_PER_READ = 5_000;

/**
 * Writes the prices that change to a file: a workbook with sheets on their effect and a hidden certificate, or CSV with the certificate
 * as a second file. Rejects with EngineError, RowsReadError, CellTooLongError if a workbook cannot hold a text, or the signal's reason.
 */
export function writeProposalFile(input: ProposalFileInput): Promise<readonly TableFile[]> {
  const { engine, proposal, fields, words, format, excelRegion, signal, onRows } = input;
  const t = words.of('proposal.export');
  const { table } = proposal.rows;
  const { validFrom, validTo } = input.validity;
  const saysValidity = figuresOf(input).some((figure) => figure === 'validFrom' || figure === 'oldValidTo');
  const days = saysValidity && input.validFrom !== null ? [validFrom, validTo] : [];
  const isWritten = (name: string) => input.columns.fields.includes(name);
  const written = table.columns.filter(({ name }) => isWritten(name));
  const read = table.columns.filter(({ name }) => isWritten(name) || days.includes(name));
  const narrow = { ...proposal, rows: { ...proposal.rows, table: { ...table, columns: read } } };
  const sentences = proposal.rules.map((rule) => ruleText(words, rule, fields));
  const columns = fileColumns(
    input,
    written.map(({ name, type }) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined ? summaryColumn(name, type) : fieldColumn(field);
    }),
  );
  return writeRowsFile<ProposalRow>(
    {
      name: input.name,
      columns,
      tables: [
        {
          title: t('sheet'),
          parts: [(until) => openProposal(engine, narrow, { kind: 'changed' }, fields, until)],
          cellsOf: rowCells(
            input,
            read.map(({ name }) => name),
          ),
        },
      ],
      sheets: proposalSheets(words, input, sentences),
      rowsPerRead: ROWS_PER_READ,
      about: [...input.about, ...proposalAbout(words, input, sentences)],
      certify: (file) => certificateOf(input, sentences, columns, file),
    },
    { format, excelRegion, aboutTitle: t('aboutTitle'), words, signal, onRows },
  );
}

/** The figures in the file. Without a column of last days the old last day is left out. */
function figuresOf({ columns, validity: { validTo } }: ProposalFileInput): readonly FileFigure[] {
  return FILE_FIGURES.filter(
    (figure) => columns.figures.includes(figure) && (figure !== 'oldValidTo' || validTo !== null),
  );
}

function fileColumns(input: ProposalFileInput, written: readonly TableColumn[]): readonly TableColumn[] {
  const { proposal, fields, words } = input;
  const { price } = proposal.rows;
  const field = fields.find(({ name }) => name === price.name);
  return [
    ...written,
    ...figuresOf(input).map((figure): TableColumn => {
      const name = words.of('proposal.fileHeads')(figure);
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

/** Returns a function that makes the cells of a row. `read`: the names of the columns that the row has. */
function rowCells(input: ProposalFileInput, read: readonly string[]): (row: ProposalRow) => TableRow {
  const { reason, words, columns } = input;
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
        return ruleName(words, row);
      case 'guard':
        // A spreadsheet that saves the file again does not distinguish a missing text from an empty one.
        return guardText(words, row) || null;
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

/** ISO days; null for a day that is not set or does not change. */
interface NewValidity {
  readonly validFrom: string | null;
  /** The last day of the old price. */
  readonly oldValidTo: string | null;
}

/**
 * Returns a function that computes when a new price begins and when the old one ends. A price that begins later than the new prices is
 * replaced from its first day, and no old price ends before it; a price that ends sooner keeps its end.
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

/** Returns the ISO day of a date; null for a missing or invalid date. ISO days sort as texts. */
function isoDay(cell: CellValue): string | null {
  const read = typeof cell === 'string' ? readIsoDateTime(cell) : null;
  return read === null ? null : isoText(read).slice(0, 10);
}

function dayBefore(day: string): string | null {
  const read = readIsoDateTime(day);
  const before = read === null ? null : addDays(read, -1);
  return before === null ? null : isoText(before);
}

/** The findings on the old and the new prices. */
function checksOf(words: Words, { checks, rows }: CheckedPrices) {
  return {
    words: findingsText(words, rows),
    rows,
    checks: checks.map(({ check, ...change }) => {
      if (!('own' in check)) return { check: check.id, parameters: check.parameters, ...change };
      const { name, means, refine } = check.own;
      return { check: check.id, name, means, refine, ...change };
    }),
  };
}

/** The changed prices that meet planned ones, and the columns that identify prices. */
function plannedOf(words: Words, found: Omit<PlannedPrices, 'sqlName'>) {
  const { key, validFrom, validTo, changed, planned, elsewhere, ended } = found;
  return { words: plannedText(words, found), key, validFrom, validTo, changed, planned, elsewhere, ended };
}

/** Describes the rows, the rules in words and as data, and the resulting prices. */
function certificateOf(
  input: ProposalFileInput,
  sentences: readonly string[],
  columns: readonly TableColumn[],
  { file, rowCounts, digest, finished }: WrittenFile,
): string {
  const { proposal, validFrom, reason, checked, planned, words, format, excelRegion } = input;
  const { service, priceColumn, ...snapshot } = input.origin;
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
    rules: rules.map((rule, index) => ({ words: sentences[index] ?? '', rule, counts: byRule[index] })),
    day: rows.today,
    validFrom,
    reason: reason === '' ? null : reason,
    counts: { ...total, outcomes },
    averagePercent,
    effects,
    checks: checked === null ? null : checksOf(words, checked.checked),
    planned: planned === null || planned === 'failed' ? null : plannedOf(words, planned),
    rows: { written: rowCounts.flat().reduce((sum, count) => sum + count, 0) },
    digest,
    file: fileNotes(file, { format, excelRegion }, columns.length),
    finished,
  };
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
