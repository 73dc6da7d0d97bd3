const cache = new Map<string, Intl.Collator>();

/**
 * Returns a comparison of names for lists that people read: by the rules of the interface's `language`, ignoring case, and with
 * numbers in names as numbers. Not for an order that must be the same for everybody, such as that of a file's parts.
 */
export function nameOrder(language: string): (a: string, b: string) => number {
  let collator = cache.get(language);
  if (collator === undefined) {
    collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
    cache.set(language, collator);
  }
  return collator.compare;
}
