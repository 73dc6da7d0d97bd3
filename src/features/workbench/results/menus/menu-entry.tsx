import { Menu, type MenuItemProps } from '@mantine/core';
import classes from './point-menu.module.css';

export interface MenuEntryProps extends MenuItemProps {
  readonly onClick: () => void;
  /** Why it cannot be chosen now, in words; null or absent where it can. */
  readonly whyNot?: string | null;
}

/** An entry of a menu; one that cannot be chosen says why. */
export function MenuEntry({ whyNot = null, onClick, children, ...item }: MenuEntryProps) {
  if (whyNot === null) {
    return (
      <Menu.Item {...item} onClick={onClick}>
        {children}
      </Menu.Item>
    );
  }
  return (
    // Not truly disabled: the keyboard would pass it by, and with it the reason.
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
