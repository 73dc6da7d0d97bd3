import type { CSSProperties } from 'react';
import type { ColumnSlot } from './column-window';
import classes from './grid-cell.module.css';
import type { GridColumn } from './grid-model';

const styles = new WeakMap<ColumnSlot, CSSProperties>();

/** One and the same object for all cells of a column, which spares React from comparing it. */
export function cellStyle(slot: ColumnSlot): CSSProperties {
  let style = styles.get(slot);
  if (style === undefined) {
    style = { left: slot.leftPx, width: slot.widthPx };
    styles.set(slot, style);
  }
  return style;
}

/** The classes that say how a column's cells are aligned and pinned. */
export function cellClass(slot: ColumnSlot, column: GridColumn): string {
  const names = [classes['cell'], classes[column.align]];
  if (column.isKey === true) names.push(classes['key']);
  if (slot.pin === 'start') names.push(classes['pinnedStart']);
  if (slot.pin === 'end') names.push(classes['pinnedEnd']);
  return names.join(' ');
}
