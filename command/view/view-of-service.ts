import type { PriceField } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { searchForService } from '@/features/workbench/model/search-for-service';
import { viewState } from '@/session/rights/rights';
import type { RunContext } from '../run-context';
import type { CommandView } from './read-view';

/** Returns a view of which the service can do all filters: those that a described service lacks are done on the rows read. */
export async function viewOfService(
  view: CommandView,
  { signedIn: { client, rights }, signal, retryUntilDone }: RunContext,
): Promise<CommandView> {
  if (client.dialect == null) return view;
  const priceColumns = await retryUntilDone(
    () => client.send(priceColumnsEndpoint, undefined, { signal }),
    signal,
  );
  const priceColumn = priceColumns.find(({ name }) => name === view.priceColumn);
  if (priceColumn === undefined) return view;
  const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
  return { ...view, search: searchForService(view.search, { priceColumn, priceColumns, isLocked }) };
}
