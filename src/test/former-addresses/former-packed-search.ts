import type { QuerySearch } from './former-query-address';
import type { WorkbenchSearch } from '@/features/workbench/model/workbench-search';

/**
 * Long lists of values do not fit into an address, because servers and programs cut or reject long addresses. The browser
 * stores such a list under a digest of its content, and the address references it:
 *
 *     filter=ItemNumber~is-any-of~!list~<digest>~<count>
 *
 * A choice of thousands of fields is stored in the same way: `fields=!list~<digest>~<count>`. So are the long parts of rules for
 * new prices, the conditions of a rule and the columns of the file: `proposal=1;rule,for~!list~<digest>,by~percent~3`. Changing
 * the percentage then does not store the conditions again. No encoded value and no name starts with `!l`, so a reference cannot be
 * mistaken for one.
 */

/** The search parameters that can be long. */
export type PackableSearch = QuerySearch & Pick<WorkbenchSearch, 'proposal'>;

/** The limit in encoded characters. Shorter lists stay in the address, where people can read them. */
const LONGEST_IN_ADDRESS = 1500;
/** The limit for `fields` is higher: servers accept 8,000 characters, and a full link opens anywhere. */
const LONGEST_FIELDS_IN_ADDRESS = 5_000;

const LONG_LIST = /^((?:!off~)?[^~]+~is-(?:any|none)-of)~(.+)$/s;
const PACKED_LIST = /^((?:!off~)?[^~]+~is-(?:any|none)-of)~!list~([0-9a-f]{28})~(\d{1,6})$/;
const PACKED_FIELDS = /^!list~([0-9a-f]{28})~(\d{1,6})$/;
const LONG_RULE_PART = /(?<=,for~)[^,;~]{100,}|(?<=;file,)[^;]{100,}/g;
const PACKED_RULE_PART = /(?<=,for~|;file,)!list~([0-9a-f]{28})/g;

/** Replaces long lists by references, and returns the lists by digest. */
export function packSearch<S extends PackableSearch>(
  search: S,
): { readonly search: S; readonly lists: ReadonlyMap<string, string> } {
  const lists = new Map<string, string>();
  const referenceTo = (list: string) => {
    const digest = digestOf(list);
    lists.set(digest, list);
    return `!list~${digest}`;
  };
  const filter = search.filter
    ?.split(';')
    .map((piece) => {
      const [, head = '', list = ''] = LONG_LIST.exec(piece) ?? [];
      if (list.length <= LONGEST_IN_ADDRESS) return piece;
      return `${head}~${referenceTo(list)}~${list.split('~').length}`;
    })
    .join(';');
  let { fields, proposal } = search;
  if (fields !== undefined && fields.length > LONGEST_FIELDS_IN_ADDRESS) {
    fields = `${referenceTo(fields)}~${fields.split(',').length}`;
  }
  if (proposal !== undefined && proposal.length > LONGEST_IN_ADDRESS) {
    proposal = proposal.replaceAll(LONG_RULE_PART, referenceTo);
  }
  return { search: lists.size === 0 ? search : withParts(search, { filter, fields, proposal }), lists };
}

/** Replaces the packed parameters, without adding those that the search does not have. */
function withParts<S extends PackableSearch>(
  search: S,
  { filter, fields, proposal }: Pick<PackableSearch, 'filter' | 'fields' | 'proposal'>,
): S {
  return {
    ...search,
    ...(filter !== undefined && { filter }),
    ...(fields !== undefined && { fields }),
    ...(proposal !== undefined && { proposal }),
  };
}

/** Returns the digests of the lists that the search references. */
export function packedDigests({
  filter = '',
  fields = '',
  proposal = '',
}: PackableSearch): readonly string[] {
  return [
    ...filter.split(';').flatMap((piece) => PACKED_LIST.exec(piece)?.[2] ?? []),
    ...(PACKED_FIELDS.exec(fields)?.slice(1, 2) ?? []),
    ...[...proposal.matchAll(PACKED_RULE_PART)].flatMap((match) => match.slice(1, 2)),
  ];
}

/** A list that an address references and this browser does not store. */
export interface MissingList {
  /** The field of the values; null for a choice of fields. */
  readonly field: string | null;
  readonly count: number;
}

/** A search with the lists that it refers to. */
export interface UnpackedSearch<S extends PackableSearch> {
  readonly search: S;
  readonly missing: readonly MissingList[];
  /** Whether the search holds long lists itself, as recent runs and links composed elsewhere do. */
  readonly isTooLong: boolean;
}

const NONE_MISSING: readonly MissingList[] = [];

/**
 * Restores the search before packing. A list that is missing or does not match its digest leaves a condition without
 * values, so the query cannot be run as if the condition did not exist. Rules whose parts are missing keep the reference, and
 * the view of the rules reports it.
 */
export function unpackSearch<S extends PackableSearch>(
  search: S,
  lists: ReadonlyMap<string, string>,
): UnpackedSearch<S> {
  const missing: MissingList[] = [];
  const isTooLong = packSearch(search).lists.size > 0;
  if (packedDigests(search).length === 0) return { search, missing: NONE_MISSING, isTooLong };
  const listOf = (digest: string) => {
    const list = lists.get(digest);
    return list !== undefined && digestOf(list) === digest ? list : null;
  };
  const filter = search.filter
    ?.split(';')
    .map((piece) => {
      const [, head = '', digest = '', count = ''] = PACKED_LIST.exec(piece) ?? [];
      if (digest === '') return piece;
      const list = listOf(digest);
      if (list !== null) return `${head}~${list}`;
      const [field = ''] = head.replace(/^!off~/, '').split('~');
      missing.push({ field, count: Number(count) });
      return head;
    })
    .join(';');
  const [, ofFields, count = ''] = PACKED_FIELDS.exec(search.fields ?? '') ?? [];
  let { fields } = search;
  if (ofFields !== undefined) {
    const list = listOf(ofFields);
    if (list === null) missing.push({ field: null, count: Number(count) });
    // If the list is missing, no fields are chosen, so the query cannot run.
    fields = list ?? '';
  }
  const proposal = search.proposal?.replaceAll(
    PACKED_RULE_PART,
    (reference, digest: string) => listOf(digest) ?? reference,
  );
  return { search: withParts(search, { filter, fields, proposal }), missing, isTooLong };
}

/** Returns a 106-bit digest in hexadecimal, which can be forged. Links contain it: it must never change. */
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
