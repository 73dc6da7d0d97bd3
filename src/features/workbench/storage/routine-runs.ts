import * as z from 'zod';
import { ownedStore } from '@/shared/storage/owned-store';

const routineRunSchema = z.object({ id: z.literal('last'), ranAtMs: z.number() });

/** When the routine was run last: one record, which the start page reads without what the routine found. */
export const routineRuns = ownedStore({
  name: 'routine-runs',
  schema: routineRunSchema,
  idOf: ({ id }) => id,
});
