import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { GridArea } from './grid-view';
import { createGridViewport, type GridViewport } from './grid-viewport';

export interface GridElementRefs {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly paneRef: RefObject<HTMLDivElement | null>;
  readonly headerTrackRef: RefObject<HTMLDivElement | null>;
  readonly bodyTrackRef: RefObject<HTMLDivElement | null>;
}

export interface AttachedViewport extends GridElementRefs {
  readonly viewport: GridViewport;
  readonly area: GridArea;
}

/** Creates one viewport for the life of a grid and attaches it to the grid's elements. */
export function useGridViewport(): AttachedViewport {
  const [viewport] = useState(() => createGridViewport());
  const area = useSyncExternalStore(viewport.subscribe, viewport.getArea);

  const scrollerRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLDivElement>(null);
  const headerTrackRef = useRef<HTMLDivElement>(null);
  const bodyTrackRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const elements = {
      scroller: scrollerRef.current,
      pane: paneRef.current,
      headerTrack: headerTrackRef.current,
      bodyTrack: bodyTrackRef.current,
    };
    return isComplete(elements) ? viewport.attach(elements) : undefined;
  }, [viewport]);
  return { viewport, area, scrollerRef, paneRef, headerTrackRef, bodyTrackRef };
}

function isComplete<T extends Record<string, HTMLElement | null>>(
  elements: T,
): elements is T & Record<keyof T, HTMLElement> {
  return Object.values(elements).every((element) => element !== null);
}
