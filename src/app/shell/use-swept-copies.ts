import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { keptCopies } from '@/rows/kept-copies/kept-copies';
import { KeptCopiesModeContext } from '@/rows/kept-copies/kept-copies-mode';
import { useOwnRecords } from '@/session/use-own-records';
import { useSession } from '@/session/session-context';
import { KEPT_COPIES, hasPrivateFolder, holdPrivateFolder } from '@/lib/storage/private-folders';

/** Removes leftovers of the account's kept copies (rows saved in the browser). Protects the copies while the user is signed in. */
export function useSweptCopies(): void {
  const own = useOwnRecords();
  const mode = use(KeptCopiesModeContext);
  const queryClient = useQueryClient();
  const isSignedIn = useSession().status === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const release = holdPrivateFolder(KEPT_COPIES);
    const sweep = async () => {
      // Stops if there is no folder, because most users have no copies. With `untilSignOut`, there may be records without files.
      if (mode === 'allowed' && !(await hasPrivateFolder(KEPT_COPIES))) return;
      const { deleteAllCopies, forgetLostCopies, sweepCopies } = await import('@/rows/kept-copies/keep-copy');
      if (mode === 'never') await deleteAllCopies(own);
      else await sweepCopies(own);
      if (mode === 'untilSignOut') await forgetLostCopies(own);
      await queryClient.invalidateQueries({ queryKey: keptCopies.queryKey(own) });
    };
    // Files that cannot be removed now are removed at the next start.
    void sweep().catch(() => undefined);
    return release;
  }, [own, mode, isSignedIn, queryClient]);
}
