import * as z from 'zod';
import { ROLES } from '@/rows/price-rows/column-roles';
import { CHECK_IDS } from '../rows-read/checks/check-definition';
import { PARAMETER_NAMES } from '../rows-read/checks/check-parameters';
import { ownCheckIdSchema } from '../rows-read/checks/own-checks';
import { isProbablyWrongSetUp } from '../rows-read/checks/wrong-set-up';

/** The column of each role; null for a role without a column. */
const rolesSchema = z.partialRecord(z.enum(ROLES), z.string().nullable());

const checkIdSchema = z.union([z.enum(CHECK_IDS), ownCheckIdSchema]);

const sideSchema = z.object({
  /** The kept copy of its rows. */
  copyId: z.string().min(1),
  /** By this computer's clock. */
  takenAtMs: z.number(),
  rowCount: z.int().nonnegative(),
  /** The number of rows after the refinement of the view; absent without a refinement, or if it was not applied. */
  refinedRowCount: z.int().nonnegative().optional(),
  /** The query, as in the address. */
  search: z.record(z.string(), z.string()),
});

/** The prices of one currency that differ from the last routine. */
const effectSchema = z.object({
  /** Null if no column has the currency, or the column has no value. */
  currency: z.string().nullable(),
  raised: z.int().nonnegative(),
  lowered: z.int().nonnegative(),
  /** The exact sum of all differences, with a volume of one each. */
  effect: z.string(),
});
export type PriceEffect = z.output<typeof effectSchema>;

const checkOutcomeSchema = z.object({
  check: checkIdSchema,
  /** The parameters of the check as canonical decimals; absent for a check of the person's own. */
  parameters: z.partialRecord(z.enum(PARAMETER_NAMES), z.string()).optional(),
  /** The name of a check of the person's own; null for a built-in check. */
  name: z.string().nullable(),
  now: z.int().nonnegative(),
  /** Rows that the check did not find at the last routine; null without a comparison. */
  added: z.int().nonnegative().nullable(),
  /** Rows that the check found at the last routine and no longer finds. */
  gone: z.int().nonnegative().nullable(),
  /** Rows that the check could not judge. */
  notJudged: z.int().nonnegative(),
});
export type CheckOutcome = z.output<typeof checkOutcomeSchema>;

const comparedSchema = z.object({
  keys: z.array(z.string()),
  price: z.string().nullable(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  /** Rows of either side that cannot be matched, because their key is a duplicate or incomplete. */
  leftOut: z.int().nonnegative(),
  effects: z.array(effectSchema),
  /** Rows that only one of two different queries admits; they are not compared. */
  filteredOut: z.int().nonnegative(),
  /** Columns that only one side has. */
  onlyThen: z.array(z.string()),
  onlyNow: z.array(z.string()),
});

export const routineResultSchema = z.object({
  viewId: z.string().min(1),
  priceColumn: z.string().min(1),
  ranAtMs: z.number(),
  now: sideSchema,
  /** Null at the first routine, and if the copy was deleted since. */
  before: sideSchema.nullable(),
  /** `no-keys`: no set of a few columns identifies the rows of both sides. */
  comparison: z.union([comparedSchema, z.literal('no-keys')]).nullable(),
  /** Null if the checks of the view cannot be read. */
  checks: z.array(checkOutcomeSchema).nullable(),
  /** Checks in use that were not run, because they need rows of another source. */
  notRun: z.array(checkIdSchema),
  /** Checks in use that were not run, with the fields that the rows lack. Like the three below, absent if the checks cannot be read. */
  lacking: z.array(z.object({ check: checkIdSchema, fields: z.array(z.string()) })).optional(),
  /** The columns that the checks used for each role. */
  roles: rolesSchema.optional(),
  /** The same roles without the person's choices. The next routine uses them, whatever its rows are. */
  usualRoles: rolesSchema.optional(),
  /** The columns that identified a price. */
  key: z.array(z.string()).optional(),
  /** The roles of the last time, if they were different. */
  rolesBefore: rolesSchema.optional(),
  keyBefore: z.array(z.string()).optional(),
  /** Whether the routine left out the columns that the view adds from another source. */
  isWithoutAdded: z.boolean(),
  /** The refinement of the view does not fit the rows of this time or of the last time; absent if it fits, or without one. */
  isUnrefined: z.literal(true).optional(),
  /** Current computed values that are left blank, because they need too many digits; absent without such values. */
  tooLong: z.record(z.string(), z.number()).optional(),
  /** Current values that do not fit their field; absent without such values. */
  misfits: z.record(z.string(), z.number()).optional(),
});

/** The result of the last routine for a view. The rows themselves are in kept copies. */
export type RoutineResult = z.output<typeof routineResultSchema>;
export type RoutineSide = z.output<typeof sideSchema>;
export type ComparedRows = z.output<typeof comparedSchema>;

/** The rows of a side that are compared and checked. */
export function shownRowCount({ rowCount, refinedRowCount }: RoutineSide): number {
  return refinedRowCount ?? rowCount;
}

/** Returns the checks with so many findings that probably a role has the wrong column. */
export function wrongSetUps({ checks, now }: Pick<RoutineResult, 'checks' | 'now'>): readonly CheckOutcome[] {
  const all = shownRowCount(now);
  return (checks ?? []).filter((outcome) => isProbablyWrongSetUp(outcome.check, outcome.now, all));
}

/** Whether a result has anything that is new. */
export function hasNews({ comparison, checks }: RoutineResult): boolean {
  if (comparison === 'no-keys') return true;
  const rows = comparison === null ? 0 : comparison.added + comparison.removed + comparison.changed;
  return rows > 0 || newFindings({ checks }) > 0;
}

/** Returns the number of findings that the last routine did not have. */
export function newFindings({ checks }: Pick<RoutineResult, 'checks'>): number {
  return (checks ?? []).reduce((sum, { added }) => sum + (added ?? 0), 0);
}

/** Returns the largest effect in one currency, for sorting: amounts of different currencies are not added. */
function largestEffect({ comparison }: Pick<RoutineResult, 'comparison'>): number {
  if (comparison === null || comparison === 'no-keys') return 0;
  return Math.max(0, ...comparison.effects.map(({ effect }) => Math.abs(Number(effect))));
}

/** Orders results: the largest effect first, then the most new findings, then those with other news. */
export function byNews(a: RoutineResult, b: RoutineResult): number {
  return (
    largestEffect(b) - largestEffect(a) ||
    newFindings(b) - newFindings(a) ||
    Number(hasNews(b)) - Number(hasNews(a))
  );
}
