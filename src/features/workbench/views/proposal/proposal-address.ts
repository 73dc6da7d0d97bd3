import * as c from '@/analysis/address/codec';
import { unescape } from '@/analysis/address/notation';
import { refinementFromParameter, refinementToParameter } from '@/analysis/conditions/refinement-address';
import { packedDigests } from '../../model/packed-search';
import type { RefineColumn } from '@/analysis/conditions/refinement';
import {
  DIRECTIONS,
  FILE_FIGURES,
  FIRST_PROPOSAL,
  FIRST_RULE,
  PROPOSAL_ROLES,
  proposalSpecSchema,
  ROUNDING_STEPS,
  type Change,
  type FileColumns,
  type PriceLimit,
  type PriceRule,
  type ProposalSpec,
} from '@/analysis/new-prices/proposal-spec';

/** The version of the notation below. A link with another version is reported as a problem and not interpreted. */
const VERSION = '1';

export interface ProposalProblem {
  readonly kind:
    | 'unknown-version'
    | 'unreadable'
    | 'conditions'
    /** Some of the conditions are a long list that is stored only in another browser. */
    | 'elsewhere';
  /** The unusable part as it is in the address. */
  readonly text: string;
}

export type ProposalFromAddress =
  | { readonly ok: true; readonly spec: ProposalSpec }
  | { readonly ok: false; readonly problem: ProposalProblem };

/** A rule as it is written in the address: its conditions are encoded as a text. */
type WrittenRule = Omit<PriceRule, 'conditions'> & { readonly refine: string | null };
type WrittenSpec = Omit<ProposalSpec, 'rules'> & { readonly rules: readonly WrittenRule[] };
/** What a rule without details is read as. It is invalid, because it does not say how to change prices (see `proposalSpecSchema`). */
const EMPTY_RULE: WrittenRule = { ...FIRST_RULE, refine: null, change: { kind: 'percent', percent: '' } };

/** Returns a codec that reads only some of the pieces of a rule's part and ignores the others. */
function only<Value>(codec: c.Codec<Value>, start: number, end?: number): c.Codec<Value> {
  return { ...codec, read: (pieces) => codec.read(pieces.slice(start, end)) };
}
const text = only(c.text, 0, 1);
const direction = only(c.oneOf(DIRECTIONS), -1);
/** Conditions that cannot be unescaped become an empty text, which is then refused as invalid conditions. */
const refine: c.Codec<string> = { ...c.text, read: ([piece = '']) => unescape(piece) ?? '' };

const value = c.record({ value: text });
const margin = c.record({ margin: text });
const markup = c.record({ markup: text });
const change = c.keyed<Change>({
  percent: c.record({ percent: text }),
  amount: c.record({ amount: text }),
  value,
  margin,
  markup,
  column: c.record({ column: c.text, factor: text }),
});
const limit = c.keyed<PriceLimit>({ value, column: c.record({ column: text }), margin, markup });
const rounding = c.keyed<PriceRule['rounding'] & Pick<PriceRule, 'direction'>>({
  none: c.record({ direction }),
  step: c.record({ step: c.oneOf(ROUNDING_STEPS), direction }),
  ending: c.record({ ending: c.text, direction }),
});
const rule = c.parts<WrittenRule>(
  EMPTY_RULE,
  {
    for: c.member('refine', refine),
    by: c.member('change', change),
    to: c.part(
      rounding,
      (whole) =>
        whole.rounding.kind === 'none' && whole.direction === FIRST_RULE.direction
          ? undefined
          : { ...whole.rounding, direction: whole.direction },
      ({ direction: to, ...how }) => ({ rounding: how, direction: to }),
    ),
    below: c.member('notBelow', limit),
    above: c.member('notAbove', limit),
    most: c.member('atMost', text),
  },
  { separator: '~' },
);

