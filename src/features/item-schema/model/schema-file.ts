import * as z from 'zod';
import { columnFromRecord, columnRecordsSchema } from '@/contract/column.schema';
import type { Rights } from '@/session/rights';
import { rememberedSchema, type RememberedSchema } from './schema-changes';
import { schemaRows, type SchemaRow } from './schema-row';

// As `jsonRow` in schema-export.ts writes them.
const fileSchema = z
  .array(
    z.union([
      z.object({ name: z.string(), view: z.literal('locked'), needs: z.string().nullable() }),
      z.object({ name: z.string(), metadata: z.record(z.string(), z.unknown()) }),
    ]),
  )
  .min(1);

/**
 * Reads the table of an exported JSON file, for a comparison with today's. What this person may no longer view is locked in
 * it, too. Returns null for any other text.
 */
export function readSchemaFile(text: string, rights: Rights): RememberedSchema | null {
  const file = fileSchema.safeParse(parsed(text));
  if (!file.success) return null;
  const records = columnRecordsSchema.safeParse(
    file.data.flatMap((entry) => ('metadata' in entry ? [entry.metadata] : [])),
  );
  if (!records.success) return null;
  const open = schemaRows(records.data.map(columnFromRecord), rights).values();
  const rows = file.data.map((entry, ordinal): SchemaRow | undefined =>
    'metadata' in entry
      ? open.next().value
      : {
          kind: 'locked',
          ordinal,
          name: entry.name,
          viewRight: { id: entry.needs, held: 'unknown' },
          isIncomplete: false,
        },
  );
  return rememberedSchema(
    rows.filter((row) => row !== undefined),
    0,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
