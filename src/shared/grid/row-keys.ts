import type { RowRange } from './row-window';

/**
 * Which element draws which row. While rows move, every row keeps its element. After a leap to rows none of which was
 * drawn, the elements are used again in the same order, which spares the browser from making new ones. The row with the
 * focus keeps its element always, and is never moved within its parent: either would take the focus away.
 */
export interface RowKeys {
  readonly shift: number;
  readonly focus: { readonly rowIndex: number; readonly key: string } | null;
}

export const FIRST_ROW_KEYS: RowKeys = { shift: 0, focus: null };

/** The key of a drawn row's element; no two rows have the same. */
export function keyOfRow(keys: RowKeys, rowIndex: number): string {
  if (keys.focus?.rowIndex === rowIndex) return keys.focus.key;
  const key = `${rowIndex - keys.shift}`;
  return keys.focus?.key === key ? `${key}+` : key;
}

/** The keys once another row has the focus; null: none has. */
export function keysWithFocus(keys: RowKeys, rowIndex: number | null): RowKeys {
  if (rowIndex === (keys.focus?.rowIndex ?? null)) return keys;
  const focus = rowIndex === null ? null : { rowIndex, key: keyOfRow(keys, rowIndex) };
  return { shift: keys.shift, focus };
}

/** The keys once other rows are drawn. */
export function keysForRows(keys: RowKeys, before: RowRange, next: RowRange): RowKeys {
  const overlaps = next.rowStart < before.rowEnd && before.rowStart < next.rowEnd;
  if (overlaps || !staysAside(keys.focus?.rowIndex ?? null, before, next)) return keys;
  return { shift: keys.shift + next.rowStart - before.rowStart, focus: keys.focus };
}

/** True when the focused row is drawn first, or last, both before and after. */
function staysAside(focusRow: number | null, before: RowRange, next: RowRange): boolean {
  return (
    focusRow === null ||
    (focusRow < before.rowStart && focusRow < next.rowStart) ||
    (focusRow >= before.rowEnd && focusRow >= next.rowEnd)
  );
}
