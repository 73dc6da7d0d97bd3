import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ExportButton } from '@/features/export/components/export-button';
import { PriceColumnGate } from '@/features/price-columns/components/price-column-gate';
import { useRememberSnapshot } from '@/features/snapshots/components/use-remember-snapshot';
import { useNotices } from '@/features/snapshots/notices/notices-context';
import { WorkbenchScreen } from '@/features/workbench/workbench-screen';
import { WorkbenchSkeleton } from '@/features/workbench/workbench-skeleton';
import { workbenchSearchSchema } from '@/features/workbench/model/workbench-search';

export const Route = createFileRoute('/_signed-in/prices/$priceColumn')({
  validateSearch: workbenchSearchSchema,
  component: WorkbenchRoute,
});

function WorkbenchRoute() {
  const { priceColumn: name } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const remember = useRememberSnapshot();
  const { notices, putOff } = useNotices();
  const change = notices.find((notice) => notice.priceColumn === name && !notice.isLater) ?? null;
  // Of where one is: the location itself is ahead of the search while the next screen loads.
  const state = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state });
  const { shownField, isRunOnArrival = false, key } = state ?? {};
  const shown = useMemo(
    () => (shownField === undefined ? null : { name: shownField, key }),
    [shownField, key],
  );
  const runOnArrival = useMemo(() => (isRunOnArrival ? { key } : null), [isRunOnArrival, key]);
  return (
    <PriceColumnGate name={name} pending={<WorkbenchSkeleton />}>
      {(priceColumn) => (
        <WorkbenchScreen
          key={priceColumn.name}
          priceColumn={priceColumn}
          search={search}
          shownField={shown}
          runOnArrival={runOnArrival}
          onNavigate={(next, how) => void navigate({ search: next, replace: how?.isReplaced ?? false })}
          sourceChange={change}
          onPutOffChange={({ cacheKey }) => {
            putOff(cacheKey);
          }}
          onSnapshotShown={remember}
          renderExport={(getResults, place) => <ExportButton getRequest={getResults} place={place} />}
        />
      )}
    </PriceColumnGate>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A field to be looked at on arrival, by name. Not part of the address: it is nothing to be shared. */
    shownField?: string;
    /** Is the query of the address to be run on arrival? Not part of it either: whoever opens a link decides that. */
    isRunOnArrival?: boolean;
  }
}
