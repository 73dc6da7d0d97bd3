import * as z from 'zod';
import { ownedStore } from '@/lib/storage/owned-store';
import { CHECK_IDS } from '@/analysis/checks/check-definition';
import { ownCheckIdSchema } from '@/analysis/checks/own-checks';

const idSchema = z.union([z.enum(CHECK_IDS), ownCheckIdSchema]);

const dismissedFindingSchema = z.object({
  priceColumn: z.string().min(1),
  check: idSchema,
  /** The names of the key columns. `key`: the texts of the row's values in them. */
  keyColumns: z.array(z.string()),
  key: z.array(z.string()),
  /** The values that the check has judged. If they change, the finding counts as a new one. */
  judged: z.string().nullable(),
  note: z.string(),
  atMs: z.number(),
});

/** A finding that the user has dismissed, because its row is correct. */
export type DismissedFinding = z.output<typeof dismissedFindingSchema>;

/** The maximum number of dismissed findings. With this limit, a single query can look all of them up. */
const MAX_DISMISSED = 5_000;

export const dismissedFindings = ownedStore({
  name: 'dismissed-findings',
  schema: dismissedFindingSchema,
  idOf: dismissedId,
  limit: MAX_DISMISSED,
});

/** Returns the id of a dismissed finding. */
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
  /** The filters of the query, in the notation of the address. */
  filter: z.string(),
  /** The time when the snapshot was taken, by the clock of this computer. */
  takenAtMs: z.number(),
  counts: z.array(
    z.object({
      check: idSchema,
      /** A text of everything that decides what the check finds. Counts are compared only if it is the same. */
      setting: z.string(),
      rowCount: z.int().nonnegative(),
    }),
  ),
});

/** The numbers of rows that checks have found in a snapshot. */
export type CheckedRun = z.output<typeof checkedRunSchema>;

const MAX_RUNS = 100;

export const checkedRuns = ownedStore({
  name: 'checked-runs',
  schema: checkedRunSchema,
  idOf: ({ priceColumn, filter, takenAtMs }) => JSON.stringify([priceColumn, filter, takenAtMs]),
  limit: MAX_RUNS,
});

/** Returns the latest count of a check in an earlier snapshot of the same query, with the same settings; null if there is none. */
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
