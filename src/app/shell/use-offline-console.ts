import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useOnReconnect } from '@/session/use-on-reconnect';
import { useOwnRecords } from '@/session/use-own-records';
import { withBasePath } from '@/ui/config/base-path';
import { allParts } from '@/ui/page-version/all-parts';

/** Prepares the console for a loss of the network or of the service, and repeats failed requests when the loss is over. */
export function useOfflineConsole(): void {
  useKeptProgram();
  useWholeConsole();
  useRequestsAgain();
}

/** The delay before the program is kept, which leaves time for the first screens to load. */
const KEEP_PROGRAM_AFTER_MS = 3_000;

/** Registers the service worker, which keeps the program for offline starts. Only signed-in users have data to open offline. */
function useKeptProgram(): void {
  const { offline } = useRouter().options.context.config;
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const timer = setTimeout(() => {
      // Private windows of Firefox have no service workers, and registration fails without free storage. The console works without it.
      (navigator.serviceWorker as ServiceWorkerContainer | undefined)
        ?.register(withBasePath('/sw.js'))
        .catch(() => undefined);
    }, KEEP_PROGRAM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [offline]);
}

/** Loads the rest of the console if there are kept copies (rows saved in the browser), so that they open without a network. */
function useWholeConsole(): void {
  const { config } = useRouter().options.context;
  // Only watches the cached list (`enabled: false`). The screens that show or keep copies load it.
  const copies = useQuery({ ...keptCopiesQuery(useOwnRecords()), enabled: false });
  const hasCopies = copies.data !== undefined && copies.data.length > 0;
  useEffect(() => {
    if (hasCopies) allParts.start({ hasAnalysis: config.analysis });
  }, [hasCopies, config.analysis]);
}

/** Repeats failed requests once the service is back. The query cache itself notices only that the network is back. */
function useRequestsAgain(): void {
  const queries = useQueryClient();
  useOnReconnect(
    () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null }),
  );
}
