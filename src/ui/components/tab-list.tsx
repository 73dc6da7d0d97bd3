import type { KeyboardEvent } from 'react';
import classes from './tab-list.module.css';
import { ownMember } from '@/lib/base/own-member';

export interface TabListProps<Tab extends string> {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: Tab;
  readonly nameOf: (tab: Tab) => string;
  /** Return the ids of a tab's button and of its panel. `panelId` returns undefined for a panel that is not in the document. */
  readonly tabId: (tab: Tab) => string;
  readonly panelId: (tab: Tab) => string | undefined;
  readonly onSelect: (tab: Tab) => void;
  readonly className?: string | undefined;
}

/** A list of tabs. Arrow keys, Home and End select a tab and focus it. */
export function TabList<Tab extends string>(props: TabListProps<Tab>) {
  const { label, tabs, selected, nameOf, tabId, panelId, onSelect, className } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.indexOf(selected);
    const next = ownMember(
      {
        ArrowLeft: tabs.at(index - 1),
        ArrowRight: tabs[(index + 1) % tabs.length],
        Home: tabs[0],
        End: tabs.at(-1),
      },
      event.key,
    );
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onSelect(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the key events bubble from the focused tab
    <div
      role="tablist"
      aria-label={label}
      className={`${classes['tabs'] ?? ''} ${className ?? ''}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          id={tabId(tab)}
          type="button"
          role="tab"
          aria-selected={tab === selected}
          aria-controls={panelId(tab)}
          tabIndex={tab === selected ? 0 : -1}
          className={classes['tab']}
          onClick={() => onSelect(tab)}
        >
          {nameOf(tab)}
        </button>
      ))}
    </div>
  );
}
