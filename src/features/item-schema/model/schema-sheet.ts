import type { LockedRow, OpenRow, SchemaRow } from './schema-row';
import { foreignKeyText } from './visible-rows';

/** The columns of an exported schema, in order. */
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

/** Words of an exported schema, in the person's language. */
export interface SheetWords {
  readonly headings: Readonly<Record<SheetColumn, string>>;
  readonly yes: string;
  readonly no: string;
  readonly states: Readonly<Record<SheetState, string>>;
}

export type SheetState = 'visible' | 'locked' | 'editable' | 'read-only' | 'unknown';

/** Headings first. Of a locked column: its name, that it is locked, and the right it needs. */
export function schemaSheet(rows: readonly SchemaRow[], words: SheetWords): string[][] {
  return [
    SHEET_COLUMNS.map((column) => words.headings[column]),
    ...rows.map((row) => SHEET_COLUMNS.map((column) => cellText(sheetCell(row, column), words))),
  ];
}

type SheetCell = string | number | boolean | null | { readonly state: SheetState };

function cellText(cell: SheetCell, words: SheetWords): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? words.yes : words.no;
  return typeof cell === 'object' ? words.states[cell.state] : String(cell);
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
  // A stand-in for what could not be read is no fact.
  return unreadable.has(sheetColumn) ? null : column[sheetColumn];
}
