import { fold, searchTerms } from '@/lib/base/search-terms';

/** An entry of the command palette: a screen to open, or an action. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** A text that is shown less prominently than the label, and searched as well. */
  readonly detail: string;
  /** A text that is searched like the detail, but not shown. */
  readonly searched?: string;
  /** The keyboard shortcut, as printed on the keys. It is only shown. */
  readonly shortcut?: string;
  readonly choose: () => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly shownUnasked: number;
  readonly entries: readonly PaletteEntry[];
}

export interface MatchedGroup {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
  readonly moreCount: number;
}

/** The maximum number of entries that a group shows for a search. Users shorten a longer list by typing another letter. */
const MAX_FOUND = 8;

/** Returns the entries that contain every word of the text, the best match first. Without text, the groups keep their order. */
export function matchedGroups(groups: readonly PaletteGroup[], text: string): MatchedGroup[] {
  const words = searchTerms(text);
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

/** Returns how well an entry matches the words; null if it lacks one of them. */
function scoreOf(entry: PaletteEntry, words: readonly string[]): number | null {
  const label = fold(entry.label);
  const detail = fold(`${entry.detail}\n${entry.searched ?? ''}`);
  let score = 0;
  for (const word of words) {
    const position = label.indexOf(word);
    if (position === 0) score += SCORES.labelStart;
    else if (position > 0)
      score += /[\p{L}\p{N}]/u.test(label.charAt(position - 1)) ? SCORES.label : SCORES.wordStart;
    else if (detail.includes(word)) score += SCORES.detail;
    else return null;
  }
  return score;
}
