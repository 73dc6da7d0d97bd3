import type { PriceColumn, PriceField } from '@/contract/column';
import { queryFromSearch } from '@/features/workbench/model/query-address';
import { resolveQuery } from '@/features/workbench/model/resolve-query';
import { searchForService } from '@/features/workbench/model/search-for-service';
import { findRefusedUses } from '@/rows/price-rows/find-refused-uses';
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
  const { signedIn, signal, retryUntilDone } = context;
  const { client, rights } = signedIn;
  if (client.dialect == null) return view;
  const priceColumns = await retryUntilDone(
    () => readPriceColumns(client, (name) => needsFieldsOf(name, view), signal),
    signal,
  );
  const priceColumn = priceColumns.find(({ name }) => name === view.priceColumn);
  if (priceColumn === undefined) return view;
  const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
  const able = await ableColumn(view, priceColumn, isLocked, context);
  return { ...view, search: searchForService(view.search, { priceColumn: able, priceColumns, isLocked }) };
}

/** Returns the price column without the uses in a view that the service refuses. */
async function ableColumn(
  { search }: CommandView,
  priceColumn: PriceColumn,
  isLocked: (field: PriceField) => boolean,
  { signedIn: { client }, words: { command }, signal, retryUntilDone, tell }: RunContext,
): Promise<PriceColumn> {
  if (priceColumn.abilities?.hidesUses !== true) return priceColumn;
  const { draft } = queryFromSearch(search, priceColumn, isLocked);
  if (draft === null || draft.filters.length + draft.sort.length === 0) return priceColumn;
  const resolved = resolveQuery(draft, { priceColumn, isLocked, today: localDay(new Date()) });
  if (!resolved.ok) return priceColumn;
  const refused = await retryUntilDone(
    () => findRefusedUses(client, priceColumn, resolved.query, signal),
    signal,
  );
  for (const field of refused.filters) tell(command('refused.filter', { field }));
  for (const field of refused.sorts) tell(command('refused.sort', { field }));
  return withoutUses(priceColumn, refused);
}
