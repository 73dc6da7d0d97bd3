import type { RowRange } from './grid-model';

/**
 * React keys that assign rows to DOM elements. A row keeps its element while it scrolls; after a jump, other rows reuse the elements.
 * The focused row keeps its element, and the element its position in the parent, because a new element would not have the focus.
 */
export interface RowKeys {
  readonly shift: number;
  readonly focus: { readonly rowIndex: number; readonly key: string } | null;
}

export const FIRST_ROW_KEYS: RowKeys = { shift: 0, focus: null };

/** Returns the key of a rendered row's element. No two rows have the same key. */
export function keyOfRow(keys: RowKeys, rowIndex: number): string {
  if (keys.focus?.rowIndex === rowIndex) return keys.focus.key;
  const key = `${rowIndex - keys.shift}`;
  return keys.focus?.key === key ? `${key}+` : key;
}

/** Returns the keys after the focus has moved to another row, or to no row (null). */
export function keysWithFocus(keys: RowKeys, rowIndex: number | null): RowKeys {
  if (rowIndex === (keys.focus?.rowIndex ?? null)) return keys;
  const focus = rowIndex === null ? null : { rowIndex, key: keyOfRow(keys, rowIndex) };
  return { shift: keys.shift, focus };
}

/** Returns the keys after another range of rows is rendered. */
export function keysForRows(keys: RowKeys, before: RowRange, next: RowRange): RowKeys {
  const overlaps = next.rowStart < before.rowEnd && before.rowStart < next.rowEnd;
  if (overlaps || !staysAside(keys.focus?.rowIndex ?? null, before, next)) return keys;
  return { shift: keys.shift + next.rowStart - before.rowStart, focus: keys.focus };
}

/** Whether the focused row is out of view on the same side (above or below) before and after. */
function staysAside(focusRow: number | null, before: RowRange, next: RowRange): boolean {
  return (
    focusRow === null ||
    (focusRow < before.rowStart && focusRow < next.rowStart) ||
    (focusRow >= before.rowEnd && focusRow >= next.rowEnd)
  );
}
