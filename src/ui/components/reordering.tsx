import {
  createContext,
  use,
  useCallback,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { lazyPart } from './lazy-part';
import { ReorderingList } from './reordering-list';

export interface ReorderingProps {
  /** The ids of the items, in display order. */
  readonly ids: readonly string[];
  /** Returns the name of an item for announcements. */
  readonly nameOf: (id: string) => string;
  readonly onDrop: (id: string, overId: string) => void;
  readonly children: ReactNode;
}

const ReorderingContext = createContext<ReorderingList | null>(null);

// The drag and drop library is large and rarely needed, so it loads on demand. As an `inline` part, it leaves the focus on the handle.
const DragAndDrop = lazyPart(async () => ({ Part: (await import('./drag-and-drop')).DragAndDrop }), 'inline');

/** Makes a list reorderable by pointer, and by keyboard from the handles. */
export function Reordering({ ids, nameOf, onDrop, children }: ReorderingProps) {
  const [isNeeded, setNeeded] = useState(false);
  const [list] = useState(
    () =>
      new ReorderingList(() => {
        setNeeded(true);
      }),
  );
  return (
    <ReorderingContext value={list}>
      {children}
      {/* DragAndDrop is a sibling of the items and not a parent, so that they are not mounted again once its code is loaded. */}
      {isNeeded && (
        <DragAndDrop
          list={list}
          ids={ids}
          nameOf={nameOf}
          onDrop={onDrop}
          onGiveUp={() => {
            setNeeded(false);
          }}
        />
      )}
    </ReorderingContext>
  );
}

/** Connects an item of a `Reordering` list, and the handle by which it is dragged. */
export function useReorderable(id: string) {
  const list = use(ReorderingContext);
  if (list === null) throw new Error('A reorderable item needs a Reordering around it.');
  return {
    itemRef: useCallback((element: HTMLElement | null) => list.setElement(id, 'item', element), [list, id]),
    handleRef: useCallback(
      (element: HTMLElement | null) => list.setElement(id, 'handle', element),
      [list, id],
    ),
    handleListeners: {
      onPointerEnter: list.prepare,
      onFocus: list.prepare,
      onPointerDown: (event: PointerEvent) => list.start(id, event),
      onKeyDown: (event: KeyboardEvent) => list.start(id, event),
    },
  };
}
