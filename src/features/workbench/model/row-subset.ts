/**
 * Some of the rows read, as the pictures and tables name them: every condition has to hold. Values are canonical: exact
 * decimals, ISO dates.
 */
export interface RowSubset {
  readonly conditions: readonly SubsetCondition[];
}

export type SubsetCondition =
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
  /** Values that do not fit their column. */
  | { readonly kind: 'misfit'; readonly column: string };
