import { createListeners } from '@/lib/base/listeners';
import type { GridRows, VisibleRows } from './grid-model';
import { isSameView, type GridArea, type GridView, type UnkeyedView } from './grid-view';
import { FIRST_ROW_KEYS, keysForRows, keysWithFocus } from './row-keys';
import type { ScrollVelocity } from './scroll-velocity';

const NOTHING: GridView = {
  rendered: { rowStart: 0, rowEnd: 0 },
  visible: { rowStart: 0, rowEnd: 0 },
  blockStart: 0,
  keys: FIRST_ROW_KEYS,
  rowCount: 0,
  area: { headerHeightPx: 0, rowHeightPx: 32, viewportWidthPx: 0, viewportHeightPx: 0, columnScrollPx: 0 },
};

export type VisibleRowsListener = Pick<GridRows<unknown>, 'setVisibleRows'>;

/** What a grid shows. Notifies React of what to render, and the data source of the visible rows. */
export interface GridViewStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getView: () => GridView;
  /** The area of the view, which changes less often than the view. */
  readonly getArea: () => GridArea;
  /** Sets the row with the focus, null for none. Takes effect with the next rows that are rendered. */
  readonly setFocusRow: (rowIndex: number | null) => void;
  visibleFocusRow(): number | null;
  publish(next: UnkeyedView): void;
  /** Reports the visible rows to the data source if the last report was another. */
  readonly report: (velocity: ScrollVelocity) => void;
  /** Reports to a data source: at once to a new one. */
  setRows(rows: VisibleRowsListener, velocity: ScrollVelocity): void;
}

export function createGridViewStore(): GridViewStore {
  const listeners = createListeners();
  let view = NOTHING;
  let focusRow: number | null = null;
  /** The keys of the next view: the focus alone renders nothing. */
  let keys = view.keys;
  let listenerOfRows: VisibleRowsListener | null = null;
  let reported: VisibleRows | null = null;

  function report({ direction, isFast }: ScrollVelocity): void {
    const { rowStart, rowEnd } = view.visible;
    if (
      listenerOfRows === null ||
      view.area.viewportHeightPx <= 0 ||
      (reported?.rowStart === rowStart && reported.rowEnd === rowEnd && reported.isFast === isFast)
    ) {
      return;
    }
    reported = { rowStart, rowEnd, direction, isFast };
    listenerOfRows.setVisibleRows(reported);
  }

  return {
    subscribe: listeners.subscribe,
    getView: () => view,
    getArea: () => view.area,
    setFocusRow(rowIndex) {
      focusRow = rowIndex;
      // Derived from the keys in use: the focus may have passed through several rows since, and come back.
      keys = keysWithFocus(view.keys, rowIndex);
    },
    visibleFocusRow() {
      const { rowStart, rowEnd } = view.visible;
      return focusRow !== null && focusRow >= rowStart && focusRow < rowEnd ? focusRow : null;
    },
    publish(next) {
      if (isSameView(view, next)) return;
      keys = keysForRows(keys, view.rendered, next.rendered);
      view = { ...next, keys };
      listeners.notify();
    },
    report,
    setRows(rows, velocity) {
      if (rows === listenerOfRows) return;
      listenerOfRows = rows;
      reported = null;
      report(velocity);
    },
  };
}
