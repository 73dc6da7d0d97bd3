import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import type { ColumnState } from '@/lib/grid/grid-model';
import { ShownPartsProvider, type ShownPartsScope } from '../controller/use-shown-parts';
import { useWorkbenchScope } from '../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import type { SourceChange } from './change-notice';
import { shownResults, type RenderTools, type ToolSlot } from './exportable-results';
import { GridRegion } from './grid-region';
import { NotesRegion } from './notes-region';
import { PrintedSnapshot } from './printed-snapshot';
import classes from './results-panel.module.css';
import { SetupRegion, ToolsRegion } from './tools-region';
import { useRowTools } from './use-row-tools';
import { useRowsOnScreen } from './use-rows-on-screen';
import { useSourceChange } from './use-source-change';
import { viewPanelProps } from './view-tabs';

export interface ShownSnapshotProps {
  readonly ref: Ref<ShownSnapshotHandle>;
  readonly openSnapshot: OpenSnapshot;
  /** A description of the query; null if the address does not contain the query. */
  readonly words: string | null;
  /** The 0-based row that a link points to; null if there is none. */
  readonly initialRow: number | null;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  /** The latest change of the source data that the user was notified of and has not postponed. */
  readonly sourceChange: SourceChange | null;
  readonly renderTools: RenderTools;
  /** Renders `RowsReadArea`, if a view, a subset of the rows, or charts in the headers were requested. */
  readonly renderRowsRead: (openSnapshot: OpenSnapshot) => ReactNode;
}

export interface ShownSnapshotHandle {
  /** Focuses the grid; returns false if there is none, because the snapshot has no rows. */
  readonly focus: () => boolean;
  /** Returns the current scroll position, at which the next snapshot opens. */
  readonly getAnchor: () => ViewportAnchor;
}

/** The rows of a snapshot with their tools and notices. */
export function ShownSnapshot({ ref, ...props }: ShownSnapshotProps) {
  const { priceColumn, views, shownView } = useWorkbenchScope();
  const onScreen = useRowsOnScreen(props);
  const { whole, openSnapshot, isSubset, parts, hasRowsRead, gridRef, selected, stop, getAnchor, takeNew } =
    onScreen;
  const tools = useRowTools(onScreen);
  const change = useSourceChange(props.sourceChange, openSnapshot, getAnchor);
  const hasGridView = shownView === 'rows';

  useImperativeHandle(ref, () => ({
    focus() {
      if (parts.isGridAway) return false;
      gridRef.current?.focus();
      return gridRef.current !== null;
    },
    getAnchor,
  }));

  const getResults = () => {
    const ending = { hasExpired: stop?.hasExpired === true, onTakeNew: takeNew };
    // The service and kept copies have the whole snapshot, in which a position of the subset would be a different row.
    return isSubset
      ? shownResults(whole, null, 0, ending)
      : shownResults(openSnapshot, selected, gridRef.current?.firstVisibleRow ?? 0, ending);
  };
  const renderTools = (slot: ToolSlot) => props.renderTools(getResults, slot, openSnapshot.snapshot.cacheKey);

  const partsScope: ShownPartsScope = {
    parts,
    turnPicturesOff: () => {
      onScreen.view.change({ hasPictures: false });
      onScreen.takeFocus();
    },
    takeFocus: onScreen.takeFocus,
    closeAdding: onScreen.closeAdding,
    renderTools: () => renderTools('changes'),
    noteSide: change.noteSide,
  };

  return (
    <>
      <PrintedSnapshot
        priceColumn={priceColumn}
        words={props.words}
        openSnapshot={openSnapshot}
        columnState={props.columnState}
      />
      <ToolsRegion onScreen={onScreen} tools={tools} renderTools={renderTools} />
      <div
        className={classes['views']}
        data-stacked={(hasGridView && hasRowsRead) || undefined}
        {...(hasGridView && viewPanelProps('rows', views))}
      >
        {parts.rowsRead !== 'absent' && (
          <div
            {...(!hasGridView && viewPanelProps(shownView, views))}
            className={classes['rows-read']}
            data-place={parts.rowsRead}
            hidden={parts.rowsRead === 'hidden'}
          >
            <ShownPartsProvider value={partsScope}>{props.renderRowsRead(whole)}</ShownPartsProvider>
          </div>
        )}
        <GridRegion onScreen={onScreen} tools={tools} />
      </div>
      <NotesRegion onScreen={onScreen} tools={tools} change={change.notice} renderTools={renderTools} />
      <SetupRegion onScreen={onScreen} tools={tools} />
    </>
  );
}
