import type { AddressProblem } from './query-address';

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
