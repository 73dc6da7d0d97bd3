/** The rows that satisfy every condition, such as those of a bar or a table cell. Values are canonical: exact decimals, ISO dates. */
export interface RowSubset {
  readonly conditions: readonly SubsetCondition[];
}

export type SubsetCondition =
  | SimpleCondition
  /** At least one of the conditions must hold. All of them are on this column. */
  | { readonly kind: 'any-of'; readonly column: string; readonly conditions: readonly SimpleCondition[] };

export type SimpleCondition =
  /** `value` is null for rows without a value, and the empty text for empty texts. */
  | { readonly kind: 'is'; readonly column: string; readonly value: string | boolean | null }
  /** Numbers or dates from `from` to `to`, including `to` if `includesEnd` is set; null leaves an end open. */
  | {
      readonly kind: 'between';
      readonly column: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly includesEnd: boolean;
    }
  /** Texts other than `values`. Rows without a value are not included. */
  | { readonly kind: 'other-than'; readonly column: string; readonly values: readonly string[] }
  /** Values that do not fit the type of their column. */
  | { readonly kind: 'misfit'; readonly column: string };
