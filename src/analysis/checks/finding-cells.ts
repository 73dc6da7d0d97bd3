import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import type { Words } from '@/ui/formats/words';
import type { AnalysedColumn } from '../engine/analysed-table';
import { fieldColumns, rowTable, wordColumn, type RowTable } from '../row-table/row-table';
import type { Roles } from '@/rows/price-rows/column-roles';
import type { Finding, FindingRow } from './finding-rows';
import type { OwnCheck } from './own-checks';
import type { CheckRun } from './run-checks';
import { createFindingText } from './finding-text';

/** The id of the grid column with the reasons of the findings. */
export const FINDING_COLUMN = 'finding';

/** The columns of the grid **Findings**, and functions that read its rows. */
export interface FindingColumns extends RowTable<FindingRow> {
  /** Describes why a check has found a row. */
  readonly textOf: (finding: Finding) => string;
  readonly findingText: (row: FindingRow) => string;
  readonly valueOf: (name: string, row: FindingRow) => CellValue;
}

// Matches column names in English, German, French, Italian, Spanish and Dutch.
const ITEM_NAME =
  /(?:^|_|item|article|artikel|product|produkt)_?(?:name|description|bezeichnung|text|d[eé]signation|nom|nome|nombre|descrizione|descripci[oó]n|naam|omschrijving)\d?$/i;

/** Returns the column that holds the name of the item; null if no column name looks like it. */
function itemName(columns: readonly AnalysedColumn[], roles: Roles): string | null {
  const filled = Object.values(roles);
  const named = columns.find(
    ({ name, type }) => type === 'text' && !filled.includes(name) && ITEM_NAME.test(name),
  );
  return named?.name ?? null;
}

/** The text between several findings of a row. */
const SEPARATOR = ' · ';

/** Returns the columns of findings in the user's language and formats: item, price and item name come first, then keys and roles. */
export function findingColumns(
  words: Words,
  { unitScale, rows: { table, roles } }: Pick<CheckRun, 'rows' | 'unitScale'>,
  own: readonly OwnCheck[],
  fields: readonly PriceField[],
): FindingColumns {
  const t = words.of('checks');
  const { columns } = table;
  const isKey = (name: string) => fields.find((field) => field.name === name)?.isKey === true;
  const first = [roles.article, roles.price, itemName(columns, roles)];
  const rankOf = ({ name }: AnalysedColumn) => {
    if (first.includes(name)) return first.indexOf(name);
    return first.length + (isKey(name) ? 0 : Object.values(roles).includes(name) ? 1 : 2);
  };
  const places = new Map(columns.map(({ name }, index) => [name, index]));
  const valueOf = (name: string, row: FindingRow) => row.cells[places.get(name) ?? -1];
  const textOf = createFindingText(words, unitScale, own);
  const findingText = ({ findings }: FindingRow) =>
    findings
      .map((finding) => {
        const text = textOf(finding);
        return finding.isDismissed ? t('finding.dismissed', { text }) : text;
      })
      .join(SEPARATOR);
  const ranked = columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    textOf,
    findingText,
    valueOf,
    ...rowTable(words, [
      // `record` is null, because the record panel lists the findings above the values of the row.
      { ...wordColumn(FINDING_COLUMN, t('findings.column'), findingText), record: null },
      ...fieldColumns<FindingRow>(words, ranked, fields, (row, _, name) => valueOf(name, row)).map(
        (column) => ({ ...column, isKey: isKey(column.head) }),
      ),
    ]),
  };
}
