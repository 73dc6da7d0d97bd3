import * as z from 'zod';

/** A refinement, or the rules of a proposal, with edits that are not applied yet. */
export const unappliedSchema = z.object({
  /** The parameter of the address that the edits started from; null if it was absent. */
  of: z.string().nullable(),
  /** In the notation of the component that edits it. */
  text: z.string(),
});
export type Unapplied = Readonly<z.output<typeof unappliedSchema>>;
