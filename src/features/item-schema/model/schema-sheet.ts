import { foreignKeyText, type LockedRow, type OpenRow, type SchemaRow } from './schema-row';

export const SHEET_COLUMNS = [
  'name',
  'view',
  'edit',
  'type',
  'sqlType',
  'maxLength',
  'precision',
  'scale',
  'isNullable',
  'defaultExpression',
  'isPrimaryKey',
  'isUnique',
  'isKey',
  'foreignKey',
  'dataType',
  'formatting',
  'align',
  'viewRight',
  'editRight',
  'tableEditRight',
] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

export interface SheetText {
  readonly headings: Readonly<Record<SheetColumn, string>>;
  readonly yes: string;
  readonly no: string;
  readonly states: Readonly<Record<SheetState, string>>;
}

export type SheetState = 'visible' | 'locked' | 'editable' | 'read-only' | 'unknown';

/** Returns rows of cells, beginning with the headings. A locked column has only its name, its state and the required right. */
export function schemaSheet(rows: readonly SchemaRow[], text: SheetText): string[][] {
  return [
    SHEET_COLUMNS.map((column) => text.headings[column]),
    ...rows.map((row) => SHEET_COLUMNS.map((column) => cellText(sheetCell(row, column), text))),
  ];
}

type SheetCell = string | number | boolean | null | { readonly state: SheetState };

function cellText(cell: SheetCell, text: SheetText): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? text.yes : text.no;
  return typeof cell === 'object' ? text.states[cell.state] : String(cell);
}

function sheetCell(row: SchemaRow, column: SheetColumn): SheetCell {
  return row.kind === 'locked' ? lockedCell(row, column) : openCell(row, column);
}

function lockedCell(row: LockedRow, column: SheetColumn): SheetCell {
  if (column === 'name') return row.name;
  if (column === 'view') return { state: 'locked' };
  return column === 'viewRight' ? row.viewRight.id : null;
}

function openCell({ column, unreadable, viewRight, edit }: OpenRow, sheetColumn: SheetColumn): SheetCell {
  if (sheetColumn === 'view') return { state: viewRight?.held === 'unknown' ? 'unknown' : 'visible' };
  if (sheetColumn === 'edit') return { state: edit.state };
  if (sheetColumn === 'type') return column.typeLabel;
  if (sheetColumn === 'foreignKey') {
    return column.foreignKey === null ? null : foreignKeyText(column.foreignKey);
  }
  // An unreadable value was replaced by a cautious one, which must not be exported as a fact.
  return unreadable.has(sheetColumn) ? null : column[sheetColumn];
}