const fields = c.list(
  c.mapped<FieldColumn, string>(
    c.item(c.keyed({ field: c.record({ name: c.text }) })),
    ({ name }) => name,
    (name) => ({ kind: 'field', name }),
  ),
);
interface FieldColumn {
  readonly kind: 'field';
  readonly name: string;
}
const figures = c.list(c.oneOf(FILE_FIGURES));
const isField = (piece: string) => piece.startsWith('field~');
const fileColumns: c.Codec<FileColumns> = {
  read: (pieces) => ({
    fields: fields.read(pieces.filter(isField)),
    figures: figures.read(pieces.filter((piece) => !isField(piece))),
  }),
  write: (columns) => [...fields.write(columns.fields), ...figures.write(columns.figures)],
};

/**
 * The notation of rules in the address. An example:
 * 1;rule,for~1!sall!sGroup!tis!tDE,by~percent~3,to~ending~0.95~up,below~margin~18,above~column~ListPrice,most~8;
 * use,cost~Landed,group;weight,Volume;from,2027-01-01;reason,Freight;file,field~Article,newValue
 * Names and the conditions of a rule are escaped as in the query. Parts that are left out have the values of `FIRST_RULE`.
 */
const proposalParameter = c.parameter(
  VERSION,
  c.parts<WrittenSpec>(
    { ...FIRST_PROPOSAL, rules: [] },
    {
      rule: c.each('rules', rule),
      use: c.member('columns', c.byKey(PROPOSAL_ROLES, c.optional(c.name))),
      weight: c.member('weight', c.item(c.text)),
      from: c.member('validFrom', c.item(c.text)),
      reason: c.part(
        c.item(c.text),
        ({ reason }) => (reason === '' ? undefined : reason),
        (reason) => ({ reason }),
      ),
      file: c.part(
        fileColumns,
        (spec) => spec.fileColumns ?? undefined,
        (columns) => ({ fileColumns: columns }),
      ),
    },
  ),
);

const NOTHING_CHOSEN = written(FIRST_PROPOSAL);

/** Encodes rules in a parameter of the address; undefined for the initial rules. */
export function proposalToParameter(spec: ProposalSpec): string | undefined {
  const parameter = written(spec);
  return parameter === NOTHING_CHOSEN ? undefined : parameter;
}

function written(spec: ProposalSpec): string {
  const rules = spec.rules.map(({ conditions, ...others }) => ({
    ...others,
    refine: refinementToParameter({ conditions, computedColumns: [] }),
  }));
  return proposalParameter.write({ ...spec, rules }) ?? VERSION;
}

/** Decodes all rules or none, because some alone would result in other prices. Rules report missing columns later. Never throws. */
export function proposalFromParameter(
  parameter: string,
  columns: readonly RefineColumn[],
): ProposalFromAddress {
  const read = proposalParameter.read(parameter);
  if (!read.ok && read.problem.kind === 'unknown-version') return read;
  if (packedDigests({ proposal: parameter }).length > 0) return refused('elsewhere', '');
  if (!read.ok) return read;
  const rules: PriceRule[] = [];
  for (const { refine: conditionsText, ...others } of read.value.rules) {
    const fit = conditionsText === null ? null : refinementFromParameter(conditionsText, columns);
    if (fit?.ok === false) {
      const parts = parameter.split(';').filter((part) => part.split(',')[0] === 'rule');
      return refused('conditions', parts[rules.length] ?? '');
    }
    rules.push({ ...others, conditions: fit?.refinement.conditions ?? null });
  }
  const parsed = proposalSpecSchema.safeParse({ ...read.value, rules });
  return parsed.success ? { ok: true, spec: parsed.data } : refused('unreadable', parameter);
}

/** Returns the rules that the view opens with: those in the address, or the initial rules if the address has none. */
export function openedSpec(read: ProposalFromAddress | null): ProposalSpec {
  return read?.ok === true ? read.spec : FIRST_PROPOSAL;
}

function refused(kind: ProposalProblem['kind'], text: string): ProposalFromAddress {
  return { ok: false, problem: { kind, text } };
}
