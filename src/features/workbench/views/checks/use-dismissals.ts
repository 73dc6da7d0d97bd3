import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysisEngine, EngineFailure } from '@/analysis/engine/analysis-engine';
import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import { dismissedFindingsQuery } from '../../rows-read/checks/checks-records.queries';
import type { DismissedFinding } from '../../rows-read/checks/checks-records';
import {
  countFindings,
  keepDismissed,
  type DismissedTable,
  type Finding,
  type FindingCounts,
  type FindingRow,
} from '@/analysis/checks/finding-rows';
import type { CompletedRun } from '@/analysis/checks/run-checks';

/** Which findings of a run the user has dismissed. */
export interface Dismissals {
  /** The run that was looked up. This is the previous run until the dismissed findings of the new one are known; null before the first. */
  readonly of: CompletedRun | null;
  /** The numbers of dismissed and of open findings in the run; null before the first run. */
  readonly counts: FindingCounts | null;
  readonly table: DismissedTable;
  /** A number that is unique for each table. It is not part of the address. */
  readonly tableId: number;
  /** Why the dismissed findings of the last run could not be looked up. */
  readonly failure: EngineFailure | null;
  /** The columns that identify a finding in another run; empty if the rows have no such columns. */
  readonly keys: readonly string[];
  readonly findings: readonly DismissedFinding[];
}

interface Looked {
  readonly of: CompletedRun;
  readonly table: DismissedTable;
  readonly counts: FindingCounts;
  readonly id: number;
}

/** The engine also keeps the previous table, because rows on screen are read with it until they are opened with the new one. */
const TABLES_IN_USE = 2;

let lastId = 0;

/** Looks up which findings of a run are dismissed, and does so again whenever a finding is dismissed or restored. */
export function useDismissals(
  engine: AnalysisEngine | null,
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
  const findingsText = useMemo(() => JSON.stringify(findings), [findings]);
  const { latest: looked, failure } = useEngineTable<Looked>({
    key: [...ANALYSIS_KEY, 'dismissed', completed?.id, keysText, findingsText],
    isWanted: engine !== null && completed !== null && isKnown,
    keeps: TABLES_IN_USE,
    make: async (signal) => {
      if (engine === null || completed === null) throw new RangeError('There are no findings.');
      const table = await keepDismissed(engine, completed.run, keys, findings, signal);
      const drop = () => (table === null ? Promise.resolve() : engine.drop(table));
      try {
        const counts = await countFindings(engine, completed.run, table, signal);
        lastId += 1;
        return { value: { of: completed, table, counts, id: lastId }, drop };
      } catch (error) {
        // Dropping the table fails if the engine has ended, but then the table no longer exists anyway.
        await drop().catch(() => undefined);
        throw error;
      }
    },
  });
  return {
    of: looked?.of ?? null,
    counts: looked?.counts ?? null,
    table: looked?.table ?? null,
    tableId: looked?.id ?? 0,
    failure,
    keys,
    findings,
  };
}

/** Returns what identifies a finding in storage; null if one of its key columns has no value. */
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
