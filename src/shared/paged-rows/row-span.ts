/** `rowStart` inclusive, `rowEnd` exclusive. */
export interface RowSpan {
  readonly rowStart: number;
  readonly rowEnd: number;
}
