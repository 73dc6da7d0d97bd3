import { useCallback, useEffect, useState } from 'react';
import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import { ONLY_ID } from '@/lib/storage/record-storage';
import {
  rememberedSchema,
  rememberedSchemaSchema,
  schemaChanges,
  withoutWithheld,
  type RememberedSchema,
  type SchemaChange,
} from '../model/schema-changes';
import type { SchemaRow } from '../model/schema-row';

const visits = ownedStore({ name: 'visits', schema: rememberedSchemaSchema, idOf: () => ONLY_ID });

export interface ChangesSinceLastVisit {
  readonly changes: readonly SchemaChange[];
  /** The time at which the stored state of the table was seen. */
  readonly sinceMs: number;
}

/** Returns the changes since the last visit; null if there are none or no storage. They stay until the user dismisses them. */
export function useSchemaChanges(
  rows: readonly SchemaRow[],
  own: OwnRecords,
): { readonly difference: ChangesSinceLastVisit | null; readonly dismiss: () => void } {
  const [difference, setDifference] = useState<ChangesSinceLastVisit | null>(null);

  const remember = useCallback(
    async (schema: RememberedSchema) => {
      await visits.put(own, [schema]).catch(() => undefined);
    },
    [own],
  );

  useEffect(() => {
    let isCurrent = true;
    void compare();
    async function compare(): Promise<void> {
      const [before] = await visits.readAll(own).catch(() => []);
      if (!isCurrent) return;
      const now = rememberedSchema(rows, Date.now());
      const changes = before === undefined ? [] : schemaChanges(before, now);
      if (before === undefined || changes.length === 0) {
        setDifference(null);
        await remember(now);
        return;
      }
      setDifference({ changes, sinceMs: before.seenAtMs });
      const permitted = withoutWithheld(before, now);
      if (permitted !== before) await remember(permitted);
    }
    return () => {
      isCurrent = false;
    };
  }, [rows, own, remember]);

  const dismiss = useCallback(() => {
    setDifference(null);
    void remember(rememberedSchema(rows, Date.now()));
  }, [rows, remember]);
  return { difference, dismiss };
}
