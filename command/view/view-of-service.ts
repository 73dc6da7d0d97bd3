import type { PriceField } from '@/contract/column';
import { searchForService } from '@/features/workbench/model/search-for-service';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { viewState } from '@/session/rights/rights';
import type { RunContext } from '../run-context';
import type { CommandView } from './read-view';

/** Whether a view needs the fields of a price column: of its own, and of all that its added columns may come from. */
export function needsFieldsOf(name: string, view: Pick<CommandView, 'priceColumn' | 'search'>): boolean {
  return name === view.priceColumn || view.search.added !== undefined;
}

/** Returns a view of which the service can do all filters: those that a described service lacks are done on the rows read. */
export async function viewOfService(
  view: CommandView,
  { signedIn: { client, rights }, signal, retryUntilDone }: RunContext,
): Promise<CommandView> {
  if (client.dialect == null) return view;
  const priceColumns = await retryUntilDone(
    () => readPriceColumns(client, (name) => needsFieldsOf(name, view), signal),
    signal,
  );
  const priceColumn = priceColumns.find(({ name }) => name === view.priceColumn);
  if (priceColumn === undefined) return view;
  const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
  return { ...view, search: searchForService(view.search, { priceColumn, priceColumns, isLocked }) };
}
