import * as z from 'zod';

export const MAX_RECENT_RUNS = 50;

export const recentRunSchema = z.object({
  id: z.string().min(1),
  priceColumn: z.string().min(1),
  query: z.object({
    v: z.string().optional(),
    fields: z.string().optional(),
    filter: z.string().optional(),
    sort: z.string().optional(),
  }),
  ranAtMs: z.number(),
  rowCount: z.int().nonnegative(),
});

/** A query that was run, and what came of it. */
export type RecentRun = z.output<typeof recentRunSchema>;

/** The runs to keep, the latest first: the same query once, as it was last. */
export function withRun(runs: readonly RecentRun[], run: RecentRun): RecentRun[] {
  const others = runs.filter((other) => runKey(other) !== runKey(run));
  return [run, ...others.toSorted((a, b) => b.ranAtMs - a.ranAtMs)].slice(0, MAX_RECENT_RUNS);
}

function runKey({ priceColumn, query }: RecentRun): string {
  return JSON.stringify([priceColumn, query.fields, query.filter, query.sort]);
}
