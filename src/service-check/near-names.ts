import { isRecord } from '@/contract/member-path';

/** A value in an answer, with the member names that lead to it. */
export interface Leaf {
  readonly steps: readonly string[];
  readonly value: unknown;
}

/** The most characters of any name or value that a check keeps. A longer one may be a secret. */
export const MOST_CHARACTERS = 40;

type Json = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 6;
const MOST_LEAVES = 400;

/** Words that names may have or lack without meaning something else. */
const NOISE = new Set(['is', 'can', 'may', 'be', 'the', 'has', 'a']);

/** Returns the words of a name in lower case, without plural endings: `totalCount`, `Total_Count` and `total.counts` are the same. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !NOISE.has(word))
    .map((word) => (word.length > 3 && !word.endsWith('ss') ? word.replace(/s$/, '') : word));
}

function signature(words: readonly string[]): string {
  return words.toSorted().join(' ');
}

/** Returns how near a path is to a list of spellings, the first being the most usual: 0 is no likeness at all. */
export function nearness(steps: readonly string[], spellings: readonly string[]): number {
  const whole = signature(steps.flatMap(wordsOf));
  const last = signature(wordsOf(steps.at(-1) ?? ''));
  const wanted = spellings.map((spelling) => signature(wordsOf(spelling)));
  const atWhole = wanted.indexOf(whole);
  if (whole !== '' && atWhole !== -1) return 200 - atWhole - steps.length;
  const atLast = wanted.indexOf(last);
  return last !== '' && atLast !== -1 ? 100 - atLast - steps.length : 0;
}

/** Whether a path can stand in a description: its names have no dots, and none is too long. */
export function isExpressible(steps: readonly string[]): boolean {
  return steps.length <= 8 && steps.every((step) => step !== '' && !step.includes('.') && isShortText(step));
}

export function isShortText(text: string): boolean {
  return text.length <= MOST_CHARACTERS;
}

/** Returns the values of an answer that are neither lists nor objects, those nearest to the root first. */
export function leavesOf(json: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let level: Leaf[] = [{ steps: [], value: json }];
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const next: Leaf[] = [];
    for (const { steps, value } of level) {
      // The names in an object of records are values, such as the numbers of items.
      if (!isRecord(value) || membersByValue(value) !== null) continue;
      for (const [name, member] of Object.entries(value).slice(0, MOST_LEAVES)) {
        const leaf = { steps: [...steps, name], value: member };
        if (isRecord(member)) next.push(leaf);
        else if (!Array.isArray(member)) leaves.push(leaf);
      }
    }
    level = next.slice(0, MOST_LEAVES);
  }
  return leaves.filter(({ steps }) => isExpressible(steps)).slice(0, MOST_LEAVES);
}

/** Returns the nearest leaf that fits; undefined if none is near. */
export function nearest(
  leaves: readonly Leaf[],
  spellings: readonly string[],
  isFit: (leaf: Leaf) => boolean = () => true,
): Leaf | undefined {
  const near = leaves
    .map((leaf) => ({ leaf, score: nearness(leaf.steps, spellings) }))
    .filter(({ leaf, score }) => score > 0 && isFit(leaf))
    .toSorted((a, b) => b.score - a.score);
  return near[0]?.leaf;
}

/** A list somewhere in an answer. */
export interface FoundList {
  readonly steps: readonly string[];
  readonly kind: 'records' | 'records-by-name' | 'arrays' | 'texts' | 'empty';
  readonly entries: readonly unknown[];
}

/** Returns the lists in an answer, those nearest to the root first. It does not look into the entries of lists. */
export function listsOf(json: unknown): readonly FoundList[] {
  const lists: FoundList[] = [];
  let level: Leaf[] = [{ steps: [], value: json }];
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth += 1) {
    const next: Leaf[] = [];
    for (const { steps, value } of level) {
      if (!isExpressible(steps)) continue;
      if (Array.isArray(value)) {
        const kind = kindOfEntries(value);
        if (kind !== null) lists.push({ steps, kind, entries: value });
      } else if (isRecord(value)) {
        const entries = membersByValue(value);
        if (entries?.every(isRecord) === true) lists.push({ steps, kind: 'records-by-name', entries });
        if (entries !== null) continue;
        next.push(
          ...Object.entries(value).map(([name, member]) => ({ steps: [...steps, name], value: member })),
        );
      }
    }
    level = next.slice(0, MOST_LEAVES);
  }
  return lists;
}

function kindOfEntries(list: readonly unknown[]): FoundList['kind'] | null {
  const sample = list.slice(0, 20);
  if (sample.length === 0) return 'empty';
  if (sample.every(isRecord)) return 'records';
  if (sample.every((entry) => Array.isArray(entry))) return 'arrays';
  return sample.every((entry) => typeof entry === 'string') ? 'texts' : null;
}

/** A name that a person would give to a part of an answer. A name of other characters may be a value, such as the number of an item. */
const PART_NAME = /^[\p{L}$@_][\p{L}$@_.:# -]*\d?$/u;

/** Returns the members of an object whose names are values, as in an object of records by name; null for an object with parts. */
function membersByValue(json: Json): readonly unknown[] | null {
  const names = Object.keys(json);
  const members = Object.values(json);
  if (names.filter((name) => !PART_NAME.test(name)).length * 2 > names.length) return members;
  const records = members.slice(0, 5).filter(isRecord);
  if (members.length < 2 || !members.every(isRecord)) return null;
  const [first = [], ...others] = records.map((record) => Object.keys(record));
  const haveSharedNames =
    first.length > 1 &&
    others.every((each) => each.filter((name) => first.includes(name)).length * 2 > first.length);
  return haveSharedNames ? members : null;
}

const MOST_NAMES = 8;

/** Describes an answer by the names and types of its members, without any of their values. */
export function shapeOf(json: unknown, depth = 3): string {
  if (json === null) return 'null';
  if (Array.isArray(json)) {
    if (json.length === 0) return 'array of 0';
    return `array of ${json.length}${depth === 0 ? '' : `: ${shapeOf(json[0], depth - 1)}`}`;
  }
  if (!isRecord(json)) return typeof json;
  const names = Object.entries(json);
  if (membersByValue(json) !== null) return `object of ${names.length} records`;
  if (depth === 0) return `object of ${names.length}`;
  const shown = names
    .slice(0, MOST_NAMES)
    .map(([name, value]) => `${shownName(name)}: ${shapeOf(value, depth - 1)}`);
  return `{ ${[...shown, ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ')} }`;
}

/** Returns a name as it may be shown and kept: a long one may be a secret that a service has put there. */
export function shownName(name: string): string {
  return isShortText(name) ? name : `${name.slice(0, 12)}…`;
}
