import type { Column } from '@/contract/column';
import { unreadableProperties, type MemberMeaning } from '@/contract/column-members';
import { UNREADABLE_RIGHT } from '@/contract/column.schema';
import { editState, holds, viewState, type EditState, type Permission, type Rights } from '@/session/rights';
import { readDefault, type DefaultMeaning } from './default-expression';

/** A right that a column asks for. */
export interface AskedRight {
  /** Null where the service's metadata could not be read: nobody holds such a right. */
  readonly id: string | null;
  /** Whether the person holds it. */
  readonly held: Permission;
}

/**
 * A column the person may not see. It does not hold the column, so nothing further along (table, panel, search, sort,
 * copies, files, memory of the last visit) can give away more than this.
 */
export interface LockedRow {
  readonly kind: 'locked';
  /** 0-based place in the service's answer; identifies the row. */
  readonly ordinal: number;
  readonly name: string;
  readonly viewRight: AskedRight;
  readonly isIncomplete: boolean;
}

export interface OpenRow {
  readonly kind: 'open';
  /** 0-based place in the service's answer; identifies the row. */
  readonly ordinal: number;
  readonly name: string;
  readonly column: Column;
  /** Null where none is asked for. */
  readonly viewRight: AskedRight | null;
  /** The column's own before the table's; empty where none is asked for. */
  readonly editRights: readonly AskedRight[];
  readonly edit: EditState;
  readonly default: DefaultMeaning;
  readonly isIncomplete: boolean;
  /** What the metadata should tell and does not. */
  readonly unreadable: ReadonlySet<MemberMeaning>;
}

/** A column as this person may see it. */
export type SchemaRow = OpenRow | LockedRow;

/** The columns as this person may see them, in the service's order. */
export function schemaRows(columns: readonly Column[], rights: Rights): SchemaRow[] {
  return columns.map((column, ordinal) => {
    const view = viewState(column, rights);
    const common = { ordinal, name: column.name, isIncomplete: column.incompleteMembers.length > 0 };
    if (view.state === 'locked') {
      return { kind: 'locked', ...common, viewRight: askedRight(view.right, rights) };
    }
    const editRights = [...new Set([column.editRight, column.tableEditRight])].filter((id) => id !== null);
    return {
      kind: 'open',
      ...common,
      column,
      viewRight: column.viewRight === null ? null : askedRight(column.viewRight, rights),
      editRights: editRights.map((id) => askedRight(id, rights)),
      edit: editState(column, rights),
      default: readDefault(column.defaultExpression),
      unreadable: unreadableProperties(column),
    };
  });
}

function askedRight(id: string, rights: Rights): AskedRight {
  return { id: id === UNREADABLE_RIGHT ? null : id, held: holds(rights, id) };
}

/** Whether rows can be told apart by it, or it points to another table's. */
export function isKeyColumn({ column }: OpenRow): boolean {
  return column.isPrimaryKey || column.isUnique || column.isKey || column.foreignKey !== null;
}
