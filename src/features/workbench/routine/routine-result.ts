import * as z from 'zod';
import { ROLES } from '@/rows/price-rows/column-roles';
import { CHECK_IDS, PARAMETER_NAMES } from '../rows-read/checks/check-definitions';
import { ownCheckIdSchema } from '../rows-read/checks/own-checks';
import { isProbablyWrongSetUp } from '../rows-read/checks/wrong-set-up';

/** By role; null for one that no column fills. */
const rolesSchema = z.partialRecord(z.enum(ROLES), z.string().nullable());

const checkIdSchema = z.union([z.enum(CHECK_IDS), ownCheckIdSchema]);

const sideSchema = z.object({
  /** The kept copy of its rows. */
  copyId: z.string().min(1),
  /** By this computer's clock. */
  takenAtMs: z.number(),
  rowCount: z.int().nonnegative(),
  /** The rows that the refinement of the view leaves; absent where it has none, or was not applied. */
  refinedRowCount: z.int().nonnegative().optional(),
  /** The query, as in the address. */
  search: z.record(z.string(), z.string()),
});

/** The prices of a currency that differ from those of the last routine. */
const effectSchema = z.object({
  /** Null where no column tells the currency, or it has no value. */
  currency: z.string().nullable(),
  raised: z.int().nonnegative(),
  lowered: z.int().nonnegative(),
  /** Exact: the sum of all differences, of one unit each. */
  effect: z.string(),
});
export type PriceEffect = z.output<typeof effectSchema>;

const checkOutcomeSchema = z.object({
  check: checkIdSchema,
  /** What the check is set to, as canonical decimals; absent for a check of the person's own. */
  parameters: z.partialRecord(z.enum(PARAMETER_NAMES), z.string()).optional(),
  /** The name of a check of the person's own; null for those that come with the console. */
  name: z.string().nullable(),
  now: z.int().nonnegative(),
  /** Rows that the check did not find at the last routine; null where there is nothing to compare with. */
  added: z.int().nonnegative().nullable(),
  /** Rows that it found at the last routine, and no more. */
  gone: z.int().nonnegative().nullable(),
  /** Rows that it could not judge. */
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
  /** Rows of either side that cannot be matched: their key stands twice, or is incomplete. */
  leftOut: z.int().nonnegative(),
  effects: z.array(effectSchema),
  /** Rows of the sides that only one of two different queries admits; they are not compared. */
  filteredOut: z.int().nonnegative(),
  /** Columns that only one of the sides has. */
  onlyThen: z.array(z.string()),
  onlyNow: z.array(z.string()),
});

export const routineResultSchema = z.object({
  viewId: z.string().min(1),
  priceColumn: z.string().min(1),
  ranAtMs: z.number(),
  now: sideSchema,
  /** Null at the first routine, and where the copy was deleted since. */
  before: sideSchema.nullable(),
  /** `no-keys`: no set of a few columns tells the rows of both sides apart. */
  comparison: z.union([comparedSchema, z.literal('no-keys')]).nullable(),
  /** Null where the checks of the view cannot be read. */
  checks: z.array(checkOutcomeSchema).nullable(),
  /** Checks in use that need rows of another source, and were not run. */
  notRun: z.array(checkIdSchema),
  /** Checks in use that were not run, and the fields that they need and the rows do not have; like the three below absent where the checks cannot be read. */
  lacking: z.array(z.object({ check: checkIdSchema, fields: z.array(z.string()) })).optional(),
  /** What the columns meant to the checks. */
  roles: rolesSchema.optional(),
  /** The same without what the person has chosen: the next time goes by it, whatever the rows are then. */
  usualRoles: rolesSchema.optional(),
  /** The columns that identified a price. */
  key: z.array(z.string()).optional(),
  /** The same of the last time, where it was another. */
  rolesBefore: rolesSchema.optional(),
  keyBefore: z.array(z.string()).optional(),
  /** What of the view the routine does without. */
  isWithoutAdded: z.boolean(),
  /** The refinement of the view does not fit the rows of this time or of the last; absent where it does, or there is none. */
  isUnrefined: z.literal(true).optional(),
  /** Computed values of now that are left blank, since they need too many digits on the way; absent without any. */
  tooLong: z.record(z.string(), z.number()).optional(),
  /** Values of now that do not fit their field; absent without any. */
  misfits: z.record(z.string(), z.number()).optional(),
});

/** What the last routine found in a view. Its rows are in kept copies. */
export type RoutineResult = z.output<typeof routineResultSchema>;
export type RoutineSide = z.output<typeof sideSchema>;
export type ComparedRows = z.output<typeof comparedSchema>;

/** The rows of a side that are compared and checked. */
export function shownRowCount({ rowCount, refinedRowCount }: RoutineSide): number {
  return refinedRowCount ?? rowCount;
}

/** The checks that find so many rows that probably a column is taken for what it is not. */
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

/** Findings that were not there at the last routine. */
export function newFindings({ checks }: Pick<RoutineResult, 'checks'>): number {
  return (checks ?? []).reduce((sum, { added }) => sum + (added ?? 0), 0);
}

/** The largest effect in one currency, to order by: amounts of different currencies are not added. */
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
