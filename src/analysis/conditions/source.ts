import { copyCacheKey, copyIdOf } from '@/rows/kept-copies/kept-copy';
import * as c from '../address/codec';

const MOST_CHARACTERS = 1_000;
/** A source of rows other than those on screen. An address only contains the name of a file, so the user must choose the file again. */
export type Source =
  | { readonly kind: 'snapshot'; readonly cacheKey: string }
  | { readonly kind: 'copy'; readonly id: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'price-column'; readonly name: string }
  /** A snapshot or kept copy of another price column. */
  | { readonly kind: 'snapshot-of'; readonly name: string; readonly cacheKey: string };

export type OtherColumnSource = Extract<Source, { kind: 'price-column' | 'snapshot-of' }>;

export type SameColumnSource = Exclude<Source, OtherColumnSource>;

/** Whether the source belongs to a price column other than the one on screen. */
export function isOfOtherColumn(source: Source): source is OtherColumnSource {
  return source.kind === 'price-column' || source.kind === 'snapshot-of';
}

/** Returns the snapshot or kept copy that a cache key identifies. */
export function sourceOfCacheKey(cacheKey: string): SameColumnSource {
  const id = copyIdOf(cacheKey);
  return id === null ? { kind: 'snapshot', cacheKey } : { kind: 'copy', id };
}

/** Returns the cache key that opens a snapshot or kept copy; null for any other source. */
export function cacheKeyOfSource(source: Source): string | null {
  switch (source.kind) {
    case 'snapshot':
    case 'snapshot-of':
      return source.cacheKey;
    case 'copy':
      return copyCacheKey(source.id);
    case 'file':
    case 'price-column':
      return null;
  }
}

/** Returns the text that identifies a source among sources of its kind. */
export function nameOfSource(source: Source): string {
  switch (source.kind) {
    case 'snapshot':
    case 'snapshot-of':
      return source.cacheKey;
    case 'copy':
      return source.id;
    case 'file':
    case 'price-column':
      return source.name;
  }
}

export const sourceName = c.nameUpTo(MOST_CHARACTERS);

/** The notation of a source: its kind and name, and for a snapshot of another price column also the name of that column. */
export const source = c.keyed<Source>({
  snapshot: c.record({ cacheKey: sourceName }),
  copy: c.record({ id: sourceName }),
  file: c.record({ name: sourceName }),
  'price-column': c.record({ name: sourceName }),
  'snapshot-of': c.record({ name: sourceName, cacheKey: sourceName }),
});

export function sourceToParameter(value: Source): string {
  return source.write(value).join('~');
}

/** Decodes the notation of `sourceToParameter`; null if it cannot be read. */
export function sourceFromParameter(parameter: string): Source | null {
  return c.tryRead(source, parameter.split('~'))?.value ?? null;
}
