import * as z from 'zod';
import { ownedStore } from '@/lib/storage/owned-store';

const savedChecksSchema = z.object({
  priceColumn: z.string().min(1),
  /** The checks in the notation of the address (`analysis/checks/checks-address.ts`), so that parts that no longer apply are reported. */
  checks: z.string(),
  /** Whether the checks run with every snapshot of the price column. */
  runsAfterRefresh: z.boolean(),
});

/** The settings and dismissed findings that a user has saved for the checks of a price column. */
export type SavedChecks = z.output<typeof savedChecksSchema>;

export const savedChecks = ownedStore({
  name: 'checks',
  schema: savedChecksSchema,
  idOf: ({ priceColumn }) => priceColumn,
});
