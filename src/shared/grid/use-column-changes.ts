import { useTranslations } from 'use-intl';
import { widthWithinLimitsPx } from './arrangement';
import type { ColumnLayout } from './column-window';
import type { GridColumn } from './grid-model';
import type { ColumnModel } from './use-column-model';

/** Changes of columns that are told to who cannot see them. */
export interface ColumnChanges {
  /** Moves a column by one place among those that are pinned like it. */
  readonly move: (columnId: string, steps: -1 | 1) => void;
  /** Moves a column to where another one stands, if that is pinned like it. */
  readonly moveTo: (columnId: string, targetId: string) => void;
  readonly widen: (columnId: string, byPx: number) => void;
}

export function useColumnChanges(
  columnModel: ColumnModel,
  layout: ColumnLayout,
  columnsById: ReadonlyMap<string, GridColumn>,
  announce: ((text: string) => void) | undefined,
): ColumnChanges {
  const t = useTranslations('grid');
  const slotOf = (columnId: string) => layout.slots.find((slot) => slot.columnId === columnId);
  const labelOf = (columnId: string) => columnsById.get(columnId)?.label ?? columnId;

  function moveTo(columnId: string, targetId: string): void {
    const [slot, target] = [slotOf(columnId), slotOf(targetId)];
    if (slot === undefined || target === undefined || slot === target || slot.group !== target.group) return;
    columnModel.moveTo(columnId, targetId);
    const [place, count] = [target.columnIndex + 1, layout.slots.length];
    announce?.(t('movedTo', { column: labelOf(columnId), place, count }));
  }

  return {
    moveTo,
    move(columnId, steps) {
      const neighbour = layout.slots[(slotOf(columnId)?.columnIndex ?? -2) + steps];
      if (neighbour !== undefined) moveTo(columnId, neighbour.columnId);
    },
    widen(columnId, byPx) {
      const slot = slotOf(columnId);
      if (slot === undefined) return;
      const widthPx = widthWithinLimitsPx(slot.widthPx + byPx);
      columnModel.resize(columnId, widthPx);
      announce?.(t('resizedTo', { column: labelOf(columnId), width: widthPx }));
    },
  };
}
