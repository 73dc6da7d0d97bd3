import * as z from 'zod';

/** A refinement (filters and computed columns), or the rules of a proposal, with edits that are not applied yet. */
export const unappliedSchema = z.object({
  /** The address parameter that the edits started from; null if it was absent. */
  of: z.string().nullable(),
  /** The edited text, in the notation of the component that edits it. */
  text: z.string(),
});
export type Unapplied = Readonly<z.output<typeof unappliedSchema>>;
