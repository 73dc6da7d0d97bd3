import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { keyColumns } from '@/analysis/snapshot/row-identity';
import { savedChecksQuery } from '../../storage/workbench-records.queries';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { ANALYSIS_KEY, rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import { proposeRolesOfRows, type RoleProposals } from '@/rows/price-rows/column-roles';
import {
  checksFromParameter,
  checksToParameter,
  NOTHING_CHOSEN,
  type ChecksFromAddress,
} from '@/analysis/checks/checks-address';
import {
  PROPOSED_CHECKS,
  resolveChecks,
  type ChecksSpec,
  type ResolvedChecks,
} from '@/analysis/checks/checks-spec';
import { resolveOwnChecks, type SetOwnCheck } from '@/analysis/checks/own-checks';
import { proposeByValues } from '@/analysis/checks/propose-by-values';
import type { SavedChecks } from '../../storage/saved-checks';

/** The checks of the price column on screen, and the functions that change them. */
export interface Checks {
  readonly spec: ChecksSpec;
  readonly resolved: ResolvedChecks;
  readonly own: readonly SetOwnCheck[];
  readonly proposals: RoleProposals;
  /** The roles that the view was saved with, which replace the suggestions. */
  readonly fixed: ChecksSpec['roles'];
  /** Whether suggestions that depend on the values of columns are still being computed. */
  readonly isProposing: boolean;
  /** The checks that are stored for the price column; null if there are none. */
  readonly saved: SavedChecks | null;
  /** Whether the checks on screen are the stored ones, or the default ones if none are stored. */
  readonly isSaved: boolean;
  readonly change: (changes: Partial<ChecksSpec>) => void;
}

const NONE_FIXED: ChecksSpec['roles'] = {};

/** Returns a function that sets the checks in the address. With undefined, the saved checks apply, or else the default ones. */
export function useSetChecks(): (checks: string | undefined) => void {
  const { setView } = useWorkbenchActions();
  return useCallback((checks) => setView('checks', { checks }, { isReplaced: true }), [setView]);
}

/** Returns a function that removes the checks from the address, for an address that cannot be used. */
export function useForgetChecks(): () => void {
  const { setView } = useWorkbenchActions();
  return useCallback(
    () => setView('checks', { checks: undefined, roles: undefined }, { isReplaced: true }),
    [setView],
  );
}

/** Returns the checks in the address, or the saved ones, or the default ones; null until they are known. `roles` replace their roles. */
export function useChecks(
  rowsRead: RowsRead | null,
  roles: ChecksSpec['roles'] | null = null,
): Checks | Extract<ChecksFromAddress, { ok: false }> | null {
  const { priceColumn, rowFields, address, today } = useWorkbenchScope();
  const setChecks = useSetChecks();
  const own = useOwnRecords();
  const { data: allSaved, isError } = useQuery(savedChecksQuery(own));
  const saved = allSaved?.find((each) => each.priceColumn === priceColumn.name) ?? null;
  const table = rowsRead?.table ?? null;
  // Roles are suggested for all rows read, so that a refinement does not change them.
  const whole = rowsRead?.refined?.of ?? table;
  const byMetadata = useMemo(() => proposeRolesOfRows(whole?.columns ?? [], rowFields), [whole, rowFields]);
  const coverage = rowsRead?.coverage ?? null;
  const isReading = coverage?.kind === 'part' && coverage.status === 'reading';
  const byValues = useQuery({
    queryKey: [
      ...(rowsRead === null || whole === null
        ? ANALYSIS_KEY
        : rowsReadKey({ table: whole, revision: rowsRead.revision })),
      'roles',
    ],
    // While rows are being read, the suggestions wait, because they would be computed again for every page.
    queryFn:
      rowsRead === null || whole === null || isReading
        ? skipToken
        : ({ signal }) => proposeByValues(rowsRead.engine, whole, rowFields, byMetadata, signal),
    retry: false,
    staleTime: Infinity,
  });
  const proposals = byValues.data ?? byMetadata;
  const readRoles = useMemo(
    () => (address.roles === undefined ? null : checksFromParameter(address.roles)),
    [address.roles],
  );
  const fixed = readRoles?.ok === true ? readRoles.spec.roles : NONE_FIXED;
  const read = useMemo(() => {
    const parameter = address.checks ?? saved?.checks;
    return parameter === undefined ? null : checksFromParameter(parameter);
  }, [address.checks, saved]);
  const spec = read?.ok === true ? read.spec : PROPOSED_CHECKS;
  const resolved = useMemo(
    () =>
      resolveChecks(roles === null ? spec : { ...spec, roles: { ...spec.roles, ...roles } }, {
        proposals,
        fixed,
        fields: priceColumn.fields,
        columns: table?.columns ?? [],
        today,
        keys: keyColumns(priceColumn),
      }),
    [spec, roles, proposals, fixed, table, today, priceColumn],
  );
  const ownChecks = useMemo(() => resolveOwnChecks(spec.own, whole?.columns ?? []), [spec.own, whole]);
  const isProposing = !isReading && byValues.isPending;
  // This object must not change while a run reports its progress, because the set-up would be rendered again with every check.
  const checks = useMemo((): Checks => {
    const savedParameter = saved?.checks ?? NOTHING_CHOSEN;
    return {
      spec,
      resolved,
      own: ownChecks,
      proposals,
      fixed,
      isProposing,
      saved,
      isSaved: (checksToParameter(spec) ?? NOTHING_CHOSEN) === savedParameter,
      change: (changes) => {
        const next = checksToParameter({ ...spec, ...changes }) ?? NOTHING_CHOSEN;
        setChecks(next === savedParameter ? undefined : next);
      },
    };
  }, [spec, resolved, ownChecks, proposals, fixed, isProposing, saved, setChecks]);
  if (rowsRead === null) return null;
  if (readRoles?.ok === false) return readRoles;
  if (read?.ok === false && address.checks !== undefined) return read;
  // While the saved checks are loading, none are returned, because the saved checks would soon replace the default ones.
  if (allSaved === undefined && !isError) return null;
  return checks;
}
