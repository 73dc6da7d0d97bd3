/** A row to draw, or the room of rows that are not drawn. */
export type RowSlot =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'gap'; readonly firstIndex: number; readonly rowCount: number };

/** All `rowCount` rows in order: those to draw (0-based, ascending) one by one, the others as gaps between them. */
export function rowSlots(drawnIndexes: readonly number[], rowCount: number): RowSlot[] {
  const slots: RowSlot[] = [];
  let next = 0;
  const skipTo = (index: number) => {
    if (index > next) slots.push({ kind: 'gap', firstIndex: next, rowCount: index - next });
  };
  for (const index of drawnIndexes) {
    if (index >= rowCount) break;
    skipTo(index);
    slots.push({ kind: 'row', index });
    next = index + 1;
  }
  skipTo(rowCount);
  return slots;
}
