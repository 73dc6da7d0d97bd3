import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { keyColumns } from '../../snapshot/row-identity';
import { ownFields } from '../../model/computed-field';
import type { SavedChecks } from '../../storage/saved-checks';
import { savedChecksQuery } from '../../storage/workbench-records.queries';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { ANALYSIS_KEY, rowsReadKey, type RowsRead } from '../reading/rows-read';
import { proposeRolesOfRows, type RoleProposals } from '@/rows/price-rows/column-roles';
import {
  checksFromParameter,
  checksToParameter,
  NOTHING_CHOSEN,
  type ChecksFromAddress,
} from './checks-address';
import { PROPOSED_CHECKS, resolveChecks, type ChecksSpec, type ResolvedChecks } from './checks-spec';
import { resolveOwnChecks, type SetOwnCheck } from './own-checks';
import { proposeByValues } from './propose-by-values';

/** The checks of the price column on screen, and how to change them. */
export interface Checks {
  readonly spec: ChecksSpec;
  readonly resolved: ResolvedChecks;
  readonly own: readonly SetOwnCheck[];
  readonly proposals: RoleProposals;
  /** The roles that the view was saved with, which stand in the place of the proposals. */
  readonly fixed: ChecksSpec['roles'];
  /** Columns are proposed by their values, too, and that takes a moment. */
  readonly isProposing: boolean;
  /** The checks stored for the price column; null for none. */
  readonly saved: SavedChecks | null;
  /** Whether what is on screen is what is stored, or proposed where nothing is. */
  readonly isSaved: boolean;
  readonly change: (changes: Partial<ChecksSpec>) => void;
}

const NONE_FIXED: ChecksSpec['roles'] = {};

/** Returns a function that sets the checks of the address; undefined for what is saved, or else proposed. */
export function useSetChecks(): (checks: string | undefined) => void {
  const { setView } = useWorkbenchActions();
  return useCallback((checks) => setView('checks', { checks }, { isReplaced: true }), [setView]);
}

/** Returns a function that goes back to the proposals, where the address has what cannot be used. */
export function useForgetChecks(): () => void {
  const { setView } = useWorkbenchActions();
  return useCallback(
    () => setView('checks', { checks: undefined, roles: undefined }, { isReplaced: true }),
    [setView],
  );
}

/**
 * Returns the checks of the address, of what is saved, or as proposed; or why those of the address cannot be used. Null until rows are
 * read, and until it is known what is saved. `roles`: columns that another set-up has chosen, in the place of those of the checks.
 */
export function useChecks(
  rowsRead: RowsRead | null,
  roles: ChecksSpec['roles'] | null = null,
): Checks | Extract<ChecksFromAddress, { ok: false }> | null {
  const { priceColumn, address, today } = useWorkbenchScope();
  const setChecks = useSetChecks();
  const own = useOwnRecords();
  const { data: allSaved, isError } = useQuery(savedChecksQuery(own));
  const saved = allSaved?.find((each) => each.priceColumn === priceColumn.name) ?? null;
  const table = rowsRead?.table ?? null;
  // The roles of the columns do not change with a refinement.
  const whole = rowsRead?.refined?.of ?? table;
  const byMetadata = useMemo(
    () => proposeRolesOfRows(whole?.columns ?? [], priceColumn.fields),
    [whole, priceColumn],
  );
  const coverage = rowsRead?.coverage ?? null;
  const isReading = coverage?.kind === 'part' && coverage.status === 'reading';
  const byValues = useQuery({
    queryKey: [
      ...(rowsRead === null || whole === null
        ? ANALYSIS_KEY
        : rowsReadKey({ table: whole, revision: rowsRead.revision })),
      'roles',
    ],
    // Rows that would change with every page cannot be looked at.
    queryFn:
      rowsRead === null || whole === null || isReading
        ? skipToken
        : ({ signal }) => proposeByValues(rowsRead.engine, whole, priceColumn.fields, byMetadata, signal),
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
        fields: ownFields(priceColumn),
        columns: table?.columns ?? [],
        today,
        keys: keyColumns(priceColumn),
      }),
    [spec, roles, proposals, fixed, table, today, priceColumn],
  );
  const ownChecks = useMemo(() => resolveOwnChecks(spec.own, whole?.columns ?? []), [spec.own, whole]);
  const isProposing = !isReading && byValues.isPending;
  // Stays the same while a run reports its progress, so that the set-up is not rendered again with every check.
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
  // Saved checks would replace the proposals a moment later.
  if (allSaved === undefined && !isError) return null;
  return checks;
}
