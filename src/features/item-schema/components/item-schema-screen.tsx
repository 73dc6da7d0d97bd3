import { useQuery } from '@tanstack/react-query';
import { useServiceClient } from '@/session/session-context';
import { itemTableQuery } from '../api/item-table.queries';

/** What each column of the item table is, and what this person may do with it. */
export function ItemSchemaScreen() {
  const client = useServiceClient();
  const query = useQuery(itemTableQuery(client));
  return <h1>Item table {query.data?.length}</h1>;
}
