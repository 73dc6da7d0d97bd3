import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CellPlace } from '@/shared/grid/grid-model';
import classes from './point-menu.module.css';

/** Where a menu was asked for: the column's for a position in the header, the cell's for any other. */
export interface MenuRequest {
  readonly place: CellPlace;
  /** Of the window. */
  readonly xPx: number;
  readonly yPx: number;
}

export interface PointMenuProps {
  readonly label: string;
  /** Of the window. */
  readonly xPx: number;
  readonly yPx: number;
  /** Some of its items can be checked: all leave room for that. */
  readonly hasChecks?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that opens at a point and not at a button. */
export function PointMenu({ label, xPx, yPx, hasChecks = false, onClose, children }: PointMenuProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      shadow="md"
      // Who opened it takes the focus back: there is no button to return to.
      returnFocus={false}
      // The library's trap takes the focus some time after the menu is seen; a key pressed until then would go elsewhere.
      trapFocus={false}
      // A point at the window's very edge counts as out of sight, and the menu would be with it.
      hideDetached={false}
      // Not keys: the one that opened the menu is still on its way to the document.
      clickOutsideEvents={['mousedown', 'touchstart']}
      alignItemsLabels={hasChecks ? 'all' : 'none'}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* Gives the menu its name and its place; there is nothing to see or press. */}
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes['point']}
          style={{ left: xPx, top: yPx }}
        />
      </Menu.Target>
      {/* On Windows the menu key asks for the browser's menu when it is let go: by then the focus is in here. */}
      <Menu.Dropdown
        ref={focusFirstItem}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Tab') return;
          event.preventDefault();
          onClose();
        }}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

function focusFirstItem(dropdown: HTMLElement | null): void {
  dropdown?.querySelector<HTMLElement>('[role^="menuitem"]:not(:disabled)')?.focus({ preventScroll: true });
}
