import type { GridCell, GridColumn, GridRows } from './grid-model';
import { visibleText } from './visible-text';

/** Rows looked at on each side of those in view. */
const SAMPLE_ROWS = 500;

/** Padding, border, and room for the sort mark in the header, px. */
const CELL_ROOM_PX = 23;
const HEADER_ROOM_PX = 46;

/**
 * The width, px, at which a column shows its header and all values loaded near the rows in view. `font` is a CSS font
 * shorthand; digits count as wide as a zero, as tabular figures are.
 */
export function fittingWidthPx<TRow>(
  column: GridColumn,
  rows: GridRows<TRow>,
  rowCount: number,
  firstVisible: number,
  getCell: (row: TRow, columnId: string) => GridCell,
  font: string,
): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  const measurePx = (text: string, weight: number) => {
    context.font = `${weight} ${font}`;
    return context.measureText(text.replace(/\p{Nd}/gu, '0')).width;
  };
  let widestPx = measurePx(column.label, 550) + HEADER_ROOM_PX;
  const rowStart = Math.max(0, firstVisible - SAMPLE_ROWS);
  const rowEnd = Math.min(rowCount, firstVisible + SAMPLE_ROWS);
  for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1) {
    const row = rows.getRow(rowIndex);
    if (row === null) continue;
    const cell = getCell(row, column.id);
    if (cell.state !== 'value') continue;
    const weight = column.isKey === true ? 550 : 400;
    widestPx = Math.max(widestPx, measurePx(visibleText(cell.text), weight) + CELL_ROOM_PX);
  }
  return Math.ceil(widestPx);
}
