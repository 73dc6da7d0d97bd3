import { useCallback, useEffect, useEffectEvent, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { usePublished } from '../controller/use-published-rows';
import classes from './results-panel.module.css';
import { usePublishScreenValues } from './screen-values';
import { SnapshotGrid } from './snapshot-grid';
import type { RowTools } from './use-row-tools';
import type { RowsOnScreen } from './use-rows-on-screen';

export interface GridRegionProps {
  readonly onScreen: RowsOnScreen;
  readonly tools: RowTools;
}

/** The grid, and beside it the record of a row. It stays in the layout behind another view, so that it keeps its position and selection. */
export function GridRegion({ onScreen, tools }: GridRegionProps) {
  const { openSnapshot, columns, parts, gridRef, selected, onSelected, stop, takeNew } = onScreen;
  const { record } = tools;
  const t = useTranslations('results');
  const helpId = useId();
  const headerPicture = usePublished('headerPicture');
  const { rows } = openSnapshot;
  // Earlier snapshots stay in memory for the Back button. While a snapshot is inactive, it keeps only some of its rows.
  useEffect(() => {
    rows.setActive(true);
    return () => rows.setActive(false);
  }, [rows]);
  usePublishScreenValues(openSnapshot, onScreen.fields, gridRef);
  useFreeFocus(onScreen);
  const { follow } = record;
  const onSelectionChange = useCallback(
    (cells: SelectedCells) => {
      onSelected(cells);
      follow(cells.focus);
    },
    [onSelected, follow],
  );
  return (
    <div className={classes['rows']} data-away={parts.isGridAway || undefined}>
      <div className={classes['grid']}>
        <SnapshotGrid
          gridRef={gridRef}
          openSnapshot={openSnapshot}
          columns={columns}
          columnState={onScreen.columnState}
          onColumnStateChange={onScreen.onColumnStateChange}
          settings={onScreen.view.settings}
          matches={tools.finding.matches}
          renderHeaderPicture={parts.hasPictures ? (headerPicture ?? renderNothing) : null}
          requestedRow={onScreen.requestedRow}
          lastFocus={selected?.focus ?? null}
          describedBy={helpId}
          wayOut={stop === null ? null : { label: t('takeNew'), onPress: takeNew }}
          events={{
            onSelectionChange,
            onOpenCell: record.open,
            onMenu: tools.overlays.openMenu,
            onKeyDown: tools.onKeyDown,
            onPinsWithoutRoom: tools.notes.onPinsWithoutRoom,
          }}
        />
      </div>
      {record.panel}
      <p id={helpId} hidden>
        {t('gridHelp')}
      </p>
    </div>
  );
}

/** Focuses the grid when it shows other rows and the focused element has disappeared, such as the button of a view that showed them. */
function useFreeFocus({ openSnapshot: { subsetId }, takeFocus }: RowsOnScreen): void {
  const takeFreeFocus = useEffectEvent(() => {
    if (document.activeElement?.matches('body, [data-results]') === true) takeFocus();
  });
  useEffect(() => {
    if (subsetId !== undefined) takeFreeFocus();
  }, [subsetId]);
}

/** Reserves the space of the charts in the headers until they can be rendered. */
function renderNothing(): null {
  return null;
}
