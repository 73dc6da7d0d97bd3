import * as z from 'zod';
import { readBelonging, tabBelongings } from '@/shared/storage/tab-belongings';
import { draftQuerySchema, type DraftQuery } from './draft-query';

const storedDraftSchema = z.object({
  /** The address text of the query that the draft grew from: on another one it has no meaning. */
  appliedText: z.string(),
  draft: draftQuerySchema,
});

export type StoredDraft = z.output<typeof storedDraftSchema>;

/** The draft of this tab for a price column. Unreadable ones are none. */
export function loadDraft(priceColumn: string): StoredDraft | null {
  return readBelonging(storageKeyOf(priceColumn), storedDraftSchema);
}

/** A draft that cannot be kept (no room, storage forbidden) lasts as long as the page. */
export function saveDraft(priceColumn: string, appliedText: string, draft: DraftQuery): void {
  tabBelongings.write(storageKeyOf(priceColumn), JSON.stringify({ appliedText, draft }));
}

function storageKeyOf(priceColumn: string): string {
  return `draft.${priceColumn}`;
}
