import type { ReactNode } from 'react';
import { setupPlace } from '../controller/places';
import { useWorkbenchScope } from '../controller/use-workbench';
import type { ToolSlot } from './exportable-results';
import { HighlightsSetup, RowsSetup } from './lazy-tools';
import { ResultsToolbar } from './results-toolbar';
import type { RowTools } from './use-row-tools';
import type { RowsOnScreen } from './use-rows-on-screen';
import { ViewTabs } from './view-tabs';

export interface ToolsRegionProps {
  readonly onScreen: RowsOnScreen;
  readonly tools: RowTools;
  readonly renderTools: (slot: ToolSlot) => ReactNode;
}

/** The toolbar above the rows. */
export function ToolsRegion({ onScreen, tools, renderTools }: ToolsRegionProps) {
  const { views, shownView } = useWorkbenchScope();
  return (
    <ResultsToolbar
      start={views.length > 1 && <ViewTabs />}
      openSnapshot={onScreen.openSnapshot}
      hasGrid={!onScreen.parts.isGridAway}
      columnState={onScreen.columnState}
      onColumnStateChange={onScreen.onColumnStateChange}
      // A subset has a separate export tool, so the tools for the whole snapshot are left out.
      renderTools={() => (onScreen.isSubset && shownView === 'rows' ? null : renderTools('toolbar'))}
      finding={tools.finding}
      onGoToRow={(rowIndex) => onScreen.gridRef.current?.goToRow(rowIndex)}
      onRefresh={onScreen.takeNew}
      onStatistics={() => {
        const columnId = onScreen.selected?.focus?.columnId;
        if (columnId !== undefined) tools.onCommand({ type: 'show-statistics', columnId });
      }}
      takeFocus={onScreen.takeFocus}
    />
  );
}

/** The menus over the rows, and the set-up of the rows in the query panel. */
export function SetupRegion({ onScreen, tools }: Omit<ToolsRegionProps, 'renderTools'>) {
  const { columns, columnState, onColumnStateChange } = onScreen;
  const { overlays } = tools;
  const { shownView } = useWorkbenchScope();
  return (
    <>
      {overlays.rendered}
      {shownView === 'rows' && (
        <setupPlace.Into>
          <RowsSetup
            view={onScreen.view}
            columns={columns.columns}
            fieldOf={columns.fieldOf}
            columnState={columnState}
            onColumnStateChange={onColumnStateChange}
            onCommand={tools.onCommand}
            onMenu={overlays.openMenu}
            onKeys={overlays.openKeys}
            highlights={<HighlightsSetup columns={onScreen.openSnapshot.columns} fields={onScreen.fields} />}
          />
        </setupPlace.Into>
      )}
    </>
  );
}
