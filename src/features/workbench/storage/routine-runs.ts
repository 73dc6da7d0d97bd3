import * as z from 'zod';
import { ownedStore } from '@/lib/storage/owned-store';

const routineRunSchema = z.object({
  id: z.literal('last'),
  ranAtMs: z.number(),
  /** The last run of each view. */
  views: z.array(z.object({ viewId: z.string(), ranAtMs: z.number(), rowCount: z.int().nonnegative() })),
});

/** When the routine was run last: one record, which other screens read without what the routine found. */
export const routineRuns = ownedStore({
  name: 'routine-runs',
  schema: routineRunSchema,
  idOf: ({ id }) => id,
});
