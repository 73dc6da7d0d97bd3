/**
 * Some of the rows read, as the pictures and tables name them: every condition has to hold. Values are canonical: exact
 * decimals, ISO dates.
 */
export interface RowSubset {
  readonly conditions: readonly SubsetCondition[];
}

export type SubsetCondition =
  | SimpleCondition
  /** At least one of these, which are all of the column. */
  | { readonly kind: 'any-of'; readonly column: string; readonly conditions: readonly SimpleCondition[] };

export type SimpleCondition =
  /** `null` for the rows without a value, the empty text for empty texts. */
  | { readonly kind: 'is'; readonly column: string; readonly value: string | boolean | null }
  /** Numbers and dates from `from` on, up to `to`, which belongs to it where `includesEnd` is set; null leaves a side open. */
  | {
      readonly kind: 'between';
      readonly column: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly includesEnd: boolean;
    }
  /** Texts that are none of these. No value is none. */
  | { readonly kind: 'other-than'; readonly column: string; readonly values: readonly string[] }
  /** Values that do not fit their column. */
  | { readonly kind: 'misfit'; readonly column: string };
