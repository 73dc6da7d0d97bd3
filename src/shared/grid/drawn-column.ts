import type { CSSProperties } from 'react';
import type { ColumnSlot } from './column-window';
import classes from './grid-cell.module.css';
import type { GridColumn } from './grid-model';

/** A column as the header and all rows draw it. */
export interface DrawnColumn {
  readonly slot: ColumnSlot;
  readonly column: GridColumn;
  /** How its cells are aligned and pinned. */
  readonly className: string;
  /** One and the same object for all its cells, which spares React from comparing it. */
  readonly style: CSSProperties;
}

export function drawnColumn(slot: ColumnSlot, column: GridColumn): DrawnColumn {
  const names = [classes['cell'], classes[column.align]];
  if (column.isKey === true) names.push(classes['key']);
  if (slot.pin === 'start') names.push(classes['pinnedStart']);
  if (slot.pin === 'end') names.push(classes['pinnedEnd']);
  const style = { left: slot.leftPx, width: slot.widthPx };
  return { slot, column, className: names.join(' '), style };
}
