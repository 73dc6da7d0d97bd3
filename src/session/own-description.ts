import * as z from 'zod';
import type { DescriptionProblem } from '@/contract/read-description';
import { storedValue } from '@/lib/base/local-setting';
import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import { ONLY_ID } from '@/lib/storage/record-storage';

const descriptionJson = z.record(z.string(), z.unknown());

/** A description of a service as a file has it. */
export type DescriptionJson = Readonly<z.output<typeof descriptionJson>>;

/** The description that a person uses in this browser for a service. */
const descriptions = ownedStore({
  name: 'service-description',
  schema: z.object({ description: descriptionJson }),
  idOf: () => ONLY_ID,
});

/** The description that the pages of this tab start with, because a page starts before it knows who is signed in. */
export const descriptionOfTab = storedValue(
  () => sessionStorage,
  'colonnade-service-description',
  descriptionJson,
);

export type OwnDescription =
  | { readonly kind: 'none' }
  | { readonly kind: 'usable'; readonly json: DescriptionJson }
  /** It was stored by another version, or has been damaged. */
  | { readonly kind: 'broken'; readonly problems: readonly DescriptionProblem[] };

/** Reads the account's own description. Never rejects. */
export async function readOwnDescription(own: OwnRecords): Promise<OwnDescription> {
  const [record] = await descriptions.readAll(own).catch(() => []);
  if (record === undefined) return { kind: 'none' };
  // The schema is large, and most people have no description of their own.
  const { readServiceDescription } = await import('@/contract/read-description');
  const result = readServiceDescription(record.description);
  return result.ok
    ? { kind: 'usable', json: record.description }
    : { kind: 'broken', problems: result.problems };
}

/** Stores the account's own description; null forgets it. Rejects if the browser does not store it. */
export async function storeOwnDescription(own: OwnRecords, json: DescriptionJson | null): Promise<void> {
  await (json === null ? descriptions.remove(own, ONLY_ID) : descriptions.put(own, [{ description: json }]));
}

/**
 * Makes this tab start with the account's own description. Resolves to whether the page has to load again for that: not if it
 * has started with it, or if the browser stores nothing.
 */
export async function followOwnDescription(own: OwnRecords): Promise<boolean> {
  const found = await readOwnDescription(own);
  const wanted = found.kind === 'usable' ? found.json : null;
  const text = (json: DescriptionJson | null) => JSON.stringify(json);
  if (text(descriptionOfTab.read()) === text(wanted)) return false;
  if (wanted === null) descriptionOfTab.clear();
  else descriptionOfTab.write(wanted);
  return text(descriptionOfTab.read()) === text(wanted);
}
