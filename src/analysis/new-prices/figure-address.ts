import { isDecimal } from '@/lib/base/decimal-grammar';
import * as c from '../address/codec';
import { checkIdOf, type AnyCheckId } from '../checks/own-checks';
import { FINDING_SIDES, type FindingSide } from './checked-prices';
import { PLANNED_SIDES } from './planned-prices';
import type { ProposalFilter } from './read-proposal';

export const ALL_ROWS: ProposalFilter = { kind: 'all' };

type MembersOf<Kind extends ProposalFilter['kind']> = Omit<
  Extract<ProposalFilter, { readonly kind: Kind }>,
  'kind'
>;

const alone = c.record({});
const rule = c.wholeNumber(3);
const value = c.orMissing(c.text);
const check = c.orMissing(c.where(c.text, (id): id is AnyCheckId => checkIdOf(id) !== null));
const bound = c.orMissing(c.where(c.name, isDecimal));

const ruleIfAny = c.mapped(
  c.record<{ readonly rule: number | null }>({ rule: c.optional(rule) }),
  (of): MembersOf<'without-answer'> => (of.rule === null ? {} : { rule: of.rule }),
  (of) => ({ rule: of.rule ?? null }),
);
const currencyIfAny = c.mapped(
  c.optional(c.record<MembersOf<'currency'>>({ currency: value })),
  (of): MembersOf<'with-margin'> => of ?? {},
  ({ currency }) => (currency === undefined ? null : { currency }),
);
const group = c.mapped(
  c.record<Group>({ group: value, currency: value, changed: c.optional(c.oneOf(['changed'])) }),
  ({ changed, ...of }): MembersOf<'group'> => (changed === null ? of : { ...of, areChanged: true }),
  ({ areChanged, ...of }): Group => ({ ...of, changed: areChanged === undefined ? null : 'changed' }),
);
type Group = Omit<MembersOf<'group'>, 'areChanged'> & { readonly changed: 'changed' | null };

/**
 * The notation of a figure in the address. The grid shows the rows of this figure. Examples:
 * 1;group~FX-BOLT~EUR~changed          1;found~below-cost~added          1;percent~-2.5~!none
 */
const figureParameter = c.parameter(
  '1',
  c.item(
    c.keyed<ProposalFilter>({
      all: alone,
      changed: alone,
      stopped: alone,
      'without-answer': ruleIfAny,
      'with-margin': currencyIfAny,
      rule: c.record<MembersOf<'rule'>>({ rule }),
      currency: c.record<MembersOf<'currency'>>({ currency: value }),
      group,
      stale: alone,
      planned: c.record<MembersOf<'planned'>>({ side: c.oneOf(PLANNED_SIDES) }),
      found: c.record<MembersOf<'found'>>({ check, side: c.oneOf<FindingSide>(FINDING_SIDES) }),
      percent: c.record<MembersOf<'percent'>>({ from: bound, to: bound }),
    }),
  ),
);

/** Encodes a figure in a parameter of the address; undefined if all rows are shown. */
export function figureToParameter(figure: ProposalFilter): string | undefined {
  return figure.kind === 'all' ? undefined : figureParameter.write(figure);
}

/** Decodes a figure. All rows are shown if the parameter cannot be read. Never throws. */
export function figureFromParameter(parameter: string | undefined): ProposalFilter {
  const read = parameter === undefined ? null : figureParameter.read(parameter);
  return read?.ok === true ? read.value : ALL_ROWS;
}
