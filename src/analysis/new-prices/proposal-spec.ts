import * as z from 'zod';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { splitDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { Role, RoleProposals } from '@/rows/price-rows/column-roles';
import { notesWriting, type DescribedColumn } from '@/rows/price-rows/field-meaning';
import { refinementProblem, refinementSchema, type RefineColumn } from '../conditions/refinement';
import { MAX_RULES } from '../conditions/refinement-of-rows';

export const MAX_REASON_LENGTH = 200;

/** The limits of a number in a rule. */
export interface DecimalLimits {
  readonly integerDigits: number;
  readonly fractionDigits: number;
  readonly mayBeNegative: boolean;
}

/** The limits of the numbers in rules, by their meaning. */
export const NUMBER_LIMITS = {
  percent: { integerDigits: 6, fractionDigits: 4, mayBeNegative: true },
  margin: { integerDigits: 4, fractionDigits: 4, mayBeNegative: true },
  markup: { integerDigits: 4, fractionDigits: 4, mayBeNegative: true },
  amount: { integerDigits: 15, fractionDigits: 6, mayBeNegative: true },
  factor: { integerDigits: 9, fractionDigits: 8, mayBeNegative: true },
  ending: { integerDigits: 6, fractionDigits: 6, mayBeNegative: false },
  atMost: { integerDigits: 6, fractionDigits: 4, mayBeNegative: false },
} as const satisfies Readonly<Record<string, DecimalLimits>>;
export type NumberKind = keyof typeof NUMBER_LIMITS;

/** Whether a text is a valid number of this kind in a rule. */
export function isRuleNumber(kind: NumberKind, text: string): boolean {
  const { integerDigits, fractionDigits, mayBeNegative }: DecimalLimits = NUMBER_LIMITS[kind];
  if (!isDecimal(text)) return false;
  const { isNegative, integer, fraction } = splitDecimal(text);
  return (
    integer.length <= integerDigits && fraction.length <= fractionDigits && (mayBeNegative || !isNegative)
  );
}

const numberOf = (kind: NumberKind) => z.string().refine((text) => isRuleNumber(kind, text));
const nameSchema = z.string().min(1);

/** How a rule changes a price. A margin is a share of the price: (price − cost) / price; a mark-up of the cost: (price − cost) / cost. */
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: numberOf('percent') }),
  z.object({ kind: z.literal('amount'), amount: numberOf('amount') }),
  z.object({ kind: z.literal('value'), value: numberOf('amount') }),
  z.object({ kind: z.literal('margin'), margin: numberOf('margin') }),
  z.object({ kind: z.literal('markup'), markup: numberOf('markup') }),
  z.object({ kind: z.literal('column'), column: nameSchema, factor: numberOf('factor') }),
]);
export type Change = Readonly<z.output<typeof changeSchema>>;
export const CHANGE_KINDS = ['percent', 'amount', 'value', 'margin', 'markup', 'column'] as const;

export const ROUNDING_STEPS = ['0.01', '0.05', '0.10', '1', '10'] as const;
const roundingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('step'), step: z.enum(ROUNDING_STEPS) }),
  /** The last digits of the rounded price, such as `0.95` for 3.95 or `9.90` for 19.90. */
  z.object({ kind: z.literal('ending'), ending: numberOf('ending') }),
]);
export type Rounding = Readonly<z.output<typeof roundingSchema>>;

export const DIRECTIONS = ['nearest', 'up', 'down'] as const;

const limitSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: numberOf('amount') }),
  z.object({ kind: z.literal('column'), column: nameSchema }),
  z.object({ kind: z.literal('margin'), margin: numberOf('margin') }),
  z.object({ kind: z.literal('markup'), markup: numberOf('markup') }),
]);
/** The minimum or maximum price of a rule: a value, the value of a column, or the cost with a margin or a mark-up. */
export type PriceLimit = Readonly<z.output<typeof limitSchema>>;
export const LIMIT_KINDS = ['value', 'column', 'margin', 'markup'] as const;

export const ruleSchema = z.object({
  /** The conditions that rows must satisfy; null if the rule is for all rows. */
  conditions: refinementSchema.shape.conditions,
  change: changeSchema,
  rounding: roundingSchema,
  direction: z.enum(DIRECTIONS),
  notBelow: limitSchema.nullable(),
  notAbove: limitSchema.nullable(),
  /** The maximum difference from the old price in percent; null for no limit. */
  atMost: numberOf('atMost').nullable(),
});
/** A rule: which rows it applies to, and how it changes their price. */
export type PriceRule = Readonly<z.output<typeof ruleSchema>>;

/** The roles of columns that new prices are computed from or grouped by. */
export const PROPOSAL_ROLES = ['price', 'cost', 'currency', 'group'] as const satisfies readonly Role[];
export type ProposalRole = (typeof PROPOSAL_ROLES)[number];

/** The figures that a file of new prices can have in addition to the columns of the rows, in the order of the file. */
export const FILE_FIGURES = [
  'oldValue',
  'newValue',
  'delta',
  'percent',
  'validFrom',
  'oldValidTo',
  'reason',
  'rule',
  'guard',
] as const;
export type FileFigure = (typeof FILE_FIGURES)[number];

