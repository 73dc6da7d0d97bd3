/** The distinct texts of a column, and their order, which is by code unit and ignores case. */
export interface TextDictionary {
  /** The number of texts. Their codes begin at 0. */
  readonly size: number;
  readonly textOf: (code: number) => string | null;
  /** Returns the text with a code as a JSON string in UTF-8. */
  readonly jsonOf: (code: number) => Uint8Array;
  /** The ranks of the texts in their order, by code, without gaps. Texts that differ only in case have the same rank. */
  readonly ranks: Uint32Array;
  readonly foldedByRank: readonly string[];
}

/** Returns the form of a text for comparisons. It does not depend on the locale, so that every machine sorts in the same way. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** Returns a getter for a dictionary, which creates the texts when it is called for the first time. */
export function lazyDictionary(makeEntries: () => readonly string[]): () => TextDictionary {
  let dictionary: TextDictionary | null = null;
  return () => {
    if (dictionary === null) {
      const entries = makeEntries();
      dictionary = textDictionary(entries.length, (code) => entries[code] ?? null);
    }
    return dictionary;
  };
}

/** Returns a getter for a large dictionary, which creates each text on demand, because a page shows few of them. */
export function computedDictionary(size: number, textOf: (code: number) => string): () => TextDictionary {
  const dictionary = textDictionary(size, (code) => (code >= 0 && code < size ? textOf(code) : null));
  return () => dictionary;
}

const encoder = new TextEncoder();

function textDictionary(size: number, textOf: (code: number) => string | null): TextDictionary {
  const json: (Uint8Array | undefined)[] = Array.from({ length: size });
  let order: Pick<TextDictionary, 'ranks' | 'foldedByRank'> | null = null;
  // The order is computed on first use, because most columns are never sorted.
  const ordered = () =>
    (order ??= orderOf(Array.from({ length: size }, (_, code) => foldCase(textOf(code) ?? ''))));
  return {
    size,
    textOf,
    jsonOf: (code) => {
      const known = json[code];
      if (known !== undefined) return known;
      const made = encoder.encode(JSON.stringify(textOf(code)));
      if (code < size) json[code] = made;
      return made;
    },
    get ranks() {
      return ordered().ranks;
    },
    get foldedByRank() {
      return ordered().foldedByRank;
    },
  };
}

function orderOf(folded: readonly string[]): Pick<TextDictionary, 'ranks' | 'foldedByRank'> {
  const foldedByRank = [...new Set(folded)].sort(compareFolded);
  const rankOf = new Map(foldedByRank.map((text, rank) => [text, rank]));
  return { ranks: Uint32Array.from(folded, (text) => rankOf.get(text) ?? 0), foldedByRank };
}

export function compareFolded(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
