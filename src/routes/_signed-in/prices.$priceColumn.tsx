import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouterState, type ParsedLocation } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { addedColumnsOfParameter } from '@/analysis/conditions/added-columns';
import { isOfOtherColumn } from '@/analysis/conditions/source';
import type { PriceColumn, PriceField } from '@/contract/column';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { ExportButton } from '@/features/export/components/export-button';
import { KeepAtOnce, KeepButton } from '@/features/export/components/keep-button';
import { useExportContext } from '@/features/export/components/export-provider';
import { FieldsOfOthers } from '@/features/price-columns/components/fields-of-others';
import { PriceColumnGate } from '@/features/price-columns/components/price-column-gate';
import { useRememberSnapshot } from '@/features/snapshots/api/known-snapshots.mutations';
import { useNotices } from '@/features/snapshots/notices/notices-context';
import { WorkbenchScreen, type WorkbenchScreenProps } from '@/features/workbench/screen/workbench-screen';
import { WorkbenchSkeleton } from '@/features/workbench/screen/workbench-skeleton';
import type { ComparableSnapshot } from '@/features/workbench/model/compare-with';
import { keptCopyQuery } from '@/rows/kept-copies/kept-copies.queries';
import { copiedPriceColumn, copyIdOf } from '@/rows/kept-copies/kept-copy';
import { useServiceClient } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { workbenchSearchSchema } from '@/features/workbench/model/workbench-search';
import { useComparableOf } from './-known-snapshots';

export const Route = createFileRoute('/_signed-in/prices/$priceColumn')({
  validateSearch: workbenchSearchSchema,
  loader: ({ context: { prefetch, session } }) =>
    prefetch(async () => {
      const { permittedPriceColumnsQuery } =
        await import('@/features/price-columns/api/price-columns.queries');
      return permittedPriceColumnsQuery(session);
    }),
  component: WorkbenchRoute,
});

function WorkbenchRoute() {
  const { priceColumn: name } = Route.useParams();
  const { config } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const remember = useRememberSnapshot();
  const comparableOf = useComparableOf();
  const { added } = search;
  const needsFields = useCallback(({ name: other }: PriceColumn) => isAddedFrom(other, added), [added]);
  const priceColumns = useKnownPriceColumns({ needsFields });
  const { notices, postpone } = useNotices();
  // A notice is outdated once the user has seen newer rows, even if older rows are on screen again.
  const notice = notices.find(
    (each) => each.priceColumn === name && !each.isPostponed && (each.hasArrived || !each.isSeen),
  );
  // Reads the resolved location, because the current one changes before `search` does while the next screen loads. Returns undefined
  // if there is no request, because every address has a new state object, which would render the whole workbench again.
  const request = useRouterState({ select: ({ resolvedLocation }) => requestIn(resolvedLocation?.state) });
  const { shownField, isRunOnArrival = false, key } = request ?? {};
  const arrival = useMemo(
    () => ({ shownField: shownField ?? null, isRun: isRunOnArrival, key }),
    [shownField, isRunOnArrival, key],
  );
  const sourceChange = useMemo(
    () => (notice === undefined ? null : { ...notice, postpone: () => postpone(notice.cacheKey) }),
    [notice, postpone],
  );
  // The **Changes** view has a separate button for keeping the rows.
  const hasKeepButton = search.show !== 'changes';
  const renderExport = useCallback<NonNullable<WorkbenchScreenProps['renderExport']>>(
    (getResults, slot, cacheKey) => {
      const isCopy = copyIdOf(cacheKey) !== null;
      if (slot === 'changes') {
        const isFirst = ({ kept }: ComparableSnapshot) => kept === null || kept.cacheKey === cacheKey;
        return isCopy ? null : (
          <KeepAtOnce
            key={cacheKey}
            getRequest={getResults}
            cacheKey={cacheKey}
            isFirst={comparableOf(name).every(isFirst)}
          />
        );
      }
      return (
        <>
          <ExportButton getRequest={getResults} slot={slot} cacheKey={cacheKey} />
          {slot === 'toolbar' && !isCopy && hasKeepButton && <KeepButton getRequest={getResults} />}
        </>
      );
    },
    [name, comparableOf, hasKeepButton],
  );
  const { comparedFiles, setComparedFiles } = useExportContext();
  const offeredFiles = useMemo(
    () => comparedFiles && { ...comparedFiles, onTaken: () => setComparedFiles(null) },
    [comparedFiles, setComparedFiles],
  );
  const copyId = copyIdOf(search.cacheKey);
  const { kept, isPending } = useCopiedPriceColumn(copyId, name);
  const skeleton = <WorkbenchSkeleton priceColumn={name} />;
  if (isPending) return skeleton;
  return (
    <PriceColumnGate name={name} kept={kept} pending={skeleton}>
      {(priceColumn) => (
        <WorkbenchScreen
          key={priceColumn.name}
          priceColumn={priceColumn}
          search={search}
          arrival={arrival}
          hasAnalysis={config.analysis}
          onNavigate={(next, how) => void navigate({ search: next, replace: how?.isReplaced ?? false })}
          sourceChange={sourceChange}
          comparableOf={comparableOf}
          priceColumns={priceColumns}
          fieldsOfOthers={FIELDS_OF_OTHERS}
          offeredFiles={offeredFiles}
          onSnapshotShown={remember}
          renderExport={renderExport}
        />
      )}
    </PriceColumnGate>
  );
}

const FIELDS_OF_OTHERS = <FieldsOfOthers />;

/** Whether an address adds columns from a price column. */
function isAddedFrom(name: string, added: string | undefined): boolean {
  if (added === undefined) return false;
  return addedColumnsOfParameter(added).some(({ origin }) => isOfOtherColumn(origin) && origin.name === name);
}

function requestIn(state: ParsedLocation['state'] | undefined): ParsedLocation['state'] | undefined {
  return state?.shownField === undefined && state?.isRunOnArrival !== true ? undefined : state;
}

/** Returns the price column stored with a kept copy, with current rights if known; null if there is no readable copy. */
function useCopiedPriceColumn(copyId: string | null, name: string) {
  const { dialect } = useServiceClient();
  const { data, isPending } = useQuery(keptCopyQuery(useOwnRecords(), copyId));
  const today = useKnownPriceColumns({ isNeeded: copyId !== null }).find((each) => each.name === name);
  const kept = useMemo(() => {
    const copied = data == null ? null : copiedPriceColumn(data, dialect);
    if (copied === null || copied.name !== name) return null;
    const rightOf = (field: PriceField) =>
      (today?.fields.find((each) => each.name === field.name) ?? field).viewRight;
    return { ...copied, fields: copied.fields.map((field) => ({ ...field, viewRight: rightOf(field) })) };
  }, [data, today, name, dialect]);
  return { kept, isPending: copyId !== null && isPending };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of a field to show on arrival. It is not part of the address, because users share addresses. */
    shownField?: string;
    /** Whether to run the query on arrival. It is not part of the address, because the user who opens a shared link decides. */
    isRunOnArrival?: boolean;
  }
}
