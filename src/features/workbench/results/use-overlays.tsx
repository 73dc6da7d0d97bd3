import { useState, type ReactNode } from 'react';
import { GridMenu, KeysDialog } from './lazy-tools';
import type { MenuRequest } from './menus/menu-request';
import type { ResultsCommand } from './results-command';
import type { RowsOnScreen } from './use-rows-on-screen';

export interface Overlays {
  readonly openMenu: (request: MenuRequest) => void;
  readonly openKeys: () => void;
  readonly rendered: ReactNode;
}

/** Opens the menus and the list of keys over the rows, and returns the focus when they are closed. */
export function useOverlays(onScreen: RowsOnScreen, onCommand: (command: ResultsCommand) => void): Overlays {
  const [menu, setMenu] = useState<MenuRequest | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);

  return {
    openMenu: setMenu,
    openKeys: () => setShowsKeys(true),
    rendered: (
      <>
        {menu !== null && (
          <GridMenu
            request={menu}
            opened={onScreen.openSnapshot}
            selected={onScreen.selected}
            columns={onScreen.columns}
            columnState={onScreen.columnState}
            onColumnStateChange={onScreen.onColumnStateChange}
            onCommand={onCommand}
            onClose={() => {
              setMenu(null);
              returnFocus(() => {
                if (menu.opener?.isConnected === true) menu.opener.focus();
                else onScreen.takeFocus();
              });
            }}
          />
        )}
        {showsKeys && (
          <KeysDialog
            view={onScreen.view}
            onClose={() => {
              setShowsKeys(false);
              onScreen.takeFocus();
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
