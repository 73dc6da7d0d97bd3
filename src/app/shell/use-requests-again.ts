import { useQueryClient } from '@tanstack/react-query';
import { useOnReconnect } from '@/session/use-on-reconnect';

/** Requests again what has failed without the service, once it is back. The query cache itself would hear of the network alone. */
export function useRequestsAgain(): void {
  const queries = useQueryClient();
  useOnReconnect(
    () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null }),
  );
}
