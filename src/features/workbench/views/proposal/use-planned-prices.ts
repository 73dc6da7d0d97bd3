import { useMemo } from 'react';
import { checkedRowsOf } from '../../rows-read/checks/use-requested-checks';
import { rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import {
  findPlannedPrices,
  plannableRows,
  type PlannedPrices,
  type PlannedPricesState,
} from '@/analysis/new-prices/planned-prices';
import type { NewPrices } from './use-checked-prices';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface PlannedPricesOptions {
  readonly rowsRead: RowsRead;
  /** The checks, whose roles say which columns a price is for; null if they cannot be used, undefined until they are known. */
  readonly checks: Checks | null | undefined;
  /** The ISO day from which the new prices apply; null if it is not set. */
  readonly day: string | null;
  /** The new prices on screen; null if they do not belong to the current rules. */
  readonly current: NewPrices | null;
}

/** Searches for planned prices when the first day is set, and again whenever the new prices change. */
export function usePlannedPrices({
  rowsRead,
  checks,
  day,
  current,
}: PlannedPricesOptions): PlannedPricesState {
  const { engine, coverage } = rowsRead;
  const isKnown = checks === null || checks?.isProposing === false;
  const isReading = coverage.kind === 'part' && coverage.status === 'reading';
  const rows =
    day === null || checks === null || checks === undefined
      ? null
      : plannableRows(checkedRowsOf(rowsRead, checks.resolved), day);
  const { article, validFrom, validTo } = rows?.roles ?? {};
  const id = JSON.stringify([current?.id, day, rows?.key, article, validFrom, validTo]);
  const isReady = isKnown && !isReading && current !== null && rows !== null;
  const {
    current: made,
    failure,
    retry,
  } = useEngineTable<PlannedPrices & { readonly id: string }>({
    key: [...rowsReadKey(rowsRead), 'planned prices', id],
    isWanted: isReady,
    keeps: 2,
    make: async (signal) => {
      if (current === null || rows === null) throw new RangeError('There are no new prices.');
      const planned = await findPlannedPrices(engine, current.proposal, rows, signal);
      return { value: { ...planned, id }, drop: () => engine.drop(planned.sqlName) };
    },
  });

  const isNone = day === null || checks === null || (isKnown && rows === null);
  const found = isReady ? made : null;
  const hasFailed = failure !== null;
  return useMemo((): PlannedPricesState => {
    if (isNone) return { status: 'none' };
    if (found !== null) return { status: 'found', planned: found };
    return hasFailed ? { status: 'failed', retry } : { status: 'searching' };
  }, [isNone, found, hasFailed, retry]);
}
