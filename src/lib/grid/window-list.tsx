import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { RowMetrics } from './row-window';
import { useRowWindow } from './use-row-window';
import classes from './window-list.module.css';
import { ownMember } from '../base/own-member';

export interface WindowListProps {
  readonly label: string;
  readonly itemCount: number;
  readonly renderItem: (index: number) => ReactNode;
  /** Called for keys on the active item that do not move to another item. */
  readonly onItemKey?: (event: KeyboardEvent, index: number) => void;
  readonly onActive?: (index: number) => void;
  /** Whether to mark the active item even if the list does not have the focus, because a button acts on the item. */
  readonly isActiveMarked?: boolean;
  /** The class that sets the list's height. */
  readonly className: string;
}

const ITEM_HEIGHT_PX = 28;
const METRICS: RowMetrics = { rowHeightPx: ITEM_HEIGHT_PX, headHeightPx: 0 };

/** A list of any length that renders only the items in view. Arrow keys reach all items. */
export function WindowList(props: WindowListProps) {
  const { label, itemCount, renderItem, onItemKey, onActive } = props;
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, itemCount - 1);
  const { slots, showRow } = useRowWindow(listRef, METRICS, itemCount, active);
  const tell = useEffectEvent(() => onActive?.(active));
  useEffect(() => tell(), [active]);
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(itemCount - 1, index));
    setChosen(next);
    showRow(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (itemCount === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const pageItems = Math.max(1, Math.floor((listRef.current?.clientHeight ?? 0) / ITEM_HEIGHT_PX) - 1);
    const next = ownMember(
      {
        ArrowDown: active + 1,
        ArrowUp: active - 1,
        PageDown: active + pageItems,
        PageUp: active - pageItems,
        Home: 0,
        End: itemCount - 1,
      },
      event.key,
    );
    if (next === undefined) return onItemKey?.(event, active);
    event.preventDefault();
    goTo(next);
  };
  const items = slots.map((slot) =>
    slot.kind === 'gap' ? (
      <div
        key={`gap-${slot.firstIndex}`}
        role="presentation"
        style={{ height: slot.rowCount * ITEM_HEIGHT_PX }}
      />
    ) : (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list itself has the focus and handles the keys
      <div
        key={slot.index}
        id={`${id}-${slot.index}`}
        role="option"
        aria-selected={slot.index === active}
        aria-setsize={itemCount}
        aria-posinset={slot.index + 1}
        tabIndex={-1}
        className={classes['item']}
        onClick={() => setChosen(slot.index)}
      >
        {renderItem(slot.index)}
      </div>
    ),
  );
  return (
    <div
      ref={listRef}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      {...(itemCount > 0 && { 'aria-activedescendant': `${id}-${active}` })}
      data-marked={props.isActiveMarked === true || undefined}
      className={`${classes['list'] ?? ''} ${props.className}`}
      onKeyDown={onKeyDown}
    >
      {items}
    </div>
  );
}
