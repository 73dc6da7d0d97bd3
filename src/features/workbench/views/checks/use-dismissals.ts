import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { useEngineTask } from '../../rows-read/engine/use-engine-task';
import { dismissedFindingsQuery } from '../../rows-read/checks/checks-records.queries';
import type { DismissedFinding } from '../../rows-read/checks/checks-records';
import {
  countFindings,
  keepDismissed,
  type DismissedTable,
  type Finding,
  type FindingCounts,
  type FindingRow,
} from '../../rows-read/checks/finding-rows';
import type { CompletedRun } from './use-check-run';

/** The findings of a run that the person has dismissed. */
export interface Dismissals {
  /** Which findings of the run they are, and how many are left; null while that is being looked up. */
  readonly counts: FindingCounts | null;
  readonly table: DismissedTable;
  /** Differs with every other table, and is no part of the address. */
  readonly tableId: number;
  readonly isReady: boolean;
  /** Names of the columns that a finding is known again by. Empty where there are none. */
  readonly keys: readonly string[];
  /** Those of the price column. */
  readonly findings: readonly DismissedFinding[];
}

interface Looked {
  readonly of: CompletedRun;
  readonly table: DismissedTable;
  readonly counts: FindingCounts;
  readonly id: number;
}

/** Rows on screen are read with the last one until they are opened with this one. */
const TABLES_IN_USE = 2;

let lastId = 0;

/** Looks up which findings of a run were dismissed, again whenever one more is, or one less. */
export function useDismissals(
  engine: ComparisonEngine | null,
  completed: CompletedRun | null,
  keys: readonly string[],
): Dismissals {
  const { priceColumn } = useWorkbenchScope();
  const own = useOwnRecords();
  const { data, isError } = useQuery(dismissedFindingsQuery(own));
  const keysText = JSON.stringify(keys);
  const findings = useMemo(
    () =>
      (data ?? []).filter(
        (each) => each.priceColumn === priceColumn.name && JSON.stringify(each.keyColumns) === keysText,
      ),
    [data, priceColumn, keysText],
  );
  const isKnown = data !== undefined || isError;
  const { state, start, cancel } = useEngineTask<Looked>({ heldResults: TABLES_IN_USE });
  const looked = state.result;
  const lookUp = useEffectEvent(async (of: CompletedRun, inEngine: ComparisonEngine, signal: AbortSignal) => {
    const table = await keepDismissed(inEngine, of.run, keys, findings, signal);
    const drop = () => (table === null ? Promise.resolve() : inEngine.drop(table));
    try {
      const counts = await countFindings(inEngine, of.run, table, signal);
      lastId += 1;
      return { result: { of, table, counts, id: lastId }, drop };
    } catch (error) {
      // With its engine the table is gone.
      await drop().catch(() => undefined);
      throw error;
    }
  });
  useEffect(() => {
    if (engine === null || completed === null || !isKnown) return undefined;
    // It fails with the engine alone, and the findings are gone with that.
    start({ key: String(completed.id), work: (signal) => lookUp(completed, engine, signal) });
    return cancel;
  }, [start, cancel, engine, completed, isKnown, findings]);
  const current = looked !== null && looked.of === completed ? looked : null;
  return {
    counts: current?.counts ?? null,
    table: current?.table ?? null,
    tableId: current?.id ?? 0,
    isReady: current !== null,
    keys,
    findings,
  };
}

/** Returns what a finding is known again by; null where a part of its key has no value. */
export function dismissalKey(
  row: FindingRow,
  finding: Finding,
  keys: readonly string[],
  priceColumn: string,
  valueOf: (name: string, row: FindingRow) => unknown,
): Omit<DismissedFinding, 'note' | 'atMs'> | null {
  const values = keys.map((name) => valueOf(name, row));
  if (values.length === 0 || values.some((value) => value === null || value === undefined)) return null;
  return {
    priceColumn,
    check: finding.check,
    keyColumns: [...keys],
    key: values.map(String),
    judged: finding.figures[0] ?? null,
  };
}
