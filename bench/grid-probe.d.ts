/** Reports the state of a page's grid during a measurement. */
export interface GridProbe {
  /** How far the view is from the top of row 0, in rows; null without a grid. */
  topRow: () => number | null;
  /** Whether the row is drawn with its content. */
  isThere: (row: number) => boolean;
  /** Whether a row in view has no content yet. */
  isBusy: () => boolean;
}

declare global {
  var probe: GridProbe;
}
