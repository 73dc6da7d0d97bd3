import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useOwnRecords } from '@/session/use-own-records';
import { allParts } from '@/ui/page-version/all-parts';

/** Loads the rest of the console if there are kept copies, so that they open without the network. */
export function useWholeConsole(): void {
  const { config } = useRouter().options.context;
  // Only watches the list: the screens that show or keep copies read it.
  const copies = useQuery({ ...keptCopiesQuery(useOwnRecords()), enabled: false });
  const hasCopies = copies.data !== undefined && copies.data.length > 0;
  useEffect(() => {
    if (hasCopies) allParts.start({ hasAnalysis: config.analysis });
  }, [hasCopies, config.analysis]);
}
