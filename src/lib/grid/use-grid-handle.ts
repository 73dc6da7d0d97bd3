import { useImperativeHandle, type Ref } from 'react';
import type { ColumnLayout } from './column-layout';
import type { DataGridHandle } from './data-grid-props';
import type { CellPosition } from './grid-model';
import type { GridViewport } from './grid-viewport';
import { NO_SELECTION } from './selection';
import type { ColumnChanges } from './use-column-changes';
import type { GridCommands } from './use-grid-commands';
import type { GridFocus } from './use-grid-focus';
import type { GridSelectionModel } from './use-grid-selection';

interface GridHandleInput {
  readonly rowCount: number;
  readonly rowHeightPx: number;
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly changes: ColumnChanges;
  readonly commands: GridCommands;
  readonly focus: GridFocus;
  readonly selecting: GridSelectionModel;
  readonly fitColumns: (columnIds: readonly string[]) => void;
}

/** Provides the commands that a grid offers through its ref. */
export function useGridHandle(ref: Ref<DataGridHandle> | undefined, input: GridHandleInput): void {
  const { rowCount, rowHeightPx, viewport, layout, changes, commands, focus, selecting, fitColumns } = input;
  const { tabStop } = focus;

  /** Clears the selection when the active cell moves: a user who then copies means that cell, not the earlier selection. */
  const selectNoneElsewhere = ({ rowIndex, columnId }: CellPosition) => {
    if (rowIndex !== tabStop?.rowIndex || columnId !== tabStop.columnId) selecting.select(NO_SELECTION);
  };
  useImperativeHandle(ref, (): DataGridHandle => ({
    goToRow(rowIndex) {
      const position = {
        rowIndex: Math.min(Math.max(0, Math.trunc(rowIndex)), rowCount - 1),
        columnId: tabStop?.columnId ?? '',
      };
      selectNoneElsewhere(position);
      commands.goTo(position, 'start-if-hidden');
    },
    focusCell(position) {
      selectNoneElsewhere(position);
      commands.goTo(position, 'nearest');
    },
    focus: focus.take,
    activate(position) {
      selectNoneElsewhere(position);
      focus.activate(position);
      commands.showCell(position, 'nearest');
    },
    showCell(position) {
      commands.showCell(position, 'nearest');
    },
    select: selecting.select,
    moveColumn: changes.move,
    widenColumn: changes.widen,
    fitColumns: (columnIds = layout.slots.map((slot) => slot.columnId)) => fitColumns(columnIds),
    get firstVisibleRow() {
      return viewport.getView().visible.rowStart;
    },
    get firstRowCut() {
      const { rowStart } = viewport.getView().visible;
      return Math.max(0, viewport.getOffsetPx() - rowStart * rowHeightPx) / rowHeightPx;
    },
  }));
}
