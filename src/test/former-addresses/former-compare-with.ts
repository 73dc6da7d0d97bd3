import * as z from 'zod';
import { escape, MISSING, unescape } from '@/features/workbench/model/address/notation';
import { isOfOtherColumn, type SameColumnSource } from '@/features/workbench/model/source';
import type {
  ComparisonChoice,
  ComparisonFromSearch,
  ComparisonProblem,
  ComparisonSearch,
} from '@/features/workbench/model/compare-with';
import { sourceFromParameter, sourceToParameter } from './former-source';

const MOST_CHARACTERS = 1_000;
const compareKeysSchema = z
  .array(z.string().min(1).max(MOST_CHARACTERS))
  .min(1)
  .refine((names) => new Set(names).size === names.length);

/**
 * Encodes a comparison in the address:
 *
 *     with=snapshot~KEY · keys=Number,Country · price=Value
 *
 * `with` is `snapshot`, `copy` or `file`, followed by its key or name. Names are escaped as in the query. If `keys` or `price` is
 * absent, it is proposed; `price=!none` means no column.
 */
export function comparisonToSearch({ with: side, keys, price }: ComparisonChoice): ComparisonSearch {
  return {
    with: sourceToParameter(side),
    keys: keys === null ? undefined : keys.map(escape).join(','),
    price: price === undefined ? undefined : price === null ? MISSING : escape(price),
  };
}

/** Decodes `with`; null if it cannot be read or names a source of another price column. */
function comparedSourceFromParameter(parameter: string): SameColumnSource | null {
  const source = sourceFromParameter(parameter);
  return source === null || isOfOtherColumn(source) ? null : source;
}

/** Decodes a comparison; null if there is none. One bad part makes it unusable: the rest would be another comparison. Never throws. */
export function comparisonFromSearch(search: ComparisonSearch): ComparisonFromSearch | null {
  if (search.with === undefined) return null;
  const side = comparedSourceFromParameter(search.with);
  if (side === null) return refused('unreadable-side', search.with);
  let keys: readonly string[] | null = null;
  if (search.keys !== undefined) {
    const parsed = compareKeysSchema.safeParse(search.keys.split(',').map(unescape));
    if (!parsed.success) return refused('unreadable-keys', search.keys);
    keys = parsed.data;
  }
  const price = readPrice(search.price);
  if (price === '') return refused('unreadable-price', search.price ?? '');
  return { ok: true, choice: { with: side, keys, price } };
}

/** Decodes `price`; returns the empty text if it cannot be read. */
function readPrice(parameter: string | undefined): string | null | undefined {
  if (parameter === undefined) return undefined;
  return parameter === MISSING ? null : (unescape(parameter) ?? '');
}

function refused(kind: ComparisonProblem['kind'], text: string): ComparisonFromSearch {
  return { ok: false, problem: { kind, text } };
}
