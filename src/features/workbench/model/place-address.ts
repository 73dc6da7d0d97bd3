import { MAX_CACHE_KEY_LENGTH } from '@/contract/limits';
import type { AddressProblem } from './query-address';

/** The snapshot that an address names, null for none; and why what stands there names none. */
export function snapshotFromSearch(text: string | undefined): {
  readonly cacheKey: string | null;
  readonly problem: AddressProblem | null;
} {
  if (text === undefined) return { cacheKey: null, problem: null };
  return text.trim() !== '' && text.length <= MAX_CACHE_KEY_LENGTH
    ? { cacheKey: text, problem: null }
    : { cacheKey: null, problem: { part: 'snapshot', kind: 'no-snapshot', text: `cacheKey=${text}` } };
}

/** The row that an address asks for, 0-based, null for none; and why what stands there is no row. */
export function rowFromSearch(text: string | undefined): {
  readonly row: number | null;
  readonly problem: AddressProblem | null;
} {
  const written = text?.trim() ?? '';
  if (written === '') return { row: null, problem: null };
  const row = /^\d+$/.test(written) ? Number(written) - 1 : -1;
  return row >= 0
    ? { row, problem: null }
    : { row: null, problem: { part: 'row', kind: 'no-row', text: `row=${written}` } };
}
