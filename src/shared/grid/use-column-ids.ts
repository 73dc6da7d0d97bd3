import { useState } from 'react';
import type { ColumnLayout } from './column-window';

/** The shown columns; the same list as long as it is the same columns, however wide they and the view become. */
export function useColumnIds(layout: ColumnLayout): readonly string[] {
  const now = layout.slots.map((slot) => slot.columnId);
  const [columnIds, setColumnIds] = useState(now);
  const isSame = now.length === columnIds.length && now.every((id, place) => id === columnIds[place]);
  if (isSame) return columnIds;
  setColumnIds(now);
  return now;
}
