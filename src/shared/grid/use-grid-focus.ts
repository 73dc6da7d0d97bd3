import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { HEADER_ROW, type CellPlace } from './grid-model';

export interface GridFocus {
  /** The grid's one tab stop; null only when there is no column. */
  readonly tabStop: CellPlace | null;
  /** Moves the tab stop and, after it is drawn, the focus. */
  readonly moveTo: (place: CellPlace) => void;
  /** Takes the focus to where the tab stop is. */
  readonly take: () => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Roving tab stop. The focus never falls to the body: when what had it leaves the document (a column hidden, rows
 * fewer), the cell that is the tab stop from then on gets it.
 */
export function useGridFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  columnIds: readonly string[],
  rowCount: number,
  firstRow: number,
  onFocusChange: ((place: CellPlace | null) => void) | undefined,
): GridFocus {
  const [chosen, setChosen] = useState<CellPlace | null>(null);
  const wantsFocus = useRef(false);
  const focused = useRef<Element | null>(null);
  const tabStop = existingPlace(chosen ?? { rowIndex: firstRow, columnId: '' }, columnIds, rowCount);

  // Without dependencies: what was focused may have gone with any change.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const isLost =
      focused.current !== null && !focused.current.isConnected && document.activeElement === document.body;
    if (!wantsFocus.current && !isLost) return;
    wantsFocus.current = false;
    focused.current = null;
    scroller.querySelector<HTMLElement>('[data-column][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const moveTo = useCallback((place: CellPlace) => {
    wantsFocus.current = true;
    // A new object, so that the effect runs even when the place is the same.
    setChosen({ ...place });
  }, []);

  const take = useCallback(() => {
    const scroller = scrollerRef.current;
    scroller?.querySelector<HTMLElement>('[data-column][tabindex="0"]')?.focus({ preventScroll: true });
  }, [scrollerRef]);

  const onFocus = useCallback(
    (event: FocusEvent) => {
      focused.current = event.target;
      const place = placeOfElement(event.target);
      if (place === null) return;
      setChosen((before) =>
        before?.rowIndex === place.rowIndex && before.columnId === place.columnId ? before : place,
      );
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

  return { tabStop, moveTo, take, onFocus, onBlur };
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

function existingPlace(place: CellPlace, columnIds: readonly string[], rowCount: number): CellPlace | null {
  const first = columnIds[0];
  if (first === undefined) return null;
  const lastRow = rowCount === 0 ? HEADER_ROW : rowCount - 1;
  return {
    rowIndex: Math.min(place.rowIndex, lastRow),
    columnId: columnIds.includes(place.columnId) ? place.columnId : first,
  };
}
