import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { dismissedFindingsQuery } from './checks-records.queries';
import type { DismissedFinding } from './checks-records';
import {
  countFindings,
  keepDismissed,
  type DismissedTable,
  type Finding,
  type FindingCounts,
  type FindingRow,
} from './finding-rows';
import type { MadeRun } from './use-check-run';

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
  readonly of: MadeRun;
  readonly table: DismissedTable;
  readonly counts: FindingCounts;
  readonly id: number;
}

/** Rows on screen are read with the last one until they are opened with this one. */
const TABLES_IN_USE = 2;

let lastId = 0;

/** Looks up which findings of a run were dismissed, again whenever one more is, or one less. */
export function useDismissals(
  engine: ComparisonEngine,
  made: MadeRun | null,
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
  const [looked, setLooked] = useState<Looked | null>(null);
  const isKnown = data !== undefined || isError;
  const tables = useRef<DismissedTable[]>([]);
  const dropOldest = useEffectEvent((left: number) => {
    for (const table of tables.current.splice(0, Math.max(0, tables.current.length - left))) {
      // With its engine the table is gone.
      if (table !== null) engine.drop(table).catch(() => undefined);
    }
  });
  const lookUp = useEffectEvent(async (of: MadeRun, signal: AbortSignal): Promise<Looked> => {
    const table = await keepDismissed(engine, of.run, keys, findings, signal);
    tables.current.push(table);
    const counts = await countFindings(engine, of.run, table, signal);
    lastId += 1;
    return { of, table, counts, id: lastId };
  });
  useEffect(() => {
    if (made === null || !isKnown) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const found = await lookUp(made, signal);
      if (!signal.aborted) setLooked(found);
      dropOldest(TABLES_IN_USE);
    };
    // It fails with the engine alone, and the findings are gone with that.
    load().catch(() => undefined);
    return () => controller.abort();
  }, [made, isKnown, findings]);
  useEffect(() => () => dropOldest(0), []);
  const current = looked !== null && looked.of === made ? looked : null;
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
