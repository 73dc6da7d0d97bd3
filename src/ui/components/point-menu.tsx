import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './point-menu.module.css';

export interface PointMenuProps {
  readonly label: string;
  /** The point, relative to the window. */
  readonly xPx: number;
  readonly yPx: number;
  /** Whether some items can be checked. If so, all items are indented. */
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
      // No button opened the menu, so the component that opened it takes the focus back.
      returnFocus={false}
      // Mantine's focus trap takes the focus only after the menu is visible. A key pressed before would go to another element.
      trapFocus={false}
      // Keeps the menu visible at the edge of the window, where Mantine considers its point as detached.
      hideDetached={false}
      // `keydown` is left out, because the event of the key that opened the menu is still bubbling and would close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
      alignItemsLabels={hasChecks ? 'all' : 'none'}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* The button gives the menu its name and position. It is neither visible nor focusable. */}
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes['point']}
          style={{ left: xPx, top: yPx }}
        />
      </Menu.Target>
      {/* On Windows, the menu key opens the browser's menu on keyup, when the focus is already in the dropdown. */}
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