/** The columns of a file of new prices. */
const fileColumnsSchema = z
  .object({
    /** The names of columns of the rows. */
    fields: z.array(nameSchema).readonly(),
    figures: z.array(z.enum(FILE_FIGURES)).readonly(),
  })
  .refine(({ fields, figures }) => fields.length + figures.length > 0);
export type FileColumns = Readonly<z.output<typeof fileColumnsSchema>>;

export const proposalSpecSchema = z.object({
  /** The rules. Only the first rule whose conditions a row satisfies applies to it. */
  rules: z.array(ruleSchema).max(MAX_RULES).readonly(),
  /** The column that the user has chosen for each role; null for no column. A role that is absent has the suggested column. */
  columns: z.partialRecord(z.enum(PROPOSAL_ROLES), nameSchema.nullable()).readonly(),
  /** The column of volumes that weight the effect; null if every row counts once. */
  weight: nameSchema.nullable(),
  /** The ISO day from which the new prices apply; null if it is not set. */
  validFrom: z
    .string()
    .refine((text) => readIsoDateTime(text)?.hasTime === false)
    .nullable(),
  /** The reason for the new prices; empty if the user has given none. */
  reason: z.string().max(MAX_REASON_LENGTH),
  fileColumns: fileColumnsSchema.nullable().default(null),
});
/** The rules for new prices, with the columns that they use and the settings of the exported file. */
export type ProposalSpec = Readonly<z.output<typeof proposalSpecSchema>>;

/** The initial rule. It applies to all rows, and leaves their prices unchanged. */
export const FIRST_RULE: PriceRule = {
  conditions: null,
  change: { kind: 'percent', percent: '0' },
  rounding: { kind: 'none' },
  direction: 'nearest',
  notBelow: null,
  notAbove: null,
  atMost: null,
};

export const FIRST_PROPOSAL: ProposalSpec = {
  rules: [FIRST_RULE],
  columns: {},
  weight: null,
  validFrom: null,
  reason: '',
  fileColumns: null,
};

/** The column that each role has; null for a role without a column. */
export type ProposalColumns = Readonly<Record<ProposalRole, string | null>>;

/** Replaces suggested columns by the user's choices. A chosen column that the rows do not have is read as no column. */
export function resolveColumns(
  spec: Pick<ProposalSpec, 'columns'>,
  proposals: RoleProposals,
  columns: readonly Pick<DescribedColumn, 'name'>[],
): ProposalColumns {
  const has = (name: string) => columns.some((column) => column.name === name);
  const chosen = PROPOSAL_ROLES.map((role) => {
    const choice = spec.columns[role];
    const proposed = proposals[role]?.column ?? null;
    return [role, choice === undefined || (choice !== null && !has(choice)) ? proposed : choice];
  });
  return Object.fromEntries(chosen) as Record<ProposalRole, string | null>;
}

/** Returns the columns that can weight the effect: number columns, except the price and columns that only record when a row was written. */
export function weighingColumns<Column extends DescribedColumn>(
  columns: readonly Column[],
  price: string | null,
): readonly Column[] {
  return columns.filter(
    ({ name, type }) =>
      type === 'number' && name !== price && !notesWriting({ name, isKey: false, isPrimaryKey: false }),
  );
}

/** Why a rule cannot be applied, or cannot compute a price for any row. */
export type RuleProblem =
  | { readonly kind: 'conditions'; readonly text: string }
  | { readonly kind: 'unknown-field'; readonly text: string }
  /** The rule asks for a margin of 100 % or more, which no price has. */
  | { readonly kind: 'margin'; readonly text: string }
  /** The rule needs a cost, but no column is the cost. */
  | { readonly kind: 'no-cost'; readonly text: string };

/** Returns why a rule cannot compute a price for any row; null if it may be able to. */
export function ruleProblem(
  { conditions, change, notBelow, notAbove }: PriceRule,
  columns: readonly RefineColumn[],
  cost: string | null,
): RuleProblem | null {
  const unfit = refinementProblem({ conditions, computedColumns: [] }, columns);
  if (unfit !== null) return { kind: 'conditions', text: unfit.text };
  for (const part of [change, notBelow, notAbove]) {
    if (part?.kind === 'column') {
      const { column } = part;
      const isNumber = columns.some(({ name, type }) => name === column && type === 'number');
      if (!isNumber) return { kind: 'unknown-field', text: column };
    }
    if (cost === null && (part?.kind === 'margin' || part?.kind === 'markup')) {
      return { kind: 'no-cost', text: '' };
    }
    if (part?.kind === 'margin' && !hasPrice(part.margin)) return { kind: 'margin', text: part.margin };
  }
  return null;
}

/** Whether a price with this margin exists. The margin is in percent and must be below 100. */
export function hasPrice(margin: string): boolean {
  const { isNegative, integer } = splitDecimal(margin);
  return isNegative || integer.length < 3;
}
