import { QueryClient } from '@tanstack/react-query';

/** Metadata changes rarely; a visit to a screen after this asks again, in the background. */
const METADATA_STALE_AFTER_MS = 5 * 60_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The service client repeats what is safe to repeat; twice would multiply the waiting.
        retry: false,
        // Being offline is a state we show, not one to wait in silently.
        networkMode: 'always',
        staleTime: METADATA_STALE_AFTER_MS,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
