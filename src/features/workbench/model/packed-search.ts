import type { QuerySearch } from './query-address';
import type { WorkbenchSearch } from './workbench-search';

/**
 * Long lists of values do not fit into an address, because servers and programs cut or reject long addresses. The browser stores such a
 * list under a digest of its content, and the address references it:
 *
 *     filter=ItemNumber~is-any-of~!list~<digest>~<count>
 *
 * A choice of thousands of fields is stored in the same way: `fields=!list~<digest>~<count>`. Of the rules for new prices, long conditions
 * and the columns of a file are also stored: `proposal=1;rule,for~!list~<digest>,by~percent~3`. Changing the percentage then does not store
 * the conditions again. No encoded value and no name starts with `!l`, so a reference cannot be mistaken for one.
 */

/** The search parameters that can be long. */
export type PackableSearch = QuerySearch & Pick<WorkbenchSearch, 'proposal'>;

/** The limit in encoded characters. Shorter lists stay in the address, where users can read them. */
const LONGEST_IN_ADDRESS = 1500;
/** The limit for `fields` is higher, because a link without a reference opens in any browser. Servers accept 8,000 characters. */
const LONGEST_FIELDS_IN_ADDRESS = 5_000;

/** The limit for each part of long rules. */
const LONGEST_RULE_PART = 99;

const LIST_FILTER = /(?<=^|;)((?:!off~)?([^~;]+)~is-(?:any|none)-of)~([^;]+)/g;
const RULE_PART = /(?<=,for~|;file,)!list~[0-9a-f]{28}|(?<=,for~)[^,;~]+|(?<=;file,)[^;]+/g;
const REFERENCE = /^!list~([0-9a-f]{28})(?:~(\d{1,6}))?$/;

/** A text in the search parameters that can be long, or the reference that replaces it. */
interface Place {
  readonly text: string;
  readonly longest: number;
  /** The separator of the values, whose number a reference states; null for a part of a rule. */
  readonly separator: '~' | ',' | null;
  /** The field of the filter that the values belong to; null for other texts. */
  readonly field: string | null;
}

/** Replaces each text that can be long by the result of `textFor`. Null removes a list, and leaves a part of a rule unchanged. */
function withTexts<S extends PackableSearch>(search: S, textFor: (place: Place) => string | null): S {
  const { filter, fields, proposal } = search;
  const valuesFor = (_: string, head: string, field: string, text: string) => {
    const values = textFor({ text, longest: LONGEST_IN_ADDRESS, separator: '~', field });
    return values === null ? head : `${head}~${values}`;
  };
  const fieldsFor = (text: string) =>
    textFor({ text, longest: LONGEST_FIELDS_IN_ADDRESS, separator: ',', field: null }) ?? '';
  const longest = (proposal ?? '').length > LONGEST_IN_ADDRESS ? LONGEST_RULE_PART : Infinity;
  const partFor = (text: string) => textFor({ text, longest, separator: null, field: null }) ?? text;
  return {
    ...search,
    ...(filter !== undefined && { filter: filter.replaceAll(LIST_FILTER, valuesFor) }),
    ...(fields !== undefined && { fields: fieldsFor(fields) }),
    ...(proposal !== undefined && { proposal: proposal.replaceAll(RULE_PART, partFor) }),
  };
}

/** Returns the reference in a place; null if the place holds the text itself. */
function referenceIn({ text, separator }: Place): { readonly digest: string; readonly count: number } | null {
  const [, digest, count] = REFERENCE.exec(text) ?? [];
  const isReference = digest !== undefined && (count === undefined) === (separator === null);
  return isReference ? { digest, count: Number(count) } : null;
}

/** Replaces long lists by references, and returns the lists by digest. */
export function packSearch<S extends PackableSearch>(
  search: S,
): { readonly search: S; readonly lists: ReadonlyMap<string, string> } {
  const lists = new Map<string, string>();
  const packed = withTexts(search, ({ text, longest, separator }) => {
    if (text.length <= longest) return text;
    const digest = digestOf(text);
    lists.set(digest, text);
    const count = separator === null ? '' : `~${text.split(separator).length}`;
    return `!list~${digest}${count}`;
  });
  return { search: lists.size === 0 ? search : packed, lists };
}

/** Returns the digests of the lists that the search references. */
export function packedDigests(search: PackableSearch): readonly string[] {
  const digests: string[] = [];
  withTexts(search, (place) => {
    const reference = referenceIn(place);
    if (reference !== null) digests.push(reference.digest);
    return place.text;
  });
  return digests;
}

/** A list that an address references and this browser does not store. */
export interface MissingList {
  /** The field of the values; null for a choice of fields. */
  readonly field: string | null;
  readonly count: number;
}

/** A search in which lists have replaced the references to them. */
export interface UnpackedSearch<S extends PackableSearch> {
  readonly search: S;
  readonly missing: readonly MissingList[];
  /** Whether the search contained long lists instead of references, as recent runs and links composed elsewhere do. */
  readonly isTooLong: boolean;
}

const NONE_MISSING: readonly MissingList[] = [];

/**
 * Restores the search that `packSearch` was called with. If a list is missing or does not match its digest, its condition has no values, so
 * that the query is not run without the condition. A rule with a missing part keeps the reference, and the view of the rules reports it.
 */
export function unpackSearch<S extends PackableSearch>(
  search: S,
  lists: ReadonlyMap<string, string>,
): UnpackedSearch<S> {
  const missing: MissingList[] = [];
  const isTooLong = packSearch(search).lists.size > 0;
  if (packedDigests(search).length === 0) return { search, missing: NONE_MISSING, isTooLong };
  const unpacked = withTexts(search, (place) => {
    const reference = referenceIn(place);
    if (reference === null) return place.text;
    const { digest, count } = reference;
    const list = lists.get(digest);
    if (list !== undefined && digestOf(list) === digest) return list;
    if (place.separator !== null) missing.push({ field: place.field, count });
    return null;
  });
  return { search: unpacked, missing, isTooLong };
}

/** Returns a 106-bit hexadecimal digest, which is not safe against forgery. Links contain it, so the algorithm must never change. */
export function digestOf(text: string): string {
  return hash53(text, 0x9e3779b9) + hash53(text, 0x85ebca6b);
}

// Two interleaved 32-bit multiplicative hashes, mixed at the end; the upper hash contributes 21 bits.
function hash53(text: string, seed: number): string {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (2 ** 32 * (high & 0x1fffff) + (low >>> 0)).toString(16).padStart(14, '0');
}
