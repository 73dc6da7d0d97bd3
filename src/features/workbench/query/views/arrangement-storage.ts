import * as z from 'zod';
import { readBelonging, tabBelongings } from '@/shared/storage/tab-belongings';
import { arrangementSchema } from '../../model/saved-view';

const keptArrangementSchema = z.object({
  /** Empty for none: another view brings its own. */
  viewId: z.string(),
  arrangement: arrangementSchema.nullable(),
});

/** How somebody has left the grid's columns and rows since a view was opened. */
export type KeptArrangement = z.output<typeof keptArrangementSchema>;

/** That of this tab for a price column. Unreadable ones are none. */
export function loadArrangement(priceColumn: string): KeptArrangement | null {
  return readBelonging(storageKeyOf(priceColumn), keptArrangementSchema);
}

/** One that cannot be kept (no room, storage forbidden) lasts as long as the page. */
export function saveArrangement(priceColumn: string, kept: KeptArrangement): void {
  tabBelongings.write(storageKeyOf(priceColumn), JSON.stringify(kept));
}

function storageKeyOf(priceColumn: string): string {
  return `arrangement.${priceColumn}`;
}
