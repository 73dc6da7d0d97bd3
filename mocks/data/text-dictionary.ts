/** The distinct texts of a column, and their order, by code unit and without regard to case. */
export interface TextDictionary {
  /** The number of texts; their codes begin at 0. */
  readonly size: number;
  readonly textOf: (code: number) => string | null;
  /** Returns the text of a code as JSON in UTF-8. */
  readonly jsonOf: (code: number) => Uint8Array;
  /** Ranks by code, without gaps; texts that differ only in case have the same rank. */
  readonly ranks: Uint32Array;
  readonly foldedByRank: readonly string[];
}

/** Returns the form in which texts are compared. It depends on no locale, so that every machine sorts alike. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** A dictionary whose texts are made on first use. */
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

/** A dictionary of so many texts that each is made on demand: a page shows few of them. */
export function computedDictionary(size: number, textOf: (code: number) => string): () => TextDictionary {
  const dictionary = textDictionary(size, (code) => (code >= 0 && code < size ? textOf(code) : null));
  return () => dictionary;
}

const encoder = new TextEncoder();

function textDictionary(size: number, textOf: (code: number) => string | null): TextDictionary {
  const json: (Uint8Array | undefined)[] = Array.from({ length: size });
  let order: Pick<TextDictionary, 'ranks' | 'foldedByRank'> | null = null;
  // Computed on first use, because most columns are never sorted.
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
