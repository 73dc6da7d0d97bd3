import type { CellValue } from '@/contract/extraction';
import { addDays, isoText, readIsoDateTime } from '@/lib/formats/iso-date';
import type { Words } from '@/ui/formats/words';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { fieldColumns, type RowColumn } from '../row-table/row-table';
import type { RowTableFile } from '../row-table/row-table-file';
import type { RowsOrigin } from '../tables/rows-origin';
import { summaryColumn, type SummaryTable } from '../tables/summary-table';
import type { CheckedPrices } from './checked-prices';
import { findingsText } from './findings-text';
import type { PlannedPrices } from './planned-prices';
import { plannedText } from './planned-text';
import { figureColumns } from './proposal-cells';
import { FILE_FIGURES, type FileColumns, type FileFigure } from './proposal-spec';
import { proposalAbout, proposalSheets, type DescribedProposal } from './proposal-sheets';
import { openProposal, type ProposalRow } from './read-proposal';
import { ruleText } from './rule-text';

/** The names of the columns that hold the first and the last day of a price; null if there is no such column. */
export interface ValidityColumns {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

export interface ProposalFileInput extends DescribedProposal {
  readonly engine: AnalysisEngine;
  /** The columns to export: columns of the rows, followed by figures of the new prices. */
  readonly columns: FileColumns;
  /** The columns for the first and the last day of a price. */
  readonly validity: ValidityColumns;
  readonly origin: RowsOrigin;
  readonly name: string;
  readonly about: SummaryTable['about'];
}

/** Returns the file of the prices that change. In a workbook, additional sheets describe the effect. */
export function proposalFile(words: Words, input: ProposalFileInput): RowTableFile<ProposalRow> {
  const { engine, proposal, fields, name, about, origin } = input;
  const t = words.of('proposal.export');
  const { table } = proposal.rows;
  const { validFrom, validTo } = input.validity;
  const figures = figuresOf(input);
  const saysValidity = figures.includes('validFrom') || figures.includes('oldValidTo');
  const days = saysValidity && input.validFrom !== null ? [validFrom, validTo] : [];
  const isWritten = (column: string) => input.columns.fields.includes(column);
  const written = table.columns.filter((column) => isWritten(column.name));
  const read = table.columns.filter((column) => isWritten(column.name) || days.includes(column.name));
  const narrow = { ...proposal, rows: { ...proposal.rows, table: { ...table, columns: read } } };
  const placeOf = (column: string | null) => read.findIndex((each) => each.name === column);
  const places = written.map(({ name: column }) => placeOf(column));
  const ofFigure = fileFigures(words, input, placeOf);
  const sentences = proposal.rules.map((rule) => ruleText(words, rule, fields));
  return {
    name,
    columns: [
      ...fieldColumns<ProposalRow>(words, written, fields, ({ cells }, place) => cells[places[place] ?? -1]),
      ...figures.map((figure) => ofFigure[figure]),
    ],
    tables: [
      {
        title: t('sheet'),
        parts: [(until) => openProposal(engine, narrow, { kind: 'changed' }, fields, until)],
      },
    ],
    sheets: proposalSheets(words, input, sentences),
    about: [...about, ...proposalAbout(words, input, sentences)],
    aboutTitle: t('aboutTitle'),
    certificate: {
      kind: 'colonnade-proposal-certificate',
      origin,
      facts: () => certifiedPrices(words, input, sentences),
    },
  };
}

/** Returns the figures in the file. The last day of the old price is left out if no column has last days. */
function figuresOf({ columns, validity: { validTo } }: ProposalFileInput): readonly FileFigure[] {
  return FILE_FIGURES.filter(
    (figure) => columns.figures.includes(figure) && (figure !== 'oldValidTo' || validTo !== null),
  );
}

/** Returns the columns of the figures. `placeOf` returns the index of a column among the cells of a row. */
function fileFigures(
  words: Words,
  input: ProposalFileInput,
  placeOf: (column: string | null) => number,
): Readonly<Record<FileFigure, RowColumn<ProposalRow>>> {
  const head = words.of('proposal.fileHeads');
  const said = input.reason === '' ? null : input.reason;
  const validityOf = newValidity(input, placeOf);
  const day = (figure: keyof NewValidity): RowColumn<ProposalRow> => ({
    key: figure,
    head: head(figure),
    type: 'date',
    read: (row) => validityOf(row)[figure],
    inFile: { ...summaryColumn('', 'date'), sqlType: 'date' },
  });
  return {
    ...figureColumns(words, input.proposal.rows, input.fields),
    validFrom: day('validFrom'),
    oldValidTo: day('oldValidTo'),
    reason: { key: 'reason', head: head('reason'), type: 'text', read: () => said },
  };
}

/** The first day of a new price and the last day of the old one, as ISO days; null for a day that is not set or does not change. */
interface NewValidity {
  readonly validFrom: string | null;
  /** The last day on which the old price is valid. */
  readonly oldValidTo: string | null;
}

/**
 * Returns a function that computes when a new price begins and when the old one ends. If the old price begins on a later day than the new
 * prices, the new price begins on that day, and no old price ends. If the old price ends earlier, it keeps its end.
 */
function newValidity(
  { validFrom: day, validity }: ProposalFileInput,
  placeOf: (column: string | null) => number,
): (row: ProposalRow) => NewValidity {
  if (day === null) return () => ({ validFrom: null, oldValidTo: null });
  const ended = dayBefore(day);
  const [from, to] = [placeOf(validity.validFrom), placeOf(validity.validTo)];
  return ({ cells }) => {
    const [first, last] = [isoDay(cells[from]), isoDay(cells[to])];
    if (first !== null && first >= day) return { validFrom: first, oldValidTo: null };
    return { validFrom: day, oldValidTo: last !== null && ended !== null && last < ended ? last : ended };
  };
}

/** Returns the ISO day of a date; null if the date is missing or invalid. ISO days can be compared as texts. */
function isoDay(cell: CellValue): string | null {
  const read = typeof cell === 'string' ? readIsoDateTime(cell) : null;
  return read === null ? null : isoText(read).slice(0, 10);
}

function dayBefore(day: string): string | null {
  const read = readIsoDateTime(day);
  const before = read === null ? null : addDays(read, -1);
  return before === null ? null : isoText(before);
}

/** Returns the findings on the old and the new prices, for the certificate. */
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

/** Returns the changed prices that meet planned ones, and the columns that say what a price is for, for the certificate. */
function plannedOf(words: Words, found: Omit<PlannedPrices, 'sqlName'>) {
  const { key, validFrom, validTo, changed, planned, elsewhere, ended } = found;
  return { words: plannedText(words, found), key, validFrom, validTo, changed, planned, elsewhere, ended };
}

/** Describes the rules in words and as data, and the resulting prices, for the certificate. */
function certifiedPrices(words: Words, input: ProposalFileInput, sentences: readonly string[]) {
  const { proposal, validFrom, reason, checked, planned } = input;
  const { rows, rules, byRule, total, averagePercent, outcomes, effects } = proposal;
  return {
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
  };
}
