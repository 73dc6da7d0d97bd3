/** The value that the rows of a group have in common in one field. */
export type GroupKey =
  /** The value, or the start of its step, in canonical form. */
  | { readonly kind: 'value'; readonly value: string }
  /** No value. An empty text counts as a value. */
  | { readonly kind: 'null' }
  /** A value that does not fit its column. */
  | { readonly kind: 'misfit' };
