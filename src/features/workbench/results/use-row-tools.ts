import type { KeyboardEvent } from 'react';
import { useCopy, type Copying } from './clipboard/use-copy';
import { useFindPanel, type FindPanel } from './find/use-find-panel';
import { useRecord, type RecordTool } from './record/use-record';
import type { ResultsCommand } from './results-command';
import { onResultsKeyDown, runResultsCommand } from './run-results-command';
import { useSelectionStatistics, type StatisticsModel } from './statistics/use-selection-statistics';
import { useOverlays, type Overlays } from './use-overlays';
import { useResultsNotes, type ResultsNotes } from './use-results-notes';
import type { RowsOnScreen } from './use-rows-on-screen';

/** The tools for the rows on screen. They are used from several places: the grid, its menus and keys, the toolbar and the notices. */
export interface RowTools {
  readonly copying: Copying;
  readonly statistics: StatisticsModel;
  readonly finding: FindPanel;
  readonly record: RecordTool;
  readonly notes: ResultsNotes;
  readonly overlays: Overlays;
  /** Carries out a command of a menu or of the toolbar. */
  readonly onCommand: (command: ResultsCommand) => void;
  /** Handles the keys of the grid that act on the results around it. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function useRowTools(onScreen: RowsOnScreen): RowTools {
  const { openSnapshot, columns, gridRef, selected, view } = onScreen;
  const copying = useCopy(openSnapshot, columns);
  const statistics = useSelectionStatistics(openSnapshot, columns, selected);
  const finding = useFindPanel(onScreen);
  const record = useRecord(onScreen);
  const notes = useResultsNotes(onScreen);
  const overlays = useOverlays(onScreen, onCommand);
  const { hasSingleKeys } = view.settings;
  const used = { gridRef, selected, copying, record, statistics };

  function onCommand(command: ResultsCommand): void {
    runResultsCommand(command, { ...used, onPinned: notes.onPinned });
  }

  function onKeyDown(event: KeyboardEvent): void {
    onResultsKeyDown(event, { ...used, hasSingleKeys, openKeys: overlays.openKeys });
  }

  return { copying, statistics, finding, record, notes, overlays, onCommand, onKeyDown };
}
