import { useOwnRecords } from '@/session/use-own-records';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { NOTHING_CHOSEN, withOwnChecks } from '@/analysis/checks/checks-address';
import { useChangeOwnChecks } from './checks-records.mutations';
import type { OwnChecksChange } from '@/analysis/checks/own-checks';
import { useSetChecks } from '../../rows-read/checks/use-checks';

/** Returns a function that changes the user's own checks, in storage and in the address. It resolves to false if storing fails. */
export function useStoreOwnChecks(): (change: OwnChecksChange) => Promise<boolean> {
  const { priceColumn, address } = useWorkbenchScope();
  const setChecks = useSetChecks();
  const { mutateAsync } = useChangeOwnChecks(useOwnRecords(), priceColumn.name);
  return async (change) => {
    try {
      const stored = await mutateAsync(change);
      if (address.checks === undefined) return true;
      const shown = withOwnChecks(address.checks, change);
      if (shown !== null) setChecks(shown === (stored ?? NOTHING_CHOSEN) ? undefined : shown);
      return true;
    } catch {
      return false;
    }
  };
}
