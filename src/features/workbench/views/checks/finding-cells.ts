import type { ColumnType, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { columnAlign, createColumnFormat } from '@/lib/formats/column-format';
import { typeText } from '@/ui/formats/type-text';
import type { Words } from '@/ui/formats/words';
import type { GridColumn } from '@/lib/grid/grid-model';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import type { RowColumns } from '../../rows-read/rows/rows-grid';
import type { Roles } from '@/rows/price-rows/column-roles';
import type { Finding, FindingRow } from '../../rows-read/checks/finding-rows';
import type { OwnCheck } from '../../rows-read/checks/own-checks';
import type { CheckRun } from '../../rows-read/checks/run-checks';
import { createFindingText } from './finding-text';

/** The grid column of the findings. */
export const FINDING_COLUMN = 'finding';
const FIELD_PREFIX = 'field ';

/** Columns and cells of the grid **Findings**. */
export interface FindingColumns extends RowColumns<FindingRow> {
  /** Why a check has found a row, in words. */
  readonly textOf: (finding: Finding) => string;
  /** All findings of a row in words. */
  readonly findingText: (row: FindingRow) => string;
  /** Names of the row's columns, in the order of the grid. */
  readonly names: readonly string[];
  /** A displayed value, by the name of its column. */
  readonly shown: (name: string, row: FindingRow) => string;
  readonly valueOf: (name: string, row: FindingRow) => CellValue;
}

// Words of English, German, French, Italian, Spanish and Dutch.
const ITEM_NAME =
  /(?:^|_|item|article|artikel|product|produkt)_?(?:name|description|bezeichnung|text|d[eé]signation|nom|nome|nombre|descrizione|descripci[oó]n|naam|omschrijving)\d?$/i;

/** Returns the column with the name of the item; null if no column name matches. */
function itemName(columns: readonly AnalysedColumn[], roles: Roles): string | null {
  const filled = Object.values(roles);
  const named = columns.find(
    ({ name, type }) => type === 'text' && !filled.includes(name) && ITEM_NAME.test(name),
  );
  return named?.name ?? null;
}

/** Stands for a missing value in the record of a row. */
const NO_VALUE = '∅';

/** Separates the findings of a row. */
const SEPARATOR = ' · ';

/** Returns the columns of findings in the person's language and formats: first the item, its price and its name, then keys and roles. */
export function findingColumns(
  words: Words,
  { unitScale, rows: { table, roles } }: Pick<CheckRun, 'rows' | 'unitScale'>,
  own: readonly OwnCheck[],
  fields: readonly PriceField[],
): FindingColumns {
  const [t, tCommon] = [words.of('checks'), words.of('common')];
  const { columns } = table;
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const first = [roles.article, roles.price, itemName(columns, roles)];
  const roleOf = (name: string) => Object.values(roles).includes(name);
  const rankOf = ({ name }: AnalysedColumn) => {
    if (first.includes(name)) return first.indexOf(name);
    return first.length + (fieldOf(name)?.isKey === true ? 0 : roleOf(name) ? 1 : 2);
  };
  const names = columns.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ name }) => name);
  const labels = { true: tCommon('true'), false: tCommon('false') };
  const formats = new Map(
    names.map((name) => {
      const field = fieldOf(name);
      return [
        name,
        field === undefined ? null : createColumnFormat(field, { locale: words.formats.locale, labels }),
      ];
    }),
  );
  const places = new Map(columns.map(({ name }, index) => [name, index]));
  const valueOf = (name: string, row: FindingRow) => row.cells[places.get(name) ?? -1];
  const nameOf = (columnId: string) => columnId.slice(FIELD_PREFIX.length);
  const head = t('findings.column');
  const textOf = createFindingText(words, unitScale, own);
  const findingText = ({ findings }: FindingRow) =>
    findings
      .map((finding) => {
        const text = textOf(finding);
        return finding.isDismissed ? t('finding.dismissed', { text }) : text;
      })
      .join(SEPARATOR);
  return {
    textOf,
    findingText,
    names,
    valueOf,
    shown: (name, row) => {
      const value = valueOf(name, row);
      if (value === undefined || value === null) return NO_VALUE;
      if (value === '') return words.of('grid')('emptyText');
      return formats.get(name)?.formatValue(value).full ?? String(value);
    },
    definitions: [
      { id: FINDING_COLUMN, label: head, align: 'left', isSortable: false },
      ...names.map((name): GridColumn => {
        const field = fieldOf(name);
        const isFigures = field?.type === 'number' || field?.type === 'date';
        return {
          id: FIELD_PREFIX + name,
          label: name,
          title: field === undefined ? name : `${name} · ${typeText(words, field)}`,
          align: field === undefined ? 'left' : columnAlign(field),
          isKey: field?.isKey === true,
          isSortable: false,
          ...(isFigures ? { content: 'figures' } : {}),
        };
      }),
    ],
    getCell: (row, columnId) => {
      if (columnId === FINDING_COLUMN) {
        return { state: 'value', text: findingText(row) };
      }
      const value = valueOf(nameOf(columnId), row);
      if (value === undefined) return { state: 'withheld' };
      if (value === null) return { state: 'null' };
      if (value === '') return { state: 'empty' };
      const format = formats.get(nameOf(columnId));
      if (format == null) return { state: 'value', text: String(value) };
      const { text, isExact, full } = format.formatValue(value);
      return { state: 'value', text, ...(isExact ? {} : { title: full }) };
    },
    copiedValue: (row, columnId) =>
      columnId === FINDING_COLUMN ? findingText(row) : valueOf(nameOf(columnId), row),
    typeOf: (columnId): ColumnType | null =>
      columnId === FINDING_COLUMN ? 'text' : (fieldOf(nameOf(columnId))?.type ?? null),
    labelOf: (columnId) => (columnId === FINDING_COLUMN ? head : nameOf(columnId)),
  };
}
