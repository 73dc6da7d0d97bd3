import type { Column, PriceColumn } from '@/contract/column';
import { unreadableProperties, type MemberMeaning } from '@/contract/column-members';
import { UNREADABLE_RIGHT } from '@/contract/column.schema';
import {
  editState,
  holds,
  viewState,
  type EditState,
  type Permission,
  type Rights,
} from '@/session/rights/rights';
import { readDefault, type DefaultMeaning } from './default-expression';

/** A right that viewing or editing a column requires. */
export interface RequiredRight {
  /** The ID of the right; null if the metadata does not contain a readable ID. No account has such a right. */
  readonly id: string | null;
  readonly held: Permission;
}

/** A column that the user may not see. The row has no `column`, so no later code can disclose more than the row contains. */
export interface LockedRow {
  readonly kind: 'locked';
  /** The 0-based position in the service's response, which identifies the row. */
  readonly ordinal: number;
  readonly name: string;
  readonly viewRight: RequiredRight;
  readonly isIncomplete: boolean;
}

export interface OpenRow {
  readonly kind: 'open';
  readonly ordinal: number;
  readonly name: string;
  readonly column: Column;
  /** The right that viewing requires; null if viewing requires none. */
  readonly viewRight: RequiredRight | null;
  /** The rights that editing requires: first the column's own, then the table's. Empty if editing requires none. */
  readonly editRights: readonly RequiredRight[];
  readonly edit: EditState;
  readonly default: DefaultMeaning;
  readonly isIncomplete: boolean;
  /** Properties that the metadata should contain, but that are missing or invalid. */
  readonly unreadable: ReadonlySet<MemberMeaning>;
}

export type SchemaRow = OpenRow | LockedRow;

/** Whether an item column is a field of a price column: by its name, or with its table (`ItemNumber` for `Item.Number`). */
export function isFieldOf({ fields }: PriceColumn, { name, table }: Column): boolean {
  return fields.some((field) => field.name === name || field.name === table + name);
}

/** Returns the columns as the user may see them, in the service's order. */
export function schemaRows(columns: readonly Column[], rights: Rights): SchemaRow[] {
  return columns.map((column, ordinal) => {
    const view = viewState(column, rights);
    const common = { ordinal, name: column.name, isIncomplete: column.incompleteMembers.length > 0 };
    if (view.state === 'locked') {
      return { kind: 'locked', ...common, viewRight: requiredRight(view.right, rights) };
    }
    const editRights = [...new Set([column.editRight, column.tableEditRight])].filter((id) => id !== null);
    return {
      kind: 'open',
      ...common,
      column,
      viewRight: column.viewRight === null ? null : requiredRight(column.viewRight, rights),
      editRights: editRights.map((id) => requiredRight(id, rights)),
      edit: editState(column, rights),
      default: readDefault(column.defaultExpression),
      unreadable: unreadableProperties(column),
    };
  });
}

function requiredRight(id: string, rights: Rights): RequiredRight {
  return { id: id === UNREADABLE_RIGHT ? null : id, held: holds(rights, id) };
}

/** Returns the name of the columns' table; empty if all columns are locked. */
export function tableOf(rows: readonly SchemaRow[]): string {
  return rows.find((row) => row.kind === 'open')?.column.table ?? '';
}

/** Whether the column identifies rows, or refers to rows of another table. */
export function isKeyColumn({ column }: OpenRow): boolean {
  return column.isPrimaryKey || column.isUnique || column.isKey || column.foreignKey !== null;
}

/** Formats a foreign key as `PriceGroup.Code`. */
export function foreignKeyText(foreignKey: NonNullable<Column['foreignKey']>): string {
  return `${foreignKey.table}.${foreignKey.column}`;
}

/** Returns the texts that are searched and marked. For a locked row, only its visible texts are searched. */
export function searchedTexts(row: SchemaRow): string[] {
  if (row.kind === 'locked') return [row.name, ...rightIds([row.viewRight])];
  const { typeLabel, foreignKey } = row.column;
  return [
    row.name,
    typeLabel,
    ...(foreignKey === null ? [] : [foreignKeyText(foreignKey)]),
    ...rightIds(row.viewRight === null ? row.editRights : [row.viewRight, ...row.editRights]),
  ];
}

/** Returns the IDs of the rights. IDs that could not be read are omitted. */
export function rightIds(rights: readonly RequiredRight[]): string[] {
  return rights.flatMap(({ id }) => (id === null ? [] : [id]));
}
