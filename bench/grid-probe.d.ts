/** Reports the state of a page's grid during a measurement. */
export interface GridProbe {
  /** The distance from the top of row 0 to the top of the view, in rows; null if the page has no grid. */
  topRow: () => number | null;
  /** Whether the row is drawn with its content. */
  isThere: (row: number) => boolean;
  /** Whether a row in view has no content yet. */
  isBusy: () => boolean;
}

declare global {
  var probe: GridProbe;
}
