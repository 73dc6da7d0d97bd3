const cache = new Map<string, Intl.Collator>();

/**
 * Returns the order of names in lists for people: as their language sorts, without regard to case, numbers in names as
 * numbers. `language` is that of the interface. Not for what must be the same for everybody, such as the parts of a file.
 */
export function nameOrder(language: string): (a: string, b: string) => number {
  let collator = cache.get(language);
  if (collator === undefined) {
    collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
    cache.set(language, collator);
  }
  return collator.compare;
}
