/** The values that one bar of a chart represents. Every row belongs to exactly one bin of each column. */
export type Bin =
  /** Numbers or dates before the first range. */
  | { readonly kind: 'below'; readonly to: string }
  /** Numbers or dates in a range: `from` is inclusive, `to` is exclusive. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  /** Numbers or dates from the end of the last range on. `from` is inclusive. */
  | { readonly kind: 'above'; readonly from: string }
  | { readonly kind: 'value'; readonly value: string | boolean }
  /** Texts that have no separate bin. */
  | { readonly kind: 'others'; readonly than: readonly string[] }
  /** Missing values. An empty text is not missing. */
  | { readonly kind: 'null' }
  /** Values that do not fit the type of the column. */
  | { readonly kind: 'misfit' };

/** The maximum number of texts with a separate bin. With this limit, the code of a bin fits into a byte, and indexes stay small. */
export const MAX_VALUES = 199;

/** The bins of a column. Texts and booleans have a bin for each value. Numbers and dates have ranges, with a bin before and after these. */
export interface ColumnBins {
  /** The bins. The code of a bin is its index in this list. */
  readonly bins: readonly Bin[];
  /** The number of different texts in the column, including texts without a separate bin; null for other types. */
  readonly distinctCount: number | null;
}

/** The codes of the selected bins of a chart, in ascending order. */
export type BinCodes = readonly number[];

/** Consecutive bins from the first to the last, both inclusive. */
export interface BinSpan {
  readonly first: number;
  readonly last: number;
}

/** Combines consecutive codes, and returns as few spans as possible. */
export function spansOf(codes: BinCodes): readonly BinSpan[] {
  const spans: BinSpan[] = [];
  for (const code of codes) {
    const before = spans.at(-1);
    if (before?.last === code - 1) spans[spans.length - 1] = { first: before.first, last: code };
    else spans.push({ first: code, last: code });
  }
  return spans;
}

/** Returns the codes that are in one or both lists, in ascending order. */
export function unionOf(one: BinCodes, other: BinCodes): BinCodes {
  return [...new Set([...one, ...other])].toSorted((a, b) => a - b);
}
