import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Checks } from '../../rows-read/checks/checks-spec';
import { checkedRowsOf } from '../../rows-read/checks/use-requested-checks';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { useEngineTask } from '../../rows-read/engine/use-engine-task';
import type { RowsRead } from '../../rows-read/reading/rows-read';
import { findPlannedPrices, plannableRows, type PlannedPrices } from './planned-prices';
import type { NewPrices } from './use-checked-prices';

export type PlannedPricesState =
  /** The first day of the new prices is not set, or no column has the first day of a price. */
  | { readonly status: 'none' }
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'found'; readonly planned: PlannedPrices & { readonly id: string } };

export interface PlannedPricesOptions {
  readonly rowsRead: RowsRead & { readonly engine: ComparisonEngine };
  /** Null if the checks cannot be used; undefined until they are known. Their roles identify what a price is for. */
  readonly checks: Checks | null | undefined;
  /** The ISO day from which the new prices apply; null if it is not set. */
  readonly day: string | null;
  /** The new prices on screen if they belong to the current rules, else null. */
  readonly current: NewPrices | null;
}

/** Searches for planned prices once a day is set, and again whenever the new prices change. */
export function usePlannedPrices({
  rowsRead,
  checks,
  day,
  current,
}: PlannedPricesOptions): PlannedPricesState {
  const { engine, revision, coverage } = rowsRead;
  const isKnown = checks === null || checks?.isProposing === false;
  const isReading = coverage.kind === 'part' && coverage.status === 'reading';
  const rows =
    day === null || checks === null || checks === undefined
      ? null
      : plannableRows(checkedRowsOf(rowsRead, checks.resolved), day);
  const id = JSON.stringify([
    current?.id,
    rows?.table.sqlName,
    revision,
    day,
    rows?.key,
    rows?.roles.article,
    rows?.roles.validFrom,
    rows?.roles.validTo,
  ]);
  const { state, start, cancel } = useEngineTask<PlannedPrices & { readonly id: string }>({
    heldResults: 2,
  });
  const [attempt, setAttempt] = useState(0);
  const find = useEffectEvent(() => {
    if (current === null || rows === null) return;
    start({
      key: id,
      work: async (signal) => {
        const planned = await findPlannedPrices(engine, current.proposal, rows, signal);
        return { result: { ...planned, id }, drop: () => engine.drop(planned.sqlName) };
      },
    });
  });
  const isReady = isKnown && !isReading && current !== null && rows !== null;
  useEffect(() => {
    if (!isReady) return undefined;
    find();
    return cancel;
  }, [isReady, id, attempt, cancel]);

  const isNone = day === null || checks === null || (isKnown && rows === null);
  const found = isReady && state.result?.id === id ? state.result : null;
  const hasFailed = state.failed?.key === id;
  return useMemo((): PlannedPricesState => {
    if (isNone) return { status: 'none' };
    if (found !== null) return { status: 'found', planned: found };
    if (!hasFailed) return { status: 'searching' };
    return { status: 'failed', retry: () => setAttempt((count) => count + 1) };
  }, [isNone, found, hasFailed]);
}
