import { ONLY_ID } from '@/shared/storage/owned-records';
import { ownedStore, type OwnRecords } from '@/shared/storage/owned-store';
import { rememberedSchemaSchema, type RememberedSchema } from '../model/remembered-schema';

const visits = ownedStore({ name: 'visits', schema: rememberedSchemaSchema, idOf: () => ONLY_ID });

/** What was remembered; null where nothing is, or nothing this version can read. Rejects where storage is refused. */
export async function readLastVisit(own: OwnRecords): Promise<RememberedSchema | null> {
  return (await visits.readAll(own))[0] ?? null;
}

/** Takes the place of what was remembered before. Rejects where storage is refused or full. */
export async function writeLastVisit(own: OwnRecords, schema: RememberedSchema): Promise<void> {
  await visits.put(own, [schema]);
}
