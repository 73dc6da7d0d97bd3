import type { PriceField } from '@/contract/column';

/** The service does not say what a column means; those that note a writing are named alike throughout. */
const WRITING =
  /(?:modified|updated|changed|created|inserted|written|ge(?:ä|ae)ndert|angelegt|erstellt|(?:ä|ae)nderungs?|anlage)_?(?:on|at|by|am|um|von|date|time|datum|zeit|user|stamp)*$|row_?version$|time_?stamp$/i;

/**
 * Whether a column only notes when, or by whom, its row was written, such as `_dtLastModifiedDate`. Such columns differ in
 * rows whose values are the same, so they are no part of a comparison.
 */
export function notesWriting({
  name,
  isKey,
  isPrimaryKey,
}: Pick<PriceField, 'name' | 'isKey' | 'isPrimaryKey'>): boolean {
  return !isKey && !isPrimaryKey && WRITING.test(name);
}
