import * as z from 'zod';

/** A refinement, or the rules of a proposal, with what is typed and not applied. */
export const unappliedSchema = z.object({
  /** The parameter of the address that it was edited from; null for none. */
  of: z.string().nullable(),
  /** As the part that edits it writes and reads it. */
  text: z.string(),
});
export type Unapplied = Readonly<z.output<typeof unappliedSchema>>;
