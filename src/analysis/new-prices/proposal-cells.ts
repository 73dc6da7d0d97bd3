import type { PriceField } from '@/contract/column';
import { roundDecimal } from '@/lib/formats/decimal';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import type { Words } from '@/ui/formats/words';
import type { AnalysedColumn } from '../engine/analysed-table';
import {
  fieldColumns,
  fieldTexts,
  figureColumn,
  rowTable,
  wordColumn,
  type RowColumn,
  type RowTable,
} from '../row-table/row-table';
import { createSignedCells } from '../rows/signed-cells';
import { fieldColumn, percentColumn, summaryColumn } from '../tables/summary-table';
import { PERCENT_PLACES } from './new-prices-sql';
import type { FileFigure } from './proposal-spec';
import type { Proposal, ProposalRow } from './read-proposal';

function ruleName(words: Words, { rule }: ProposalRow): string {
  return rule === null ? '–' : words.of('proposal')('rule', { number: rule + 1 });
}

/** Names the guard (limit of the rule) that determined the price, or the reason why the price does not change. */
function guardText(words: Words, { outcome, guard }: ProposalRow): string {
  const t = words.of('proposal');
  if (outcome !== 'priced' && outcome !== 'no-rule') return t(`outcomes.${outcome}`);
  return guard === null ? '' : t(`ways.${guard.way}`, { guard: t(guard.name) });
}

/** The figures that differ from row to row. The other figures of a file are the same in all rows. */
export type RowFigure = Exclude<FileFigure, 'validFrom' | 'oldValidTo' | 'reason'>;

/** The number of decimal places of Δ % that are shown. */
const SHOWN_PLACES = 2;

/** Returns the columns of the figures that rows have, for the grid and for files. */
export function figureColumns(
  words: Words,
  { price }: Pick<Proposal['rows'], 'price'>,
  fields: readonly PriceField[],
): Readonly<Record<RowFigure, RowColumn<ProposalRow>>> {
  const [head, t] = [words.of('proposal.fileHeads'), words.of('proposal.grid')];
  const field = fields.find(({ name }) => name === price.name);
  const texts = fieldTexts(words, field);
  const signed = createSignedCells({
    field,
    percentPlaces: SHOWN_PLACES,
    locale: words.formats.locale,
    risen: t('risen'),
    fallen: t('fallen'),
  });
  const inFile = field === undefined ? summaryColumn('', 'number', price.scale) : fieldColumn(field);
  const value = (figure: 'oldValue' | 'newValue'): RowColumn<ProposalRow> => ({
    key: figure,
    head: head(figure),
    type: 'number',
    read: (row) => row[figure],
    cell: (row) => texts.cell(row[figure]),
    record: (row) => texts.whole(row[figure]),
    inFile,
  });
  const guard = (row: ProposalRow) => guardText(words, row);
  return {
    oldValue: value('oldValue'),
    newValue: value('newValue'),
    delta: { ...figureColumn('delta', head('delta'), ({ delta }) => delta, signed.deltaCell), inFile },
    percent: {
      ...figureColumn(
        'percent',
        head('percent'),
        ({ percent }) => percent,
        (percent) => signed.percentCell(shortened(percent)),
      ),
      inFile: percentColumn('', PERCENT_PLACES),
    },
    rule: wordColumn('rule', head('rule'), (row) => ruleName(words, row)),
    guard: {
      ...wordColumn('guard', head('guard'), guard),
      copied: guard,
      // An empty text is written as null, because a spreadsheet that saves the file does not distinguish the two.
      read: (row) => guard(row) || null,
    },
  };
}

/** Returns the columns of a proposal in the user's language and formats: first the article, then old and new price, then the others. */
export function proposalColumns(
  words: Words,
  { rows }: Pick<Proposal, 'rows'>,
  fields: readonly PriceField[],
): RowTable<ProposalRow> {
  const { columns } = rows.table;
  const { article } = proposeRoles(columns, fields);
  // The article column comes first, because it says what a price is for, and the price second.
  const rankOf = ({ name }: AnalysedColumn) =>
    name === rows.price.name ? 1 : name === article?.column ? 0 : 2;
  const ranked = columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  const places = ranked.map((column) => columns.indexOf(column));
  const ofRow = fieldColumns<ProposalRow>(
    words,
    ranked,
    fields,
    ({ cells }, place) => cells[places[place] ?? -1],
  );
  const { newValue, delta, percent, rule, guard } = figureColumns(words, rows, fields);
  const after = ranked.findIndex(({ name }) => name === rows.price.name) + 1;
  return rowTable(words, [
    ...ofRow.slice(0, after),
    newValue,
    delta,
    percent,
    rule,
    guard,
    ...ofRow.slice(after),
  ]);
}

/** Rounds a percentage to the shown places. If it would be rounded to zero, all its places are kept. */
function shortened(percent: string): string {
  const rounded = roundDecimal(percent, SHOWN_PLACES);
  return /[1-9]/.test(rounded) || !/[1-9]/.test(percent) ? rounded : percent;
}
