/** The values that a bar of a picture represents. Every row belongs to exactly one bin of each column. */
export type Bin =
  /** Numbers and dates before the first range. */
  | { readonly kind: 'below'; readonly to: string }
  /** Numbers and dates from `from` on and before `to`. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  /** Numbers and dates from the end of the last range on. */
  | { readonly kind: 'above'; readonly from: string }
  | { readonly kind: 'value'; readonly value: string | boolean }
  /** Texts that have no bin of their own. */
  | { readonly kind: 'others'; readonly than: readonly string[] }
  /** Missing values. An empty text is a value. */
  | { readonly kind: 'null' }
  /** Values that do not fit the column. */
  | { readonly kind: 'misfit' };

/** The maximum number of texts with bins of their own: all codes fit into a byte, and tables of bins by bins stay small. */
export const MAX_VALUES = 199;

/** For texts and booleans a bin per value. For numbers and dates ranges, and bins before and after these. */
export interface ColumnBins {
  /** The code of a bin is its index. */
  readonly bins: readonly Bin[];
  /** The number of different texts in the column, including those without a bin of their own; null for other types. */
  readonly distinctCount: number | null;
}

/** The codes of the selected bins of a picture, ascending. */
export type BinCodes = readonly number[];

/** Consecutive bins from the first to the last, both included. */
export interface BinSpan {
  readonly first: number;
  readonly last: number;
}

/** Returns the codes as the smallest number of spans. */
export function spansOf(codes: BinCodes): readonly BinSpan[] {
  const spans: BinSpan[] = [];
  for (const code of codes) {
    const before = spans.at(-1);
    if (before?.last === code - 1) spans[spans.length - 1] = { first: before.first, last: code };
    else spans.push({ first: code, last: code });
  }
  return spans;
}

/** Returns the distinct codes, ascending. */
export function unionOf(one: BinCodes, other: BinCodes): BinCodes {
  return [...new Set([...one, ...other])].toSorted((a, b) => a - b);
}
