import * as z from 'zod';
import { tabBelongings } from '@/shared/storage/tab-belongings';
import { draftQuerySchema, type DraftQuery } from './draft-query';

const storedDraftSchema = z.object({
  /** The address text of the query that the draft grew from: on another one it has no meaning. */
  appliedText: z.string(),
  draft: draftQuerySchema,
});

/** The draft of this tab for a price column, if one grew from that applied query. Unreadable ones are none. */
export function loadDraft(priceColumn: string, appliedText: string): DraftQuery | null {
  try {
    const text = tabBelongings.read(storageKeyOf(priceColumn));
    const stored = storedDraftSchema.parse(JSON.parse(text ?? 'null'));
    return stored.appliedText === appliedText ? stored.draft : null;
  } catch {
    return null;
  }
}

/** A draft that cannot be kept (no room, storage forbidden) lasts as long as the page. */
export function saveDraft(priceColumn: string, appliedText: string, draft: DraftQuery): void {
  tabBelongings.write(storageKeyOf(priceColumn), JSON.stringify({ appliedText, draft }));
}

function storageKeyOf(priceColumn: string): string {
  return `draft.${priceColumn}`;
}
