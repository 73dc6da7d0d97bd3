import { isDecimal } from '@/lib/base/decimal-grammar';
import * as c from '../address/codec';
import { PRICE_MOVEMENTS, type ChangesSort, type PercentRange, type PriceMovement } from './change-rows';
import { ROW_KINDS, type RowKind } from './comparison';

/** Which part of a comparison the **Changes** view shows. */
export interface ShownChanges {
  readonly kinds: readonly RowKind[];
  /** Only rows in which this column differs are shown; null for no restriction. */
  readonly column: string | null;
  /** Only rows with a Δ % in this range are shown; null for no restriction. */
  readonly range: PercentRange | null;
  /** Only rows whose price was raised, or lowered, are shown. Earlier links do not contain this choice. */
  readonly movement?: PriceMovement | undefined;
  readonly sort: ChangesSort | null;
  /** Only rows that contain this text are shown; empty for no restriction. */
  readonly find: string;
  /** The field of the **By group** section; null for none. `weight`: the quantity that weights its means. */
  readonly group: string | null;
  readonly weight: string | null;
}

/** The default for addresses that contain nothing else: the differences, in the order of the later side. */
export const ALL_DIFFERENCES: ShownChanges = {
  kinds: ['added', 'removed', 'changed'],
  column: null,
  range: null,
  sort: null,
  find: '',
  group: null,
  weight: null,
};

export const MAX_FIND_LENGTH = 200;

/** The reason why an address does not determine which part of a comparison to show. */
export interface ShownChangesProblem {
  readonly kind: 'unknown-version' | 'unreadable' | 'unknown-column';
  /** The part that cannot be used, as the address contains it, and unescaped if possible. */
  readonly text: string;
}

export type ShownChangesFromAddress =
  | { readonly ok: true; readonly shown: ShownChanges }
  | { readonly ok: false; readonly problem: ShownChangesProblem };

const end = c.orMissing(c.where(c.name, isDecimal));
const ends = c.where(c.record<Ends>({ from: end, to: end }), ({ from, to }) => from !== null || to !== null);
type Ends = Pick<PercentRange, 'from' | 'to'>;

function rangePart(includesEnd: boolean): c.Part<ShownChanges> {
  const ofKind = ({ range }: ShownChanges) => (range?.includesEnd === includesEnd ? range : undefined);
  return c.part(ends, ofKind, (range) => ({ range: { ...range, includesEnd } }));
}

const sort = c.record<ChangesSort>({
  by: c.oneOf(['kind', 'delta', 'percent', 'key']),
  isDescending: c.flag('descending', 'ascending'),
});
const findText = c.nameUpTo(MAX_FIND_LENGTH);
const grouped = c.record<Grouped>({ group: c.name, weight: c.optional(c.name) });
type Grouped = { readonly group: string } & Pick<ShownChanges, 'weight'>;

const PARTS: Readonly<Record<string, c.Part<ShownChanges>>> = {
  rows: c.part(
    c.list(c.oneOf(ROW_KINDS)),
    ({ kinds }) => (kinds.join() === ALL_DIFFERENCES.kinds.join() ? undefined : kinds),
    (kinds) => ({ kinds: ROW_KINDS.filter((kind) => kinds.includes(kind)) }),
  ),
  differs: c.member('column', c.name),
  below: rangePart(false),
  'up-to': rangePart(true),
  price: c.member('movement', c.oneOf(PRICE_MOVEMENTS)),
  sort: c.member('sort', sort),
  find: c.part(
    findText,
    ({ find }) => (find === '' ? undefined : find),
    (find) => ({ find }),
  ),
  group: c.part(
    grouped,
    ({ group, weight }) => (group === null ? undefined : { group, weight }),
    (both) => both,
  ),
};

/**
 * The notation of the shown part of a comparison in a parameter of the address:
 *
 *     1;rows~changed~unchanged;differs~Value;up-to~-2.5~10;price~raised;sort~percent~descending;find~AB-1;group~Country~Quantity
 *
 * Names and texts are escaped as in the query. `below` is a range that excludes its end, and `up-to` a range that includes it.
 */
const shownParameter = c.parameter('1', c.parts(ALL_DIFFERENCES, PARTS, { separator: '~', isQuoted: true }));

/** Returns the parameter for the shown part of a comparison; undefined if all differences are shown. */
export function shownChangesToParameter(shown: ShownChanges): string | undefined {
  return shownParameter.write(shown);
}

/** The columns that a parameter of the address may name. */
export interface NameableColumns {
  /** The price and the compared columns. */
  readonly differing: readonly string[];
  readonly groups: readonly string[];
  readonly weights: readonly string[];
}

/** Decodes a parameter, either completely or not at all, because only a part of it would show other rows. Never throws. */
export function shownChangesFromParameter(
  text: string | undefined,
  { differing, groups, weights }: NameableColumns,
): ShownChangesFromAddress {
  if (text === undefined) return { ok: true, shown: ALL_DIFFERENCES };
  const read = shownParameter.read(text);
  if (!read.ok) return read;
  const shown = read.value;
  const { column, group, weight } = shown;
  const unknown = [
    ...(column === null || differing.includes(column) ? [] : [column]),
    ...(group === null || groups.includes(group) ? [] : [group]),
    ...(weight === null || weights.includes(weight) ? [] : [weight]),
  ];
  return unknown[0] === undefined
    ? { ok: true, shown }
    : { ok: false, problem: { kind: 'unknown-column', text: unknown[0] } };
}
