/** The values that a bar of a picture stands for. Every row belongs to exactly one bin of each column. */
export type Bin =
  /** Numbers and dates before the first range. */
  | { readonly kind: 'below'; readonly to: string }
  /** Numbers and dates from `from` on and before `to`. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  /** Numbers and dates from the end of the last range on. */
  | { readonly kind: 'above'; readonly from: string }
  | { readonly kind: 'value'; readonly value: string | boolean }
  /** Texts that are none of the bins' own values. */
  | { readonly kind: 'others'; readonly than: readonly string[] }
  /** No value. An empty text is a value. */
  | { readonly kind: 'null' }
  /** A value that does not fit its column. */
  | { readonly kind: 'misfit' };

/** The texts that have bins of their own: with the other bins they fit into a byte, and tables of bins by bins stay small. */
export const MAX_VALUES = 199;

/** Texts, booleans: by value. Numbers, dates: by ranges, with what lies before and after them. */
export interface ColumnBins {
  /** The code of a bin is its index. */
  readonly bins: readonly Bin[];
  /** Different texts of the column, those without a bin of their own included; null for other types. */
  readonly distinctCount: number | null;
}

/** Bins of a picture that are selected, by their codes, ascending. */
export type BinCodes = readonly number[];

/** Bins that follow each other, from the first to the last, both included. */
export interface BinSpan {
  readonly first: number;
  readonly last: number;
}

/** Returns the codes as spans, as few as possible. */
export function spansOf(codes: BinCodes): readonly BinSpan[] {
  const spans: BinSpan[] = [];
  for (const code of codes) {
    const before = spans.at(-1);
    if (before?.last === code - 1) spans[spans.length - 1] = { first: before.first, last: code };
    else spans.push({ first: code, last: code });
  }
  return spans;
}

/** Returns all of the codes, ascending and each once. */
export function unionOf(one: BinCodes, other: BinCodes): BinCodes {
  return [...new Set([...one, ...other])].toSorted((a, b) => a - b);
}
