import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import type { ColumnLayout } from './column-window';
import { columnBeside } from './cell-navigation';
import { HEADER_ROW, type CellPlace } from './grid-model';
import { useColumnIds } from './use-column-ids';

const NOWHERE = { rowIndex: HEADER_ROW, columnId: null } as const;

export interface GridFocus {
  /** The grid's one tab stop; null only when there is no column. */
  readonly tabStop: CellPlace | null;
  /** Moves the tab stop and, after it is drawn, the focus. */
  readonly moveTo: (place: CellPlace) => void;
  /** Takes the focus to where the tab stop is; that is no reason to bring it into view. */
  readonly take: () => void;
  /** While `take` does. */
  readonly isTaking: () => boolean;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Roving tab stop. The focus never falls to the body: when what had it leaves the document (a column hidden, rows
 * fewer), the cell that is the tab stop from then on gets it.
 */
export function useGridFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  layout: ColumnLayout,
  rowCount: number,
  firstPlace: CellPlace,
  onFocusChange: ((place: CellPlace | null) => void) | undefined,
): GridFocus {
  const [chosen, setChosen] = useState<CellPlace>(firstPlace);
  const columnIds = useColumnIds(layout);
  const [seenColumnIds, setSeenColumnIds] = useState(columnIds);
  if (seenColumnIds !== columnIds) {
    setSeenColumnIds(columnIds);
    const columnId = columnBeside(chosen.columnId, seenColumnIds, columnIds);
    if (columnId !== null) setChosen({ ...chosen, columnId });
  }
  const wanted = useRef<CellPlace | null>(null);
  const focused = useRef<Element | null>(null);
  const taking = useRef(false);
  const { rowIndex, columnId } = existingPlace(chosen, layout, rowCount) ?? NOWHERE;
  // The same object as long as it is the same place: others tell by it whether something has changed.
  const tabStop = useMemo(
    () => (columnId === NOWHERE.columnId ? null : { rowIndex, columnId }),
    [rowIndex, columnId],
  );

  // Without dependencies: what was focused may have gone with any change.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const isLost =
      focused.current !== null && !focused.current.isConnected && document.activeElement === document.body;
    // The tab stop may be drawn a render later than the rows it was scrolled to.
    const isThere =
      wanted.current !== null && isSamePlace(existingPlace(wanted.current, layout, rowCount), tabStop);
    if (!isThere && !isLost) return;
    const cell = tabStopIn(scroller);
    // A grid that has just been opened draws its rows a moment later.
    if (cell === null) return;
    wanted.current = null;
    focused.current = null;
    cell.focus({ preventScroll: true });
    taking.current = false;
  });

  const moveTo = useCallback((place: CellPlace) => {
    wanted.current = place;
    taking.current = false;
    // A new object, so that the effect runs even when the place is the same.
    setChosen({ ...place });
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

  const onFocus = useCallback(
    (event: FocusEvent) => {
      focused.current = event.target;
      const place = placeOfElement(event.target);
      if (place === null) return;
      setChosen((before) => (isSamePlace(before, place) ? before : place));
      onFocusChange?.(place);
    },
    [onFocusChange],
  );

  const onBlur = useCallback(
    (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      const left = event.target;
      // What is removed with the focus on it is blurred as well, and then the focus is not to be given up.
      queueMicrotask(() => {
        if (!left.isConnected) return;
        if (focused.current === left) focused.current = null;
        onFocusChange?.(null);
      });
    },
    [onFocusChange],
  );

  return { tabStop, moveTo, take, isTaking, onFocus, onBlur };
}

function tabStopIn(scroller: HTMLElement): HTMLElement | null {
  return scroller.querySelector<HTMLElement>('[data-column][tabindex="0"]');
}

/** The place of the cell that an element is or is in, null outside of cells. */
export function placeOfElement(element: EventTarget | null): CellPlace | null {
  if (!(element instanceof Element)) return null;
  const cell = element.closest<HTMLElement>('[data-column]');
  const row = element.closest<HTMLElement>('[data-row]');
  const columnId = cell?.dataset['column'];
  const rowIndex = row?.dataset['row'];
  return columnId === undefined || rowIndex === undefined ? null : { rowIndex: Number(rowIndex), columnId };
}

function isSamePlace(one: CellPlace | null, other: CellPlace | null): boolean {
  return one?.rowIndex === other?.rowIndex && one?.columnId === other?.columnId;
}

function existingPlace(place: CellPlace, layout: ColumnLayout, rowCount: number): CellPlace | null {
  const first = layout.slots[0];
  if (first === undefined) return null;
  const lastRow = rowCount === 0 ? HEADER_ROW : rowCount - 1;
  const isShown = layout.slots.some((slot) => slot.columnId === place.columnId);
  return {
    rowIndex: Math.min(place.rowIndex, lastRow),
    columnId: isShown ? place.columnId : first.columnId,
  };
}
