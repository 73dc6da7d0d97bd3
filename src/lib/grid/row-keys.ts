import type { RowRange } from './grid-model';

/**
 * The elements that render the rows. Scrolled rows keep them; after a leap, they are reused in their order.
 * The focused row keeps its element and its position within the parent, or the focus would be lost.
 */
export interface RowKeys {
  readonly shift: number;
  readonly focus: { readonly rowIndex: number; readonly key: string } | null;
}

export const FIRST_ROW_KEYS: RowKeys = { shift: 0, focus: null };

/** Returns the key of a rendered row's element. Keys are unique. */
export function keyOfRow(keys: RowKeys, rowIndex: number): string {
  if (keys.focus?.rowIndex === rowIndex) return keys.focus.key;
  const key = `${rowIndex - keys.shift}`;
  return keys.focus?.key === key ? `${key}+` : key;
}

/** Returns the keys after the focus moved to another row; null for none. */
export function keysWithFocus(keys: RowKeys, rowIndex: number | null): RowKeys {
  if (rowIndex === (keys.focus?.rowIndex ?? null)) return keys;
  const focus = rowIndex === null ? null : { rowIndex, key: keyOfRow(keys, rowIndex) };
  return { shift: keys.shift, focus };
}

/** Returns the keys for another range of rendered rows. */
export function keysForRows(keys: RowKeys, before: RowRange, next: RowRange): RowKeys {
  const overlaps = next.rowStart < before.rowEnd && before.rowStart < next.rowEnd;
  if (overlaps || !staysAside(keys.focus?.rowIndex ?? null, before, next)) return keys;
  return { shift: keys.shift + next.rowStart - before.rowStart, focus: keys.focus };
}

/** True if the focused row is out of view on the same side before and after. */
function staysAside(focusRow: number | null, before: RowRange, next: RowRange): boolean {
  return (
    focusRow === null ||
    (focusRow < before.rowStart && focusRow < next.rowStart) ||
    (focusRow >= before.rowEnd && focusRow >= next.rowEnd)
  );
}
