/** The distinct texts of a column and their order. Comparison ignores case and goes by code unit. */
export interface TextDictionary {
  /** A text by its code. */
  readonly entries: readonly string[];
  /** Dense rank by code; texts that differ in case alone share one. */
  readonly ranks: Uint32Array;
  /** The folded text by rank. */
  readonly foldedByRank: readonly string[];
}

/** The form in which texts are compared. Independent of any locale, so that every machine sorts alike. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** Builds the dictionary on first use, because most columns are never sorted. */
export function lazyDictionary(makeEntries: () => readonly string[]): () => TextDictionary {
  let dictionary: TextDictionary | null = null;
  return () => (dictionary ??= textDictionary(makeEntries()));
}

function textDictionary(entries: readonly string[]): TextDictionary {
  const folded = entries.map(foldCase);
  const foldedByRank = [...new Set(folded)].sort(compareFolded);
  const rankOf = new Map(foldedByRank.map((text, rank) => [text, rank]));
  return { entries, ranks: Uint32Array.from(folded, (text) => rankOf.get(text) ?? 0), foldedByRank };
}

export function compareFolded(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
