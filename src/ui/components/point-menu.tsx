import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './point-menu.module.css';

export interface PointMenuProps {
  readonly label: string;
  /** Relative to the window. */
  readonly xPx: number;
  readonly yPx: number;
  /** Indents all items, because some of them can be checked. */
  readonly hasChecks?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that opens at a point instead of a button. */
export function PointMenu({ label, xPx, yPx, hasChecks = false, onClose, children }: PointMenuProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      shadow="md"
      // There is no button to return to; the opener takes the focus back.
      returnFocus={false}
      // Mantine's trap takes the focus some time after the menu is visible; a key pressed until then would go elsewhere.
      trapFocus={false}
      // A point at the very edge of the window counts as detached, which would hide the menu.
      hideDetached={false}
      // Not keydown: the event of the key that opened the menu is still bubbling.
      clickOutsideEvents={['mousedown', 'touchstart']}
      alignItemsLabels={hasChecks ? 'all' : 'none'}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* Gives the menu its name and its position; it is neither visible nor focusable. */}
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes['point']}
          style={{ left: xPx, top: yPx }}
        />
      </Menu.Target>
      {/* On Windows the menu key opens the browser's menu on keyup; by then the focus is in here. */}
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
