import {
  createBaseKey,
  deriveSealingKey,
  deriveTagKey,
  sealText,
  tagOf,
  unsealText,
  type BaseKey,
  type Sealed,
} from './base-key';
import { ownerKey, type Owner } from './owned-records';

/** Seals the records of people, and hides under which names they lie. */
export interface RecordKeys {
  readonly base: BaseKey;
  readonly ownerTag: (owner: Owner) => Promise<string>;
  /** The key of a record: its owner's tag, the collection, and a tag of its own. */
  readonly rowKey: (ownerTag: string, collection: string, id: string) => Promise<RowKey>;
  /** A record moved to another key cannot be unsealed there. */
  readonly seal: (rowKey: RowKey, text: string) => Promise<Sealed>;
  readonly unseal: (rowKey: RowKey, sealed: Sealed) => Promise<string | null>;
}

export type RowKey = [ownerTag: string, collection: string, recordTag: string];

/** The keys on a base key, a new one by default. With another `installationSecret` they are other keys. */
export async function createRecordKeys(
  installationSecret: string | null,
  givenBase: BaseKey | null = null,
): Promise<RecordKeys> {
  const base = givenBase ?? (await createBaseKey());
  const [sealing, tags] = await Promise.all([
    deriveSealingKey(base, JSON.stringify(['records', installationSecret])),
    deriveTagKey(base, JSON.stringify(['record names', installationSecret])),
  ]);
  return {
    base,
    ownerTag: (owner) => tagOf(tags, ownerKey(owner)),
    rowKey: async (ownerTag, collection, id) => [
      ownerTag,
      collection,
      await tagOf(tags, JSON.stringify([ownerTag, collection, id])),
    ],
    seal: (rowKey, text) => sealText(sealing, text, JSON.stringify(rowKey)),
    unseal: (rowKey, sealed) => unsealText(sealing, sealed, JSON.stringify(rowKey)),
  };
}
