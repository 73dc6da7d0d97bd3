import { Menu, type MenuItemProps } from '@mantine/core';
import classes from './menu-entry.module.css';

export interface MenuEntryProps extends MenuItemProps {
  readonly onClick: () => void;
  /** Why the entry is unavailable; null or absent if it is available. */
  readonly whyNot?: string | null;
}

/** An entry of a menu. If it is unavailable, it shows why. */
export function MenuEntry({ whyNot = null, onClick, children, ...item }: MenuEntryProps) {
  if (whyNot === null) {
    return (
      <Menu.Item {...item} onClick={onClick}>
        {children}
      </Menu.Item>
    );
  }
  return (
    // The entry is not `disabled`, because arrow keys would then skip it, and keyboard users would not learn the reason.
    <Menu.Item
      {...item}
      aria-disabled="true"
      className={classes['impossible'] ?? ''}
      closeMenuOnClick={false}
    >
      {children} <span className={classes['whyNot']}>{whyNot}</span>
    </Menu.Item>
  );
}

/** Shows the keyboard shortcut of the menu entry around it. */
export function Shortcut({ keys }: { readonly keys: string }) {
  return (
    <span aria-hidden="true" className={classes['shortcut']}>
      {keys}
    </span>
  );
}
