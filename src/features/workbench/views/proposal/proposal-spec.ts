import * as z from 'zod';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { splitDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { Role, RoleProposals } from '@/rows/price-rows/column-roles';
import { notesWriting, type DescribedColumn } from '@/rows/price-rows/field-meaning';
import { refinementProblem, refinementSchema, type RefineColumn } from '../../model/refinement';
import { MAX_RULES } from '../../model/refinement-of-rows';

export const MAX_REASON_LENGTH = 200;

/** How many digits a number of a rule may have. */
export interface DecimalLimits {
  readonly integerDigits: number;
  readonly fractionDigits: number;
  readonly mayBeNegative: boolean;
}

/** Numbers of rules, by what they say. */
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

/** Whether a number may stand in a rule. */
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

/** How a rule changes a price. Margins are of the price: (price − cost) / price; mark-ups of the cost: (price − cost) / cost. */
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
  /** The last digits: `0.95` for 3.95, `9.90` for 19.90. */
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
/** The least or greatest price that a rule may make: a value, that of a column, or the cost with this margin or mark-up. */
export type PriceLimit = Readonly<z.output<typeof limitSchema>>;
export const LIMIT_KINDS = ['value', 'column', 'margin', 'markup'] as const;

export const ruleSchema = z.object({
  /** Null for all rows. */
  conditions: refinementSchema.shape.conditions,
  change: changeSchema,
  rounding: roundingSchema,
  direction: z.enum(DIRECTIONS),
  notBelow: limitSchema.nullable(),
  notAbove: limitSchema.nullable(),
  /** By how many percent of the old price the new one may differ from it; null for any. */
  atMost: numberOf('atMost').nullable(),
});
/** What the rows that it fits will cost. */
export type PriceRule = Readonly<z.output<typeof ruleSchema>>;

/** Roles of columns that new prices are computed with, or said of. */
export const PROPOSAL_ROLES = ['price', 'cost', 'currency', 'group'] as const satisfies readonly Role[];
export type ProposalRole = (typeof PROPOSAL_ROLES)[number];

/** What a file of new prices can have beside columns of the rows, in the order in which it is written. */
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
    /** Columns of the rows. */
    fields: z.array(nameSchema).readonly(),
    figures: z.array(z.enum(FILE_FIGURES)).readonly(),
  })
  .refine(({ fields, figures }) => fields.length + figures.length > 0);
export type FileColumns = Readonly<z.output<typeof fileColumnsSchema>>;

export const proposalSpecSchema = z.object({
  /** The first rule that fits a row applies. */
  rules: z.array(ruleSchema).max(MAX_RULES).readonly(),
  /** The choices of a person, null for no column; the other roles are as proposed. */
  columns: z.partialRecord(z.enum(PROPOSAL_ROLES), nameSchema.nullable()).readonly(),
  /** The column of volumes that weigh the effect; null for one of each. */
  weight: nameSchema.nullable(),
  /** ISO day from which the new prices apply; null where nobody has said it. */
  validFrom: z
    .string()
    .refine((text) => readIsoDateTime(text)?.hasTime === false)
    .nullable(),
  /** Empty where nobody has said it. */
  reason: z.string().max(MAX_REASON_LENGTH),
  /** Null for those that are proposed. */
  fileColumns: fileColumnsSchema.nullable().default(null),
});
/** Rules for new prices. */
export type ProposalSpec = Readonly<z.output<typeof proposalSpecSchema>>;

/** It fits all rows and leaves their prices as they are. */
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

/** The columns of the roles; null where nobody fills one. */
export type ProposalColumns = Readonly<Record<ProposalRole, string | null>>;

/** Puts the choices of a person in the place of what is proposed. A choice that names no column of the rows counts as none. */
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

/** The columns that can tell what new prices will bring: none that only note when a row was written. */
export function weighingColumns<Column extends DescribedColumn>(
  columns: readonly Column[],
  price: string | null,
): readonly Column[] {
  return columns.filter(
    ({ name, type }) =>
      type === 'number' && name !== price && !notesWriting({ name, isKey: false, isPrimaryKey: false }),
  );
}

/** Why a rule cannot be applied, or takes rows without an answer for any of them. */
export type RuleProblem =
  | { readonly kind: 'conditions'; readonly text: string }
  | { readonly kind: 'unknown-field'; readonly text: string }
  /** A margin of 100 % or more has no price. */
  | { readonly kind: 'margin'; readonly text: string }
  /** It needs a cost, and no column has one. */
  | { readonly kind: 'no-cost'; readonly text: string };

/** Returns why a rule has no answer for any row; null where it may have. */
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

/** Whether a price can have this margin, in percent: it must be below 100. */
export function hasPrice(margin: string): boolean {
  const { isNegative, integer } = splitDecimal(margin);
  return isNegative || integer.length < 3;
}
