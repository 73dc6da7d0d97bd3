import type { KeyboardEvent, RefObject } from 'react';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import type { Copying } from './clipboard/use-copy';
import type { RecordTool } from './record/use-record';
import type { ResultsCommand } from './results-command';
import type { StatisticsModel } from './statistics/use-selection-statistics';

/** The state that commands and keys act on. */
export interface ResultsTools {
  readonly gridRef: RefObject<DataGridHandle | null>;
  /** The selected cells; null before the first selection. */
  readonly selected: SelectedCells | null;
  readonly copying: Copying;
  readonly record: RecordTool;
  readonly statistics: StatisticsModel;
}

export interface CommandTools extends ResultsTools {
  /** Starts reporting pinned columns that do not fit. */
  readonly onPinned: () => void;
}

/** Carries out a command of a menu or of the toolbar. */
export function runResultsCommand(command: ResultsCommand, tools: CommandTools): void {
  const grid = tools.gridRef.current;
  const selectColumn = (columnId: string) =>
    grid?.select([{ kind: 'columns', anchorColumn: columnId, headColumn: columnId }]);
  switch (command.type) {
    case 'copy':
      if (tools.selected !== null) tools.copying.copy(tools.selected, command.options);
      return;
    case 'show-record':
      return tools.record.open(command.position);
    case 'select-row':
      return grid?.select([{ kind: 'rows', anchorRow: command.rowIndex, headRow: command.rowIndex }]);
    case 'select-column':
      return selectColumn(command.columnId);
    case 'show-statistics':
      tools.statistics.completeNext();
      return selectColumn(command.columnId);
    case 'fit-column':
      return grid?.fitColumns([command.columnId]);
    case 'fit-all-columns':
      return grid?.fitColumns();
    case 'move-column':
      return grid?.moveColumn(command.columnId, command.steps);
    case 'widen-column':
      return grid?.widenColumn(command.columnId, command.steps);
    case 'report-pins-without-room':
      return tools.onPinned();
  }
}

export interface KeyTools extends ResultsTools {
  readonly hasSingleKeys: boolean;
  readonly openKeys: () => void;
}

/** Handles the keys of the grid that act on the results around it: help, copying, and closing the record. */
export function onResultsKeyDown(event: KeyboardEvent, tools: KeyTools): void {
  const { selected, copying, record } = tools;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (event.key === '?' && !hasModifier && !event.altKey) {
    // If the user has switched off keys without Ctrl, they do nothing in the grid, including the key for help.
    event.preventDefault();
    if (tools.hasSingleKeys) tools.openKeys();
    return;
  }
  if (event.key === 'Escape' && copying.state.status === 'loading') {
    // The first Escape cancels the copy; the second one clears the selection.
    event.preventDefault();
    copying.dismiss();
    return;
  }
  const closesRecord = event.key === 'F2' || (event.key === 'Escape' && selected?.selection.length === 0);
  if (record.isOpen && closesRecord && !hasModifier) {
    event.preventDefault();
    record.close();
    return;
  }
  const isCopy = hasModifier && !event.altKey && event.key.toLowerCase() === 'c';
  if (!isCopy || selected === null) return;
  event.preventDefault();
  copying.copy(selected, { hasHeaders: event.shiftKey });
}
