import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { dismissedFindingsQuery } from '../../rows-read/checks/checks-records.queries';
import { dropCheckRun, runChecks } from '@/analysis/checks/run-checks';
import { checkedRowsOf, useRequestedChecks } from '../../rows-read/checks/use-requested-checks';
import { rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import {
  checkNewPrices,
  type CheckedPrices,
  type PriceChecks,
  type CheckedPricesState,
} from '@/analysis/new-prices/checked-prices';
import type { Proposal } from '@/analysis/new-prices/read-proposal';
import type { Checks } from '../../rows-read/checks/use-checks';

/** The new prices, with an id that is unique on the page. */
export interface NewPrices {
  readonly id: number;
  readonly proposal: Proposal;
}

export interface CheckedPricesOptions {
  readonly rowsRead: RowsRead;
  /** The checks; null if they cannot be used, undefined until they are known. */
  readonly checks: Checks | null | undefined;
  /** The new prices on screen; null if they do not belong to the current rules. */
  readonly current: NewPrices | null;
}

interface Compared {
  readonly id: number;
  readonly checked: CheckedPrices;
}

let lastId = 0;

/** Runs the checks in use once on the current prices, and again on the new prices whenever these change. */
export function useCheckedPrices({
  rowsRead,
  checks: known,
  current,
}: CheckedPricesOptions): CheckedPricesState {
  const checks = known ?? null;
  const { engine } = rowsRead;
  const { priceColumn } = useWorkbenchScope();
  const requests = useRequestedChecks({ rowsRead, checks });
  const { usable, keys, isReading, isProposing, isWaiting } = requests;
  const { data: dismissed, isError } = useQuery(dismissedFindingsQuery(useOwnRecords()));
  const marks = useMemo(
    () =>
      (dismissed ?? []).filter(
        (each) =>
          each.priceColumn === priceColumn.name && JSON.stringify(each.keyColumns) === JSON.stringify(keys),
      ),
    [dismissed, priceColumn, keys],
  );
  const marksText = useMemo(() => JSON.stringify(marks), [marks]);
  const areMarksKnown = dismissed !== undefined || isError;
  const isReady =
    checks !== null && !isReading && !isProposing && !isWaiting && areMarksKnown && usable.length > 0;

  const ofRows = [...rowsReadKey(rowsRead), 'checks of prices', requests.settings] as const;
  const { current: before, ...ofBefore } = useEngineTable<PriceChecks>({
    key: ofRows,
    // The checks wait until the new prices are computed.
    isWanted: isReady && current !== null,
    make: async (signal) => {
      if (checks === null) throw new RangeError('There are no checks.');
      const rows = checkedRowsOf(rowsRead, checks.resolved);
      const run = await runChecks(engine, rows, usable, signal);
      return { value: { rows, requested: usable, before: run }, drop: () => dropCheckRun(engine, run) };
    },
  });
  const { current: compared, ...ofCompared } = useEngineTable<Compared>({
    key: [...ofRows, current?.id, marksText],
    isWanted: before !== null && current !== null,
    keeps: 2,
    make: async (signal) => {
      if (before === null || current === null) throw new RangeError('There are no new prices.');
      const checked = await checkNewPrices(engine, current.proposal, before, { keys, marks }, signal);
      lastId += 1;
      return { value: { id: lastId, checked }, drop: () => engine.drop(checked.sqlName) };
    },
  });
  const failed = [ofBefore, ofCompared].find(({ failure }) => failure !== null);
  const retry = failed?.retry ?? null;
  const isIdle = !isReading && !isProposing && !isWaiting && areMarksKnown;
  const isUnknown = known === undefined;
  const usableIds = usable.map(({ id }) => id).join(' ');
  // Returns the same object while its content is unchanged, because every component that shows the new prices renders with it.
  return useMemo((): CheckedPricesState => {
    if (checks === null) return { status: isUnknown ? 'checking' : 'none' };
    if (isIdle && usableIds === '') return { status: 'none' };
    if (compared !== null && current !== null && before !== null) {
      const ran = new Set<string>(usableIds.split(' '));
      return {
        status: 'checked',
        id: compared.id,
        checked: compared.checked,
        own: checks.spec.own,
        notRun: checks.resolved.checks.filter(({ isUsed, definition }) => isUsed && !ran.has(definition.id)),
      };
    }
    return retry === null ? { status: 'checking' } : { status: 'failed', retry };
  }, [checks, isUnknown, isIdle, usableIds, compared, current, before, retry]);
}
