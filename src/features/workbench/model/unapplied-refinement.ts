import * as z from 'zod';

/** A refinement that is edited and not applied. */
export const unappliedRefinementSchema = z.object({
  /** The refinement of the address that it was edited from; null for none. */
  of: z.string().nullable(),
  /** As the region that edits it writes and reads it. */
  text: z.string(),
});
export type UnappliedRefinement = Readonly<z.output<typeof unappliedRefinementSchema>>;
