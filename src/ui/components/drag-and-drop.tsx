import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  type Modifier,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from './announcer';
import type { ReorderingProps } from './reordering';
import { START_KEYS, type ItemElements, type ReorderingList, type StartMove } from './reordering-list';

const ONLY_VERTICAL: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** The scrollable ancestors that dnd-kit found, by its context. They are kept because `withoutNeedlessScroll` empties its list. */
const scrollers = new WeakMap<object, Element[]>();

/** Returns the next position of a dragged item. Keeps dnd-kit from scrolling unless the item would leave the view. */
const withoutNeedlessScroll: KeyboardCoordinateGetter = (event, args) => {
  const { context } = args;
  const next = sortableKeyboardCoordinates(event, args);
  // An earlier call may have emptied the list of `context`, so the kept list is used first.
  const ancestors = scrollers.get(context) ?? context.scrollableAncestors;
  const heightPx = context.collisionRect?.height ?? 0;
  const staysInView =
    next !== undefined &&
    ancestors.every((element) => {
      const { top, bottom } = viewOf(element);
      return next.y >= top && next.y + heightPx <= bottom;
    });
  scrollers.set(context, ancestors);
  context.scrollableAncestors = staysInView ? [] : ancestors;
  return next;
};

/** Returns the top and bottom of the visible area of a scrollable element. */
function viewOf(element: Element): { readonly top: number; readonly bottom: number } {
  if (element === document.scrollingElement) return { top: 0, bottom: window.innerHeight };
  return element.getBoundingClientRect();
}

export interface DragAndDropProps extends Omit<ReorderingProps, 'children'> {
  readonly list: ReorderingList;
}

/** Makes the items of a list movable. The items are rendered elsewhere in the tree. */
export function DragAndDrop({ list, ids, nameOf, onDrop }: DragAndDropProps) {
  const t = useTranslations('reorder');
  const announce = useAnnounce();
  const elements = useSyncExternalStore(list.subscribe, list.getElements);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: withoutNeedlessScroll,
      // Scrolls without animation, because a smooth scroll would not have ended when the user presses the next key.
      scrollBehavior: 'auto',
      keyboardCodes: { start: START_KEYS, cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  );
  // The application's announcer replaces dnd-kit's live region, which is put into an element outside the document.
  const [unusedRegion] = useState(() => document.createElement('div'));
  const announceMove = (key: 'pickedUp' | 'over', id: UniqueIdentifier, placeOf: UniqueIdentifier) => {
    const place = ids.indexOf(String(placeOf)) + 1;
    announce(t(key, { item: nameOf(String(id)), place, count: ids.length }));
    return undefined;
  };
  const position = useRef<UniqueIdentifier | null>(null);
  const putBack = (id: UniqueIdentifier) => {
    announce(t('putBack', { item: nameOf(String(id)) }));
    return undefined;
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      position.current = active.id;
      return announceMove('pickedUp', active.id, active.id);
    },
    onDragOver: ({ active, over }) => {
      // The first event names the item's own position. Announcing it would replace the announcement that the item was picked up.
      if (over === null || over.id === position.current) return undefined;
      position.current = over.id;
      return announceMove('over', active.id, over.id);
    },
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => putBack(active.id),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={ONLY_VERTICAL}
      accessibility={{ container: unusedRegion, announcements }}
      onDragEnd={({ active, over }: DragEndEvent) => {
        if (over === null || over.id === active.id) putBack(active.id);
        else onDrop(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {[...elements].map(([id, each]) => (
          <MovableItem key={id} id={id} elements={each} list={list} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

interface MovableItemProps {
  readonly id: string;
  readonly elements: ItemElements;
  readonly list: ReorderingList;
}

/** Moves an item's element to the position that dnd-kit computes. Renders nothing itself. */
function MovableItem({ id, elements: { item, handle }, list }: MovableItemProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: handle === null,
  });
  useLayoutEffect(() => {
    setNodeRef(item);
    setActivatorNodeRef(handle);
  }, [setNodeRef, setActivatorNodeRef, item, handle]);
  useLayoutEffect(() => {
    if (item !== null) shift(item, { offsetPx: transform?.y ?? null, transition, isDragging });
  }, [item, transform, transition, isDragging]);
  const startMove = useEffectEvent<StartMove>((event) => {
    listeners?.['key' in event ? 'onKeyDown' : 'onPointerDown']?.(event);
  });
  const isMovable = item !== null && handle !== null;
  useLayoutEffect(() => {
    if (!isMovable) return undefined;
    return list.connect(id, (event) => startMove(event));
  }, [list, id, isMovable]);
  return null;
}

interface Shift {
  /** The vertical distance from the item's own position; null if the item is there. */
  readonly offsetPx: number | null;
  readonly transition: string | undefined;
  readonly isDragging: boolean;
}

function shift(item: HTMLElement, { offsetPx, transition, isDragging }: Shift): void {
  item.style.transform = offsetPx === null ? '' : `translateY(${offsetPx}px)`;
  item.style.transition = transition ?? '';
  item.dataset['dragging'] = String(isDragging);
}
