import * as z from 'zod';
import { ownedStore } from '@/lib/storage/owned-store';

const routineRunSchema = z.object({
  id: z.literal('last'),
  ranAtMs: z.number(),
  /** The last run of each view. */
  views: z.array(z.object({ viewId: z.string(), ranAtMs: z.number(), rowCount: z.int().nonnegative() })),
});

/** Stores when the routine last ran. It is one record without the results, so that other screens can read it quickly. */
export const routineRuns = ownedStore({
  name: 'routine-runs',
  schema: routineRunSchema,
  idOf: ({ id }) => id,
});
