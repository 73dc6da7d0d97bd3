import type { Figures } from './figures';

/** To the worker: the cells of a run of rows, or the end. */
export interface FiguresRequest {
  /** Decimals and whatever else stands in number columns. */
  readonly numbers: readonly string[];
  /** Moments and whatever else stands in date columns. */
  readonly dates: readonly string[];
  /** Cells of other columns that hold something. */
  readonly others: number;
}

/** From the worker, once for each request: the figures over all so far. */
export type FiguresReply = Figures;
