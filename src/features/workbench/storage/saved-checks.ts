import * as z from 'zod';
import { ownedStore } from '@/lib/storage/owned-store';

const savedChecksSchema = z.object({
  priceColumn: z.string().min(1),
  /** As in the address (`rows-read/checks/checks-address.ts`), so that what no longer applies is told. */
  checks: z.string(),
  /** Whether they are run with every snapshot of the price column. */
  runsAfterRefresh: z.boolean(),
});

/** The settings and dismissed findings that a person has saved for the checks of a price column. */
export type SavedChecks = z.output<typeof savedChecksSchema>;

export const savedChecks = ownedStore({
  name: 'checks',
  schema: savedChecksSchema,
  idOf: ({ priceColumn }) => priceColumn,
});
