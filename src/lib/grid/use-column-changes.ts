import { useTranslations } from 'use-intl';
import type { ColumnLayout } from './column-layout';
import type { GridColumn } from './grid-model';
import { widthWithinLimitsPx, type ColumnModel } from './use-column-model';

const RESIZE_STEP_PX = 16;

/** Commands that change columns and announce the change to screen readers. */
export interface ColumnChanges {
  readonly move: (columnId: string, steps: -1 | 1) => void;
  readonly moveTo: (columnId: string, targetId: string) => void;
  readonly widen: (columnId: string, steps: -1 | 1) => void;
}

export function useColumnChanges(
  columnModel: ColumnModel,
  layout: ColumnLayout,
  columnsById: ReadonlyMap<string, GridColumn>,
  announce: (text: string) => void,
): ColumnChanges {
  const t = useTranslations('grid');
  const slotOf = (columnId: string) => layout.slots.find((slot) => slot.columnId === columnId);
  const labelOf = (columnId: string) => columnsById.get(columnId)?.label ?? columnId;

  function moveTo(columnId: string, targetId: string): void {
    const [slot, target] = [slotOf(columnId), slotOf(targetId)];
    if (slot === undefined || target === undefined || slot === target || slot.group !== target.group) return;
    columnModel.moveTo(columnId, targetId);
    const [place, count] = [target.columnIndex + 1, layout.slots.length];
    announce(t('movedTo', { column: labelOf(columnId), place, count }));
  }

  return {
    moveTo,
    move(columnId, steps) {
      const neighbour = layout.slots[(slotOf(columnId)?.columnIndex ?? -2) + steps];
      if (neighbour !== undefined) moveTo(columnId, neighbour.columnId);
    },
    widen(columnId, steps) {
      const slot = slotOf(columnId);
      if (slot === undefined) return;
      const widthPx = widthWithinLimitsPx(slot.widthPx + steps * RESIZE_STEP_PX);
      columnModel.resize(columnId, widthPx);
      announce(t('resizedTo', { column: labelOf(columnId), width: widthPx }));
    },
  };
}
