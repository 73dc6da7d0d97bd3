import { useMemo } from 'react';
import { keyColumns } from '@/analysis/snapshot/row-identity';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '@/analysis/reading/rows-read';
import type { CheckId } from '@/analysis/checks/check-definition';
import { keysOf } from '@/analysis/checks/check-settings';
import { canRun, type ResolvedChecks, type SetCheck } from '@/analysis/checks/checks-spec';
import type { CheckedRows } from '@/analysis/checks/checks-sql';
import type { RequestedCheck } from '@/analysis/checks/run-checks';
import { useCheckSources, type CheckSourceReading } from './use-check-sources';
import type { Checks } from './use-checks';

/** The checks in use that can be run, and whether other rows must be read before that. */
export interface RequestedChecks {
  readonly usable: readonly RequestedCheck[];
  /** The columns that identify a row in several snapshots. */
  readonly keys: readonly string[];
  readonly sourceOf: (id: CheckId) => CheckSourceReading;
  /** Whether rows are being read. `isProposing`: columns are being suggested. `isWaiting`: rows to compare prices with are being read. */
  readonly isReading: boolean;
  readonly isProposing: boolean;
  readonly isWaiting: boolean;
  /** Everything that decides what the checks find in the rows. */
  readonly settings: readonly unknown[];
}

export interface RequestedChecksOptions {
  readonly rowsRead: RowsRead | null;
  /** The checks on screen; null until they are known, and if they cannot be used. */
  readonly checks: Checks | null;
}

const NO_KEYS: readonly string[] = [];

/** Returns the checks in use that can be run on the rows. They can be run once the rows that they compare prices with are read. */
export function useRequestedChecks({ rowsRead, checks }: RequestedChecksOptions): RequestedChecks {
  const { priceColumn, today } = useWorkbenchScope();
  const resolved = checks?.resolved ?? null;
  const table = rowsRead?.table ?? null;
  const coverage = rowsRead?.coverage ?? null;
  const keys = useMemo(
    () => (resolved === null ? NO_KEYS : keysOf(resolved, keyColumns(priceColumn))),
    [resolved, priceColumn],
  );
  const isReading = coverage === null || (coverage.kind === 'part' && coverage.status === 'reading');
  const sourceOf = useCheckSources({ resolved, table, keys, isNeeded: !isReading });
  const againstOf = ({ definition }: SetCheck) => sourceOf(definition.id).against;
  const wanted = resolved?.checks.filter((check) => check.isUsed && canRun(check)) ?? [];
  const usable: readonly RequestedCheck[] = [
    ...wanted.flatMap((check) => {
      const { definition, parameters } = check;
      const against = againstOf(check);
      return against.status === 'ready'
        ? [{ id: definition.id, parameters, against: against.rows ?? undefined }]
        : [];
    }),
    ...(checks?.own ?? []).flatMap(({ check, read }) =>
      check.isUsed && read.ok ? [{ id: check.id, own: check, refinement: read.refinement, today }] : [],
    ),
  ];
  return {
    usable,
    keys,
    sourceOf,
    isReading,
    isProposing: checks?.isProposing !== false,
    isWaiting: wanted.some((check) => againstOf(check).status === 'waiting'),
    settings: [
      resolved?.roles,
      resolved?.key,
      resolved?.start,
      resolved?.currencyScope,
      resolved?.day,
      usable.map((check) => {
        if ('own' in check) return [check.id, check.own.refine, today];
        const { id, parameters, against } = check;
        return [
          id,
          parameters,
          against === undefined ? null : [against.source, against.keys, against.amount],
        ];
      }),
    ],
  };
}

/** Returns the rows read with the roles and keys that the checks need. */
export function checkedRowsOf(
  { table, misfits, refined }: RowsRead,
  { roles, key, start, rowKey, currencyScope, day }: ResolvedChecks,
): CheckedRows {
  return { table, misfits, refinedOf: refined?.of ?? null, roles, key, start, rowKey, currencyScope, day };
}
