import type { QuerySearch } from './query-address';

/**
 * Long lists of values do not fit into an address, because servers and programs cut or reject long addresses. The browser
 * stores such a list under a digest of its content, and the address references it:
 *
 *     filter=ItemNumber~is-any-of~!list~<digest>~<count>
 *
 * A choice of thousands of fields is stored likewise: `fields=!list~<digest>~<count>`. No encoded value and no name starts
 * with `!l`, so a reference cannot be mistaken for one.
 */

/** In encoded characters. Shorter lists stay in the address, where people can read them. */
const LONGEST_IN_ADDRESS = 1500;
/**
 * Of all fields. Servers accept addresses of 8,000 characters, and a list that is in the link itself opens in any browser.
 */
const LONGEST_FIELDS_IN_ADDRESS = 5_000;

const LONG_LIST = /^((?:!off~)?[^~]+~is-(?:any|none)-of)~(.+)$/s;
const PACKED_LIST = /^((?:!off~)?[^~]+~is-(?:any|none)-of)~!list~([0-9a-f]{28})~(\d{1,6})$/;
const PACKED_FIELDS = /^!list~([0-9a-f]{28})~(\d{1,6})$/;

/** Replaces long lists by references, and returns the lists by digest. */
export function packSearch<S extends QuerySearch>(
  search: S,
): { readonly search: S; readonly lists: ReadonlyMap<string, string> } {
  const lists = new Map<string, string>();
  const filter = search.filter
    ?.split(';')
    .map((piece) => {
      const [, head = '', list = ''] = LONG_LIST.exec(piece) ?? [];
      if (list.length <= LONGEST_IN_ADDRESS) return piece;
      const digest = digestOf(list);
      lists.set(digest, list);
      return `${head}~!list~${digest}~${list.split('~').length}`;
    })
    .join(';');
  const { fields = '' } = search;
  const isLong = fields.length > LONGEST_FIELDS_IN_ADDRESS;
  if (isLong) lists.set(digestOf(fields), fields);
  if (lists.size === 0) return { search, lists };
  return {
    search: {
      ...search,
      ...(filter !== undefined && { filter }),
      ...(isLong && { fields: `!list~${digestOf(fields)}~${fields.split(',').length}` }),
    },
    lists,
  };
}

/** Returns the digests of the lists that the search references. */
export function packedDigests(search: QuerySearch): readonly string[] {
  const ofFilters = (search.filter ?? '').split(';').flatMap((piece) => PACKED_LIST.exec(piece)?.[2] ?? []);
  return [...ofFilters, ...(PACKED_FIELDS.exec(search.fields ?? '')?.slice(1, 2) ?? [])];
}

/** A list that an address references and this browser does not store. */
export interface MissingList {
  /** The field of the values; null for a choice of fields. */
  readonly field: string | null;
  readonly count: number;
}

/** A search with the lists that it refers to. */
export interface UnpackedSearch<S extends QuerySearch> {
  readonly search: S;
  readonly missing: readonly MissingList[];
  /** Whether the search holds long lists itself, as recent runs and links composed elsewhere do. */
  readonly isTooLong: boolean;
}

/**
 * Restores the search before packing. A list that is missing or does not match its digest leaves a condition without
 * values, so the query cannot be run as if the condition did not exist.
 */
export function unpackSearch<S extends QuerySearch>(
  search: S,
  lists: ReadonlyMap<string, string>,
): UnpackedSearch<S> {
  const missing: MissingList[] = [];
  const isTooLong = packSearch(search).lists.size > 0;
  if (packedDigests(search).length === 0) return { search, missing, isTooLong };
  const filter = search.filter
    ?.split(';')
    .map((piece) => {
      const [, head = '', digest = '', count = ''] = PACKED_LIST.exec(piece) ?? [];
      if (digest === '') return piece;
      const list = lists.get(digest);
      if (list !== undefined && digestOf(list) === digest) return `${head}~${list}`;
      const [field = ''] = head.replace(/^!off~/, '').split('~');
      missing.push({ field, count: Number(count) });
      return head;
    })
    .join(';');
  const [, digest, count = ''] = PACKED_FIELDS.exec(search.fields ?? '') ?? [];
  let { fields } = search;
  if (digest !== undefined) {
    const list = lists.get(digest);
    const isFound = list !== undefined && digestOf(list) === digest;
    if (!isFound) missing.push({ field: null, count: Number(count) });
    // No fields, with which nothing can be run.
    fields = isFound ? list : '';
  }
  return {
    search: {
      ...search,
      ...(filter !== undefined && { filter }),
      ...(fields !== undefined && { fields }),
    },
    missing,
    isTooLong,
  };
}

/**
 * Returns a digest of 106 bits in hexadecimal. It identifies lists that this browser stored itself, so it does not have
 * to resist forgery; pages without a secure connection have no cryptographic digest.
 */
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
