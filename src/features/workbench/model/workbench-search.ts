import * as z from 'zod';

// Links are also typed and edited by hand: a parameter given twice counts as one list, and one that a parser took for a
// number or a boolean is its text again.
const parameterSchema = z
  .union([
    z.string(),
    z.union([z.number(), z.boolean()]).transform(String),
    z.array(z.union([z.string(), z.number(), z.boolean()])).transform((parts) => parts.join(';')),
  ])
  .optional()
  .catch(undefined);

/** The search parameters of the workbench's address. Never fails: what cannot be read is absent. */
export const workbenchSearchSchema = z.object({
  /** Present once a query has been run. */
  v: parameterSchema,
  fields: parameterSchema,
  filter: parameterSchema,
  sort: parameterSchema,
  /** The snapshot to show instead of taking one. */
  cacheKey: parameterSchema,
  /** Id of the saved view that the query came from. It says nothing to other people, and no link is copied with it. */
  view: parameterSchema,
  /** 1-based row to land on. */
  row: parameterSchema,
});
export type WorkbenchSearch = z.output<typeof workbenchSearchSchema>;
