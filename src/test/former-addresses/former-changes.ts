import * as z from 'zod';
import { isDecimal } from '@/lib/base/decimal-grammar';
import {
  escapeOptional,
  partsOfParameter,
  textsOfItem,
  writeItem,
  writeParameter,
} from '@/features/workbench/model/address/notation';
import { PRICE_MOVEMENTS } from '@/features/workbench/rows-read/comparison/change-rows';
import {
  ALL_DIFFERENCES,
  MAX_FIND_LENGTH,
  type NameableColumns,
  type ShownChanges,
  type ShownChangesFromAddress,
  type ShownChangesProblem,
} from '@/features/workbench/rows-read/comparison/changes-address';
import { ROW_KINDS } from '@/features/workbench/rows-read/comparison/comparison';

const VERSION = '1';

/**
 * Encodes the shown part of a comparison in a parameter of the address; undefined for all differences:
 *
 *     1;rows~changed~unchanged;differs~Value;up-to~-2.5~10;price~raised;sort~percent~descending;find~AB-1;group~Country~Quantity
 *
 * Names and texts are escaped as in the query. `below` is a range without its end, `up-to` includes it.
 */
export function shownChangesToParameter(shown: ShownChanges): string | undefined {
  const { kinds, column, range, movement, sort, find, group, weight } = shown;
  const parts: string[] = [];
  if (kinds.join(' ') !== ALL_DIFFERENCES.kinds.join(' ')) parts.push(writeItem('rows', ...kinds));
  if (column !== null) parts.push(writeItem('differs', column));
  if (range !== null) {
    const ends = [range.from, range.to].map(escapeOptional);
    parts.push([range.includesEnd ? 'up-to' : 'below', ...ends].join('~'));
  }
  if (movement !== undefined) parts.push(writeItem('price', movement));
  if (sort !== null) parts.push(writeItem('sort', sort.by, sort.isDescending ? 'descending' : 'ascending'));
  if (find !== '') parts.push(writeItem('find', find));
  if (group !== null) parts.push(writeItem('group', group, weight));
  return parts.length === 0 ? undefined : writeParameter(VERSION, parts);
}

const nameSchema = z.string().min(1);
const endSchema = z.string().refine(isDecimal).nullable();
/** A part of the notation, parsed into the members of `ShownChanges` that it sets. */
const partSchema = z.union([
  z
    .tuple([z.literal('rows')], z.enum(ROW_KINDS))
    .transform(([, ...kinds]) => ({ kinds: ROW_KINDS.filter((kind) => kinds.includes(kind)) })),
  z.tuple([z.literal('differs'), nameSchema]).transform(([, column]) => ({ column })),
  z
    .tuple([z.enum(['below', 'up-to']), endSchema, endSchema])
    .refine(([, from, to]) => from !== null || to !== null)
    .transform(([kind, from, to]) => ({ range: { from, to, includesEnd: kind === 'up-to' } })),
  z.tuple([z.literal('price'), z.enum(PRICE_MOVEMENTS)]).transform(([, movement]) => ({ movement })),
  z
    .tuple([
      z.literal('sort'),
      z.enum(['kind', 'delta', 'percent', 'key']),
      z.enum(['ascending', 'descending']),
    ])
    .transform(([, by, direction]) => ({ sort: { by, isDescending: direction === 'descending' } })),
  z.tuple([z.literal('find'), nameSchema.max(MAX_FIND_LENGTH)]).transform(([, find]) => ({ find })),
  z.tuple([z.literal('group'), nameSchema]).transform(([, group]) => ({ group })),
  z.tuple([z.literal('group'), nameSchema, nameSchema]).transform(([, group, weight]) => ({ group, weight })),
]);

/** Decodes a parameter completely or not at all, because a part would show other rows. Never throws. */
export function shownChangesFromParameter(
  parameter: string | undefined,
  { differing, groups, weights }: NameableColumns,
): ShownChangesFromAddress {
  if (parameter === undefined) return { ok: true, shown: ALL_DIFFERENCES };
  const refused = (kind: ShownChangesProblem['kind'], text: string) =>
    ({ ok: false, problem: { kind, text } }) as const;
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return read;
  let shown = ALL_DIFFERENCES;
  const seen = new Set<string>();
  for (const piece of read.parts) {
    const isRange = /^(?:below|up-to)~/.test(piece);
    const texts = textsOfItem(piece, () => isRange);
    const name = isRange ? 'range' : (texts[0] ?? '');
    const parsed = partSchema.safeParse(texts);
    if (!parsed.success || seen.has(name)) return refused('unreadable', piece);
    seen.add(name);
    shown = { ...shown, ...parsed.data };
  }
  const { column, group, weight } = shown;
  const unknown = [
    ...(column === null || differing.includes(column) ? [] : [column]),
    ...(group === null || groups.includes(group) ? [] : [group]),
    ...(weight === null || weights.includes(weight) ? [] : [weight]),
  ];
  return unknown[0] === undefined ? { ok: true, shown } : refused('unknown-column', unknown[0]);
}
