import * as z from 'zod';
import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';

export const MAX_RECENT_RUNS = 50;

const recentRunSchema = z.object({
  id: z.string().min(1),
  priceColumn: z.string().min(1),
  query: z.object({
    v: z.string().optional(),
    fields: z.string().optional(),
    filter: z.string().optional(),
    sort: z.string().optional(),
    /** The filters and computed columns that the browser applied, the columns of other sources, and the sort order in the browser. */
    refine: z.string().optional(),
    added: z.string().optional(),
    order: z.string().optional(),
  }),
  ranAtMs: z.number(),
  rowCount: z.int().nonnegative(),
});

/** A query that was run, with its row count. */
export type RecentRun = z.output<typeof recentRunSchema>;

export const recentRuns = ownedStore({ name: 'runs', schema: recentRunSchema, idOf: ({ id }) => id });

/** Reads the recent runs, newest first. Rejects when the browser refuses storage. */
export async function readRuns(own: OwnRecords): Promise<RecentRun[]> {
  return (await recentRuns.readAll(own)).toSorted((a, b) => b.ranAtMs - a.ranAtMs);
}

/** Adds a run and deletes the runs beyond the limit. Rejects when storage is refused or full. */
export async function addRun(own: OwnRecords, run: RecentRun): Promise<void> {
  await recentRuns.update(own, (runs) => {
    // The same query is listed once, with its latest run.
    const others = runs.filter((other) => queryKeyOf(other) !== queryKeyOf(run));
    return [run, ...others.toSorted((a, b) => b.ranAtMs - a.ranAtMs)].slice(0, MAX_RECENT_RUNS);
  });
}

function queryKeyOf({ priceColumn, query }: RecentRun): string {
  const { fields, filter, sort, refine, order, added } = query;
  return JSON.stringify([priceColumn, fields, filter, sort, refine, order, added]);
}
