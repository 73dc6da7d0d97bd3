/** What a page reports of its grid while it is measured. */
export interface GridProbe {
  /** How far the view is from the top of row 0, in rows; null where there is none. */
  topRow: () => number | null;
  /** Whether the row is drawn with its content. */
  isThere: (row: number) => boolean;
  /** Whether a row in view has no content yet. */
  isBusy: () => boolean;
}

declare global {
  var probe: GridProbe;
}
