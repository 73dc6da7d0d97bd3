import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Announce } from '@/shared/ui/announcer';

export interface ReorderingProps {
  /** In their order on screen. */
  readonly ids: readonly string[];
  /** As it is said to screen readers. */
  readonly nameOf: (id: string) => string;
  readonly announce: Announce;
  readonly onDrop: (id: string, overId: string) => void;
  readonly children: ReactNode;
}

const ONLY_VERTICAL: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** Dragging by pointer, or by keyboard from the handle. */
export function Reordering({ ids, nameOf, announce, onDrop, children }: ReorderingProps) {
  const t = useTranslations('workbench');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // The library speaks through a live region of its own, in words of its own; ours is enough, so its region is kept out
  // of the page.
  const [unusedRegion] = useState(() => document.createElement('div'));
  const say = (key: 'pickedUp' | 'over', id: UniqueIdentifier, placeOf: UniqueIdentifier) => {
    const place = ids.indexOf(String(placeOf)) + 1;
    announce(t(`fields.${key}`, { field: nameOf(String(id)), place, count: ids.length }));
    return undefined;
  };
  const putBack = (id: UniqueIdentifier) => {
    announce(t('fields.putBack', { field: nameOf(String(id)) }));
    return undefined;
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => say('pickedUp', active.id, active.id),
    onDragOver: ({ active, over }) => (over === null ? undefined : say('over', active.id, over.id)),
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
        {children}
      </SortableContext>
    </DndContext>
  );
}
