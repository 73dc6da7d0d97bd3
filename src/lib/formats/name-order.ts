const cache = new Map<string, Intl.Collator>();

/** Returns a comparison for sorting names on screen. Do not use it for an order that must be the same in every language. */
export function nameOrder(language: string): (a: string, b: string) => number {
  let collator = cache.get(language);
  if (collator === undefined) {
    collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
    cache.set(language, collator);
  }
  return collator.compare;
}
