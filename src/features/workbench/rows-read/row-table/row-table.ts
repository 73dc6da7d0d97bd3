import type { ColumnType, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { columnAlign, createColumnFormat, type ColumnFormat } from '@/lib/formats/column-format';
import type { GridCell, GridColumn } from '@/lib/grid/grid-model';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { typeText } from '@/ui/formats/type-text';
import type { Words } from '@/ui/formats/words';
import type { AnalysedColumn } from '../engine/analysed-table';
import type { RowColumns } from '../rows/rows-grid';
import { plainCell } from '../rows/signed-cells';
import { fieldColumn, summaryColumn } from '../tables/summary-table';

/**
 * A column of a view's rows. The list of its columns is all that a view says about its rows: `rowTable` makes the grid, its record and its
 * copies of it, and `writeRowTable` the files. A view whose files have other columns than its grid has two lists of them.
 */
export interface RowColumn<Row> extends Pick<GridColumn, 'title' | 'isKey' | 'isSortable'> {
  readonly key: string;
  readonly head: string;
  /** Null if the metadata do not list the column. */
  readonly type: ColumnType | null;
  /** The exact value, as it is copied and written to files. `undefined`: the person may not see it. */
  readonly read: (row: Row) => CellValue;
  /** The cell of the grid; absent for the value as it is. */
  readonly cell?: (row: Row) => GridCell;
  /** The value as it is copied, if it is not the exact one. */
  readonly copied?: (row: Row) => CellValue;
  /** The text in the record; absent for that of the cell, with every digit. Null if the record does not have the column. */
  readonly record?: ((row: Row) => string) | null;
  /** Absent for the usual alignment of the type. */
  readonly align?: GridColumn['align'];
  /** How files have the values, if the type alone does not say so. Their column has the same head. */
  readonly inFile?: Omit<TableColumn, 'name'>;
}

/** A view's rows as a grid with copies, and as the lines of a record. */
export interface RowTable<Row> extends RowColumns<Row> {
  readonly recordOf: (row: Row) => readonly (readonly [label: string, value: string])[];
}

/** Stands for a missing value between other text. */
const NO_VALUE = '∅';

/** Returns the grid, the record and the copies of rows with these columns. */
export function rowTable<Row>(words: Words, columns: readonly RowColumn<Row>[]): RowTable<Row> {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const cellOf = ({ cell, read }: RowColumn<Row>, row: Row) => cell?.(row) ?? plainCell(read(row), null);
  return {
    definitions: columns.map(({ key, head, type, title, align, isKey, isSortable = false }): GridColumn => ({
      id: key,
      label: head,
      align: align ?? (type === null ? 'left' : columnAlign({ type, align: null })),
      isSortable,
      ...(title !== undefined && { title }),
      ...(isKey !== undefined && { isKey }),
      ...((type === 'number' || type === 'date') && { content: 'figures' }),
    })),
    getCell: (row, key) => {
      const column = byKey.get(key);
      return column === undefined ? { state: 'null' } : cellOf(column, row);
    },
    copiedValue: (row, key) => {
      const column = byKey.get(key);
      return column === undefined ? null : (column.copied ?? column.read)(row);
    },
    typeOf: (key) => byKey.get(key)?.type ?? null,
    labelOf: (key) => byKey.get(key)?.head ?? key,
    recordOf: (row) =>
      columns.flatMap((column) => {
        if (column.record === null) return [];
        return [[column.head, column.record?.(row) ?? cellText(words, cellOf(column, row))] as const];
      }),
  };
}

/** Returns a cell as text, with every digit. */
function cellText(words: Words, cell: GridCell): string {
  switch (cell.state) {
    case 'value':
      return cell.title ?? cell.text;
    case 'empty':
      return words.of('grid')('emptyText');
    case 'null':
      return NO_VALUE;
    case 'withheld':
      return words.of('grid')('withheld');
  }
}

/** How the values of a column of the rows read are shown. */
interface FieldTexts {
  /** Null if the metadata do not list the column. */
  readonly format: ColumnFormat | null;
  readonly cell: (value: CellValue) => GridCell;
  /** A value with every digit. */
  readonly whole: (value: CellValue) => string;
}

/** Returns how values of a field are shown; of a column that the metadata do not list, as they are. */
export function fieldTexts(words: Words, field: PriceField | undefined): FieldTexts {
  const t = words.of('common');
  const labels = { true: t('true'), false: t('false') };
  const format =
    field === undefined ? null : createColumnFormat(field, { locale: words.formats.locale, labels });
  return {
    format,
    cell: (value) => plainCell(value, format),
    whole: (value) =>
      value === undefined || value === null || value === ''
        ? cellText(words, plainCell(value, null))
        : (format?.formatValue(value).full ?? String(value)),
  };
}

type FieldColumn<Row> = RowColumn<Row> & Required<Pick<RowColumn<Row>, 'cell'>>;

/** Returns columns of the rows read, with the formats of their metadata. `readerOf` returns how a column is read from a row. */
export function fieldColumns<Row>(
  words: Words,
  columns: readonly Pick<AnalysedColumn, 'name' | 'type'>[],
  fields: readonly PriceField[],
  readerOf: (name: string) => RowColumn<Row>['read'],
): readonly FieldColumn<Row>[] {
  return columns.map(({ name, type }): FieldColumn<Row> => {
    const field = fields.find((each) => each.name === name);
    const read = readerOf(name);
    // Files need no formats.
    let texts: FieldTexts | null = null;
    const textsOf = () => (texts ??= fieldTexts(words, field));
    return {
      key: FIELD_PREFIX + name,
      head: name,
      type: field?.type ?? null,
      title: field === undefined ? name : `${name} · ${typeText(words, field)}`,
      read,
      cell: (row) => textsOf().cell(read(row)),
      record: (row) => textsOf().whole(read(row)),
      align: field === undefined ? 'left' : columnAlign(field),
      inFile: field === undefined ? summaryColumn(name, type) : fieldColumn(field),
    };
  });
}

/** Begins the keys of columns of the rows read, so that they differ from those that a view computes. */
const FIELD_PREFIX = 'field ';

/** The name of the column of the rows read with this key; null if a view has computed it. */
export function fieldOfKey(key: string): string | null {
  return key.startsWith(FIELD_PREFIX) ? key.slice(FIELD_PREFIX.length) : null;
}

/** Returns a column of words that a view has for each row. */
export function wordColumn<Row>(key: string, head: string, read: (row: Row) => string): RowColumn<Row> {
  return { key, head, type: 'text', read, cell: (row) => ({ state: 'value', text: read(row) }) };
}

/** There is no difference, or nothing to relate it to. */
const NONE: GridCell = { state: 'value', text: '–' };

/** Returns a column of numbers that a view has computed, a dash for each that there is not. `cellOf` shows a number. */
export function figureColumn<Row>(
  key: string,
  head: string,
  read: (row: Row) => string | null,
  cellOf: (decimal: string) => GridCell,
): RowColumn<Row> {
  const cell = (figure: string | null) => (figure === null ? NONE : cellOf(figure));
  return { key, head, type: 'number', read, cell: (row) => cell(read(row)) };
}

/** Returns how files have the columns. */
export function fileColumns<Row>(columns: readonly RowColumn<Row>[]): readonly TableColumn[] {
  return columns.map(({ head, type, inFile }) => ({
    ...(inFile ?? summaryColumn(head, type ?? 'text')),
    name: head,
  }));
}

/** Returns the cells of a row in a file with the columns. */
export function fileCells<Row>(columns: readonly RowColumn<Row>[]): (row: Row) => TableRow {
  return (row) => columns.map(({ read }) => read(row) ?? null);
}
