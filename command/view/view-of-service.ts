import type { PriceField } from '@/contract/column';
import { searchForService } from '@/features/workbench/model/search-for-service';
import { refusedOfView } from '@/features/workbench/snapshot/refused-of-view';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { withoutUses } from '@/rows/price-rows/refused-uses';
import { localDay } from '@/lib/formats/iso-date';
import { viewState } from '@/session/rights/rights';
import type { RunContext } from '../run-context';
import type { CommandView } from './read-view';

/** Whether a view needs the fields of a price column: of its own, and of all that its added columns may come from. */
export function needsFieldsOf(name: string, view: Pick<CommandView, 'priceColumn' | 'search'>): boolean {
  return name === view.priceColumn || view.search.added !== undefined;
}

/**
 * Returns a view of which the service can do all filters: those that a described service lacks are done on the rows read. So are filters and
 * sort rules that a service refuses which does not say before what it can do; the user is told which.
 */
export async function viewOfService(view: CommandView, context: RunContext): Promise<CommandView> {
  const { signedIn, words, signal, retryUntilDone, tell } = context;
  const { client, rights } = signedIn;
  if (client.dialect == null) return view;
  const priceColumns = await readPriceColumns(client, (name) => needsFieldsOf(name, view), signal, {
    isOptional: (name) => name !== view.priceColumn,
    retry: (call) => retryUntilDone(call, signal),
  });
  const priceColumn = priceColumns.find(({ name }) => name === view.priceColumn);
  if (priceColumn === undefined) return view;
  const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
  const today = localDay(new Date());
  const refused = await retryUntilDone(
    () => refusedOfView(view.search, priceColumn, { client, isLocked, today }, signal),
    signal,
  );
  for (const field of refused.filters) tell(words.command('refused.filter', { field }));
  for (const field of refused.sorts) tell(words.command('refused.sort', { field }));
  const able = withoutUses(priceColumn, refused);
  return { ...view, search: searchForService(view.search, { priceColumn: able, priceColumns, isLocked }) };
}
