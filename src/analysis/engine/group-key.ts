/** What the values of one field have in common in all rows of a group. */
export type GroupKey =
  /** The value in canonical form. If values are grouped in steps such as months, it is the start of the step. */
  | { readonly kind: 'value'; readonly value: string }
  /** The rows have no value. An empty text counts as a value. */
  | { readonly kind: 'null' }
  /** The rows have a value that does not fit the column. */
  | { readonly kind: 'misfit' };
