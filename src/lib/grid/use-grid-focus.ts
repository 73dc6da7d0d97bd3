import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import type { ColumnLayout } from './column-layout';
import { columnBeside } from './cell-navigation';
import { HEADER_ROW, type CellPosition } from './grid-model';
import { useColumnIds } from './use-column-layout';

const NOWHERE = { rowIndex: HEADER_ROW, columnId: null } as const;

export interface GridFocus {
  /** The grid's single tab stop. Null only if there are no columns. */
  readonly tabStop: CellPosition | null;
  /** Moves the tab stop, and moves the focus to it as soon as its cell is rendered. */
  readonly moveTo: (position: CellPosition) => void;
  /** Moves the tab stop but not the focus. */
  readonly activate: (position: CellPosition) => void;
  /** Focuses the tab stop, without scrolling to it. */
  readonly take: () => void;
  readonly isTaking: () => boolean;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** A roving tab stop. When the focused element is removed, the focus moves to the cell that becomes the tab stop, never to the body. */
export function useGridFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  layout: ColumnLayout,
  rowCount: number,
  firstPosition: CellPosition,
): GridFocus {
  const [chosen, setChosen] = useState<CellPosition>(firstPosition);
  const columnIds = useColumnIds(layout);
  const [seenColumnIds, setSeenColumnIds] = useState(columnIds);
  if (seenColumnIds !== columnIds) {
    setSeenColumnIds(columnIds);
    const columnId = columnBeside(chosen.columnId, seenColumnIds, columnIds);
    if (columnId !== null) setChosen({ ...chosen, columnId });
  }
  const wanted = useRef<CellPosition | null>(null);
  const focused = useRef<Element | null>(null);
  const taking = useRef(false);
  const { rowIndex, columnId } = existingPosition(chosen, layout, rowCount) ?? NOWHERE;
  // Keeps the same object until the position changes, because effects depend on it.
  const tabStop = useMemo(
    () => (columnId === NOWHERE.columnId ? null : { rowIndex, columnId }),
    [rowIndex, columnId],
  );

  // This effect has no dependency list, because any change may have removed the focused element.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const isLost =
      focused.current !== null && !focused.current.isConnected && document.activeElement === document.body;
    // The tab stop may be rendered later than the rows to which the grid has scrolled.
    const isThere =
      wanted.current !== null && isSamePosition(existingPosition(wanted.current, layout, rowCount), tabStop);
    if (!isThere && !isLost) return;
    const cell = tabStopIn(scroller);
    // A grid that has just been mounted has not rendered its rows yet. A later run of this effect finds the cell.
    if (cell === null) return;
    wanted.current = null;
    focused.current = null;
    cell.focus({ preventScroll: true });
    taking.current = false;
  });

  const moveTo = useCallback((position: CellPosition) => {
    wanted.current = position;
    taking.current = false;
    // Creates a new object, so that the effect runs even if the position is the same.
    setChosen({ ...position });
  }, []);

  const take = useCallback(() => {
    const scroller = scrollerRef.current;
    const cell = scroller === null ? null : tabStopIn(scroller);
    taking.current = true;
    if (cell === null) {
      wanted.current = tabStop;
      return;
    }
    cell.focus({ preventScroll: true });
    taking.current = false;
  }, [scrollerRef, tabStop]);
  const isTaking = useCallback(() => taking.current, []);

  const onFocus = useCallback((event: FocusEvent) => {
    focused.current = event.target;
    const position = positionOfElement(event.target);
    if (position === null) return;
    setChosen((before) => (isSamePosition(before, position) ? before : position));
  }, []);

  const onBlur = useCallback((event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    const left = event.target;
    // Removing the focused element also blurs it, but the focus has not left the grid then.
    queueMicrotask(() => {
      if (!left.isConnected) return;
      if (focused.current === left) focused.current = null;
    });
  }, []);

  return { tabStop, moveTo, activate: setChosen, take, isTaking, onFocus, onBlur };
}

function tabStopIn(scroller: HTMLElement): HTMLElement | null {
  return scroller.querySelector<HTMLElement>('[data-column][tabindex="0"]');
}

/** Returns the position of the cell that contains an element. Null if the element is not in a cell. */
export function positionOfElement(element: EventTarget | null): CellPosition | null {
  if (!(element instanceof Element)) return null;
  const cell = element.closest<HTMLElement>('[data-column]');
  const row = element.closest<HTMLElement>('[data-row]');
  const columnId = cell?.dataset['column'];
  const rowIndex = row?.dataset['row'];
  return columnId === undefined || rowIndex === undefined ? null : { rowIndex: Number(rowIndex), columnId };
}

function isSamePosition(one: CellPosition | null, other: CellPosition | null): boolean {
  return one?.rowIndex === other?.rowIndex && one?.columnId === other?.columnId;
}

function existingPosition(
  position: CellPosition,
  layout: ColumnLayout,
  rowCount: number,
): CellPosition | null {
  const first = layout.slots[0];
  if (first === undefined) return null;
  const lastRow = rowCount === 0 ? HEADER_ROW : rowCount - 1;
  const isShown = layout.slots.some((slot) => slot.columnId === position.columnId);
  return {
    rowIndex: Math.min(position.rowIndex, lastRow),
    columnId: isShown ? position.columnId : first.columnId,
  };
}

export interface PointerPress {
  /** Call when the user presses a pointer button. */
  readonly press: () => void;
  /** Returns true from the press until the pointer is released, wherever that happens. */
  readonly isPressed: () => boolean;
}

export function usePointerPress(): PointerPress {
  const pressedRef = useRef(false);
  useEffect(() => {
    const release = () => {
      pressedRef.current = false;
    };
    const listening = new AbortController();
    window.addEventListener('pointerup', release, { signal: listening.signal });
    window.addEventListener('pointercancel', release, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  const press = useCallback(() => {
    pressedRef.current = true;
  }, []);
  const isPressed = useCallback(() => pressedRef.current, []);
  return { press, isPressed };
}
