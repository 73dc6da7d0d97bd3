import * as z from 'zod';
import { ROLES } from '@/rows/price-rows/column-roles';
import { CHECK_IDS } from '@/analysis/checks/check-definition';
import { PARAMETER_NAMES } from '@/analysis/checks/check-parameters';
import { ownCheckIdSchema } from '@/analysis/checks/own-checks';
import { isProbablyWrongSetUp } from '@/analysis/checks/wrong-set-up';

/** The column of each role; null for a role without a column. */
const rolesSchema = z.partialRecord(z.enum(ROLES), z.string().nullable());

const checkIdSchema = z.union([z.enum(CHECK_IDS), ownCheckIdSchema]);

const sideSchema = z.object({
  /** The id of the kept copy of the rows. */
  copyId: z.string().min(1),
  /** The time of the snapshot, by this computer's clock. */
  takenAtMs: z.number(),
  rowCount: z.int().nonnegative(),
  /** The number of rows after the view's refinement (filters and computed columns); absent without one, or if it was not applied. */
  refinedRowCount: z.int().nonnegative().optional(),
  /** The query, as in the address. */
  search: z.record(z.string(), z.string()),
});

/** The prices of one currency that differ from the last routine. */
const effectSchema = z.object({
  /** The currency; null if no column has the currency, or the column has no value. */
  currency: z.string().nullable(),
  raised: z.int().nonnegative(),
  lowered: z.int().nonnegative(),
  /** The exact sum of all price differences, each of which counts once. */
  effect: z.string(),
});
export type PriceEffect = z.output<typeof effectSchema>;

const checkOutcomeSchema = z.object({
  check: checkIdSchema,
  /** The parameters of the check as canonical decimals; absent for a check that the user has defined. */
  parameters: z.partialRecord(z.enum(PARAMETER_NAMES), z.string()).optional(),
  /** The name of a check that the user has defined; null for a built-in check. */
  name: z.string().nullable(),
  now: z.int().nonnegative(),
  /** The number of rows that the check did not find at the last routine; null without a comparison. */
  added: z.int().nonnegative().nullable(),
  /** The number of rows that the check found at the last routine and no longer finds; null without a comparison. */
  gone: z.int().nonnegative().nullable(),
  /** The number of rows that the check could not judge. */
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
  /** The number of rows of either side that cannot be matched, because their key is a duplicate or incomplete. */
  leftOut: z.int().nonnegative(),
  effects: z.array(effectSchema),
  /** The number of rows that are not compared, because only one of two different queries allows them. */
  filteredOut: z.int().nonnegative(),
  /** The columns that only the earlier rows have. */
  onlyThen: z.array(z.string()),
  onlyNow: z.array(z.string()),
});

export const routineResultSchema = z.object({
  viewId: z.string().min(1),
  priceColumn: z.string().min(1),
  ranAtMs: z.number(),
  now: sideSchema,
  /** The rows of the last routine; null at the first routine, or if their copy was deleted. */
  before: sideSchema.nullable(),
  /** `no-keys`: no set of a few columns identifies the rows of both sides. */
  comparison: z.union([comparedSchema, z.literal('no-keys')]).nullable(),
  /** The outcome of each check; null if the checks of the view cannot be read. */
  checks: z.array(checkOutcomeSchema).nullable(),
  /** Checks in use that were not run, because they need rows of another source. */
  notRun: z.array(checkIdSchema),
  /** The checks in use that were not run because the rows lack fields. Absent if checks cannot be read, like the three members below. */
  lacking: z.array(z.object({ check: checkIdSchema, fields: z.array(z.string()) })).optional(),
  /** The columns that the checks used for each role. */
  roles: rolesSchema.optional(),
  /** The same roles without the user's choices. The next routine uses them, even if its rows suggest other roles. */
  usualRoles: rolesSchema.optional(),
  /** The columns that identified a price. */
  key: z.array(z.string()).optional(),
  /** The roles of the last routine, if they were different. */
  rolesBefore: rolesSchema.optional(),
  keyBefore: z.array(z.string()).optional(),
  /** Whether the routine left out the columns that the view adds from another source. */
  isWithoutAdded: z.boolean(),
  /** Whether the refinement of the view does not fit the current or the last rows; absent if it fits both, or if there is none. */
  isUnrefined: z.literal(true).optional(),
  /** The numbers of computed values in each column that are left blank, because they need too many digits; absent without such values. */
  tooLong: z.record(z.string(), z.number()).optional(),
  /** The numbers of values in each column that do not fit their field; absent without such values. */
  misfits: z.record(z.string(), z.number()).optional(),
});

/** The result of the last routine for a view. The rows themselves are in kept copies. */
export type RoutineResult = z.output<typeof routineResultSchema>;
export type RoutineSide = z.output<typeof sideSchema>;
export type ComparedRows = z.output<typeof comparedSchema>;

/** Returns the number of rows of a side that are compared and checked. */
export function shownRowCount({ rowCount, refinedRowCount }: RoutineSide): number {
  return refinedRowCount ?? rowCount;
}

/** Returns the checks with so many findings that a role probably has the wrong column. */
export function wrongSetUps({ checks, now }: Pick<RoutineResult, 'checks' | 'now'>): readonly CheckOutcome[] {
  const all = shownRowCount(now);
  return (checks ?? []).filter((outcome) => isProbablyWrongSetUp(outcome.check, outcome.now, all));
}

/** Whether a result has changed rows or new findings, or its rows could not be compared. */
export function hasNews({ comparison, checks }: RoutineResult): boolean {
  if (comparison === 'no-keys') return true;
  const rows = comparison === null ? 0 : comparison.added + comparison.removed + comparison.changed;
  return rows > 0 || newFindings({ checks }) > 0;
}

/** Returns the number of findings that the last routine did not have. */
export function newFindings({ checks }: Pick<RoutineResult, 'checks'>): number {
  return (checks ?? []).reduce((sum, { added }) => sum + (added ?? 0), 0);
}

/** Returns the largest effect in one currency, for sorting. Amounts of different currencies cannot be added. */
function largestEffect({ comparison }: Pick<RoutineResult, 'comparison'>): number {
  if (comparison === null || comparison === 'no-keys') return 0;
  return Math.max(0, ...comparison.effects.map(({ effect }) => Math.abs(Number(effect))));
}

/** Orders results: the largest effect first, then the most new findings, then results with other news. */
export function byNews(a: RoutineResult, b: RoutineResult): number {
  return (
    largestEffect(b) - largestEffect(a) ||
    newFindings(b) - newFindings(a) ||
    Number(hasNews(b)) - Number(hasNews(a))
  );
}
