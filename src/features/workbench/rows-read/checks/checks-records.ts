import * as z from 'zod';
import { ownedStore } from '@/lib/storage/owned-store';
import { CHECK_IDS } from './check-definition';
import { ownCheckIdSchema } from './own-checks';

const idSchema = z.union([z.enum(CHECK_IDS), ownCheckIdSchema]);

const dismissedFindingSchema = z.object({
  priceColumn: z.string().min(1),
  check: idSchema,
  /** The row's key: names of columns, and the texts of their values. */
  keyColumns: z.array(z.string()),
  key: z.array(z.string()),
  /** The values that were judged. If they change, the finding counts as a new one. */
  judged: z.string().nullable(),
  note: z.string(),
  atMs: z.number(),
});

/** A finding that a person considers correct. */
export type DismissedFinding = z.output<typeof dismissedFindingSchema>;

/** The limit lets all of them be looked up at once. */
const MAX_DISMISSED = 5_000;

export const dismissedFindings = ownedStore({
  name: 'dismissed-findings',
  schema: dismissedFindingSchema,
  idOf: dismissedId,
  limit: MAX_DISMISSED,
});

/** Identifies a dismissed finding. */
export function dismissedId({
  priceColumn,
  check,
  keyColumns,
  key,
  judged,
}: Omit<DismissedFinding, 'note' | 'atMs'>): string {
  return JSON.stringify([priceColumn, check, keyColumns, key, judged]);
}

const checkedRunSchema = z.object({
  priceColumn: z.string().min(1),
  /** The filters of the query, as in the address. */
  filter: z.string(),
  /** When the snapshot was taken, by this computer's clock. */
  takenAtMs: z.number(),
  counts: z.array(
    z.object({
      check: idSchema,
      /** Everything that decides what the check finds. Only counts with the same setting are compared. */
      setting: z.string(),
      rowCount: z.int().nonnegative(),
    }),
  ),
});

/** How many rows checks have found in a snapshot. */
export type CheckedRun = z.output<typeof checkedRunSchema>;

const MAX_RUNS = 100;

export const checkedRuns = ownedStore({
  name: 'checked-runs',
  schema: checkedRunSchema,
  idOf: ({ priceColumn, filter, takenAtMs }) => JSON.stringify([priceColumn, filter, takenAtMs]),
  limit: MAX_RUNS,
});

/** Returns the latest count of a check in an earlier snapshot of the same query, with the same settings; null if there is no such count. */
export function earlierCount(
  runs: readonly CheckedRun[],
  current: Pick<CheckedRun, 'priceColumn' | 'filter' | 'takenAtMs'>,
  check: CheckedRun['counts'][number]['check'],
  setting: string,
): { readonly takenAtMs: number; readonly rowCount: number } | null {
  const earlier = runs.flatMap(({ priceColumn, filter, takenAtMs, counts }) => {
    const isSame = priceColumn === current.priceColumn && filter === current.filter;
    const count = counts.find((each) => each.check === check && each.setting === setting);
    return isSame && takenAtMs < current.takenAtMs && count !== undefined
      ? [{ takenAtMs, rowCount: count.rowCount }]
      : [];
  });
  return earlier.toSorted((a, b) => b.takenAtMs - a.takenAtMs)[0] ?? null;
}
