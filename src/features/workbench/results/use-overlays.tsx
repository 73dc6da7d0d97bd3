import { useState, type ReactNode, type RefObject } from 'react';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import type { ColumnState } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { GridMenu, KeysDialog } from './lazy-tools';
import type { MenuRequest } from './menus/menu-request';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import type { ResultsCommand } from './results-command';
import type { ResultsView } from './view/use-results-view';

export interface OverlaysInput {
  readonly gridRef: RefObject<DataGridHandle | null>;
  readonly opened: OpenSnapshot;
  readonly selected: SelectedCells | null;
  readonly columns: ResultColumns;
  readonly view: ResultsView;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly onCommand: (command: ResultsCommand) => void;
}

export interface Overlays {
  readonly openMenu: (request: MenuRequest) => void;
  readonly openKeys: () => void;
  readonly overlays: ReactNode;
}

/** Opens the menus and the list of keys over the rows, and returns the focus when they are closed. */
export function useOverlays(input: OverlaysInput): Overlays {
  const { gridRef, opened, selected, columns, view, columnState, onColumnStateChange, onCommand } = input;
  const [menu, setMenu] = useState<MenuRequest | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);

  return {
    openMenu: setMenu,
    openKeys: () => setShowsKeys(true),
    overlays: (
      <>
        {menu !== null && (
          <GridMenu
            request={menu}
            opened={opened}
            selected={selected}
            columns={columns}
            columnState={columnState}
            onColumnStateChange={onColumnStateChange}
            onCommand={onCommand}
            onClose={() => {
              setMenu(null);
              returnFocus(() => {
                if (menu.opener?.isConnected === true) menu.opener.focus();
                else gridRef.current?.focus();
              });
            }}
          />
        )}
        {showsKeys && (
          <KeysDialog
            view={view}
            onClose={() => {
              setShowsKeys(false);
              gridRef.current?.focus();
            }}
          />
        )}
      </>
    ),
  };
}

/** Returns the focus to the button that opened the menu, unless the chosen entry has moved the focus. */
function returnFocus(focus: () => void): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest('[role="menu"]') != null) focus();
}
