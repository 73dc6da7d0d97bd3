import { cellAt, type Cell } from '../row-batches/row-batch';
import type { XlsxFills } from './xlsx-encoder';
import { ownMember } from '../base/own-member';

/** The highlight colors of the light color scheme, as ARGB. */
const COLOURS: Readonly<Record<string, string>> = {
  red: 'FFFDE4E1',
  amber: 'FFFFF0C9',
  green: 'FFDFF3E4',
  blue: 'FFE0ECFD',
  violet: 'FFEFE6FB',
};
const NO_COLOUR = 'FFFFFFFF';

export interface RowFillsOptions {
  readonly label: string;
  readonly rules: readonly { readonly colour: string; readonly words: string }[];
  /** Returns the indexes of the rules that fill a row: one rule for all its cells, and rules for single cells by column name. */
  readonly judge: (
    cellOf: (judgedColumn: number) => Cell,
  ) => { readonly row: number | null; readonly cells: ReadonlyMap<string, number> } | null;
  /** The positions, in a batch, of the columns that the rules check. */
  readonly places: readonly number[];
  readonly columns: readonly string[];
}

/** Returns workbook fills that look like the highlights on screen. */
export function rowFills({ label, rules, judge, places, columns }: RowFillsOptions): XlsxFills {
  const written = new Map(columns.map((name, index) => [name, index]));
  return {
    label,
    legend: rules.map(({ colour, words }) => ({ colour: ownMember(COLOURS, colour) ?? NO_COLOUR, words })),
    fillOf: (batch, row) => {
      const first = row * batch.columnCount;
      const judged = judge((column) => cellAt(batch, first + (places[column] ?? -1)));
      if (judged === null) return null;
      const cells = new Map<number, number>();
      for (const [name, rule] of judged.cells) {
        const index = written.get(name);
        if (index !== undefined) cells.set(index, rule);
      }
      return { row: judged.row, cells };
    },
  };
}
