import { useCallback, useEffect, useState } from 'react';
import type { OwnRecords } from '@/shared/storage/owned-store';
import { rememberedSchema, withoutWithheld, type RememberedSchema } from '../model/remembered-schema';
import { schemaChanges, type SchemaChange } from '../model/schema-changes';
import type { SchemaRow } from '../model/schema-row';
import { readLastVisit, writeLastVisit } from './last-visit';

export interface ChangesSinceLastVisit {
  readonly changes: readonly SchemaChange[];
  /** When the table was last as it is remembered. */
  readonly sinceMs: number;
}

/**
 * What differs from what this person last saw of the table; null for nothing. It stays until dismissed, through reloads
 * too, and only then is the new state remembered.
 */
export function useSchemaChanges(
  rows: readonly SchemaRow[],
  own: OwnRecords,
): { readonly news: ChangesSinceLastVisit | null; readonly dismiss: () => void } {
  const [news, setNews] = useState<ChangesSinceLastVisit | null>(null);

  const remember = useCallback(
    async (schema: RememberedSchema) => {
      // Without storage there is no memory, and nothing else to miss.
      await writeLastVisit(own, schema).catch(() => undefined);
    },
    [own],
  );

  useEffect(() => {
    let isWanted = true;
    void compare();
    async function compare(): Promise<void> {
      const before = await readLastVisit(own).catch(() => null);
      if (!isWanted) return;
      const now = rememberedSchema(rows, Date.now());
      const changes = before === null ? [] : schemaChanges(before, now);
      if (before === null || changes.length === 0) {
        setNews(null);
        await remember(now);
        return;
      }
      setNews({ changes, sinceMs: before.seenAtMs });
      const kept = withoutWithheld(before, now);
      if (kept !== before) await remember(kept);
    }
    return () => {
      isWanted = false;
    };
  }, [rows, own, remember]);

  const dismiss = useCallback(() => {
    setNews(null);
    void remember(rememberedSchema(rows, Date.now()));
  }, [rows, remember]);
  return { news, dismiss };
}
