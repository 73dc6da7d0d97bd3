import { useQueryClient } from '@tanstack/react-query';
import { useOnReconnect } from '@/session/use-on-reconnect';

/** Repeats failed requests once the service is back. The query cache itself notices only the network. */
export function useRequestsAgain(): void {
  const queries = useQueryClient();
  useOnReconnect(
    () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null }),
  );
}
