import type { ColumnType, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { columnAlign, createColumnFormat, type ColumnFormat } from '@/lib/formats/column-format';
import type { GridCell, GridColumn } from '@/lib/grid/grid-model';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { typeText } from '@/ui/formats/type-text';
import type { Words } from '@/ui/formats/words';
import type { AnalysedColumn } from '../engine/analysed-table';
import { plainCell } from '../rows/signed-cells';
import { fieldColumn, summaryColumn } from '../tables/summary-table';

/** The columns of rows of the engine, and functions that return their cells. */
export interface RowColumns<Row> extends CopiedColumns<Row> {
  /** The columns of the grid, of which there must be at least one. */
  readonly definitions: readonly GridColumn[];
  readonly getCell: (row: Row, columnId: string) => GridCell;
  /** Returns what the record panel shows for one row: labels and values. Absent if the view renders the panel. */
  readonly recordOf?: (row: Row) => readonly (readonly [label: string, value: string])[];
}

/** The functions that copying needs to know about the columns of a grid. */
export interface CopiedColumns<TRow> {
  readonly copiedValue: (row: TRow, columnId: string) => CellValue;
  readonly typeOf: (columnId: string) => ColumnType | null;
  readonly labelOf: (columnId: string) => string;
}

/**
 * A column of a view's rows. A view describes its rows only by a list of columns, from which `rowTable` makes the grid, the record panel
 * and the copied cells, and `writeRowTable` the files. If its files have other columns than its grid, a view has two lists.
 */
export interface RowColumn<Row> extends Pick<GridColumn, 'title' | 'isKey' | 'isSortable'> {
  readonly key: string;
  readonly head: string;
  /** The type of the field; null if the metadata do not list the column. */
  readonly type: ColumnType | null;
  /** Returns the exact value, as it is copied and written to files. `undefined`: the user may not see it. */
  readonly read: (row: Row) => CellValue;
  /** Returns the cell of the grid; absent if the grid shows the exact value. */
  readonly cell?: (row: Row) => GridCell;
  /** Returns the value that is copied; absent if that is the exact value. */
  readonly copied?: (row: Row) => CellValue;
  /** Returns the text in the record panel; absent for the cell's text with every digit. Null if the panel does not show the column. */
  readonly record?: ((row: Row) => string) | null;
  /** The alignment in the grid; absent for the usual alignment of the type. */
  readonly align?: GridColumn['align'];
  /** The format of the values in files, if the type alone does not determine it. The file's column has the same head. */
  readonly inFile?: Omit<TableColumn, 'name'>;
}

/** The columns of a view's rows for the grid, its copied cells, and its record panel. */
export interface RowTable<Row> extends RowColumns<Row> {
  readonly recordOf: (row: Row) => readonly (readonly [label: string, value: string])[];
}

/** The sign for a missing value within a text. */
const NO_VALUE = '∅';

/** Returns the grid columns, record lines and copied values of rows with these columns. */
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

/** Returns the text of a cell, with every digit. */
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

/** The functions that show the values of a column of the rows read. */
interface FieldTexts {
  /** The format of the field; null if the metadata do not list the column. */
  readonly format: ColumnFormat | null;
  readonly cell: (value: CellValue) => GridCell;
  /** Returns a value as text, with every digit. */
  readonly whole: (value: CellValue) => string;
}

/** Returns the functions that show a field's values. Values of a column that the metadata do not list are shown unchanged. */
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

/** Returns columns of the rows read, with the formats of their metadata. `valueOf` returns the cell of a row at the index `place`. */
export function fieldColumns<Row>(
  words: Words,
  columns: readonly Pick<AnalysedColumn, 'name' | 'type'>[],
  fields: readonly PriceField[],
  valueOf: (row: Row, place: number, name: string) => CellValue,
): readonly FieldColumn<Row>[] {
  return columns.map(({ name, type }, place): FieldColumn<Row> => {
    const field = fields.find((each) => each.name === name);
    const read = (row: Row) => valueOf(row, place, name);
    // The formats are created when the grid needs them, because files do not.
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

/** The prefix of keys for columns of the rows read. It separates them from columns that a view computes. */
const FIELD_PREFIX = 'field ';

/** Returns the name of the column of the rows read that has this key; null for a column that a view computes. */
export function fieldOfKey(key: string): string | null {
  return key.startsWith(FIELD_PREFIX) ? key.slice(FIELD_PREFIX.length) : null;
}

/** Returns a column with a text for each row. */
export function wordColumn<Row>(key: string, head: string, read: (row: Row) => string): RowColumn<Row> {
  return { key, head, type: 'text', read, cell: (row) => ({ state: 'value', text: read(row) }) };
}

/** The cell for a missing number, for example because there is no difference, or nothing to compare with. */
const NONE: GridCell = { state: 'value', text: '–' };

/** Returns a column of numbers that a view computes. `cellOf` returns the cell of a number. Missing numbers are shown as a dash. */
export function figureColumn<Row>(
  key: string,
  head: string,
  read: (row: Row) => string | null,
  cellOf: (decimal: string) => GridCell,
): RowColumn<Row> {
  const cell = (figure: string | null) => (figure === null ? NONE : cellOf(figure));
  return { key, head, type: 'number', read, cell: (row) => cell(read(row)) };
}

/** Returns these columns in the form that the writer of files needs. */
export function fileColumns<Row>(columns: readonly RowColumn<Row>[]): readonly TableColumn[] {
  return columns.map(({ head, type, inFile }) => ({
    ...(inFile ?? summaryColumn(head, type ?? 'text')),
    name: head,
  }));
}

/** Returns a function that returns a row's cells for a file with these columns. */
export function fileCells<Row>(columns: readonly RowColumn<Row>[]): (row: Row) => TableRow {
  return (row) => columns.map(({ read }) => read(row) ?? null);
}
