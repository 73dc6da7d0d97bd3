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

/** Stores what a grid shows. It notifies React of what to render, and the data source of the visible rows. */
export interface GridViewStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getView: () => GridView;
  /** Returns the sizes and the column position of the view, which change less often than its rows. */
  readonly getArea: () => GridArea;
  /** Sets the row with the focus (null if none). The change appears when rows are rendered next. */
  readonly setFocusRow: (rowIndex: number | null) => void;
  visibleFocusRow(): number | null;
  publish(next: UnkeyedView): void;
  /** Reports the visible rows to the data source if they differ from the last report. */
  readonly report: (velocity: ScrollVelocity) => void;
  /** Sets the data source to report to. A new data source gets a report at once. */
  setRows(rows: VisibleRowsListener, velocity: ScrollVelocity): void;
}

export function createGridViewStore(): GridViewStore {
  const listeners = createListeners();
  let view = NOTHING;
  let focusRow: number | null = null;
  /** The keys of the next view. A change of the focused row does not cause a render. */
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
      // Derives the keys from those in use, because the focus may since have moved through several rows and come back.
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
