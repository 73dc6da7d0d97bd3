/** Something to go to or to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Said less loudly, and searched as well. */
  readonly detail: string;
  /** As it is written on keys; decoration. */
  readonly shortcut?: string;
  readonly choose: () => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  /** Shown before anything is typed, at most so many. */
  readonly shownUnasked: number;
  readonly entries: readonly PaletteEntry[];
}

export interface MatchedGroup {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
  /** Found, but not listed. */
  readonly moreCount: number;
}

/** A list that nobody can look through is no answer; another letter makes it shorter. */
const MAX_FOUND = 8;

/**
 * The entries in which every word of the text is found, the best of each group first, the group with the best one
 * first. Before anything is typed the groups stand as they are. Empty ones are left out.
 */
export function matchedGroups(groups: readonly PaletteGroup[], text: string): MatchedGroup[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const isAsked = words.length > 0;
  return groups
    .map(({ id, label, shownUnasked, entries }) => {
      const found = ranked(entries, words);
      const shown = found.slice(0, isAsked ? MAX_FOUND : shownUnasked);
      const moreCount = isAsked ? found.length - shown.length : 0;
      const score = found[0]?.score ?? 0;
      return { score, group: { id, label, entries: shown.map(({ entry }) => entry), moreCount } };
    })
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ group }) => (group.entries.length === 0 ? [] : [group]));
}

function ranked(entries: readonly PaletteEntry[], words: readonly string[]) {
  return entries
    .flatMap((entry) => {
      const score = scoreOf(entry, words);
      return score === null ? [] : [{ entry, score }];
    })
    .toSorted((a, b) => b.score - a.score);
}

const SCORES = { labelStart: 8, wordStart: 4, label: 2, detail: 1 };

/** Null where a word is not found. */
function scoreOf(entry: PaletteEntry, words: readonly string[]): number | null {
  const label = folded(entry.label);
  const detail = folded(entry.detail);
  let score = 0;
  for (const word of words) {
    const place = label.indexOf(word);
    if (place === 0) score += SCORES.labelStart;
    else if (place > 0)
      score += /[\p{L}\p{N}]/u.test(label.charAt(place - 1)) ? SCORES.label : SCORES.wordStart;
    else if (detail.includes(word)) score += SCORES.detail;
    else return null;
  }
  return score;
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
