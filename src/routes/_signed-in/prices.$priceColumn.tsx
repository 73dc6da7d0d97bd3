import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ExportButton } from '@/features/export/components/export-button';
import { PriceColumnGate } from '@/features/price-columns/components/price-column-gate';
import { useRememberSnapshot } from '@/features/snapshots/components/use-remember-snapshot';
import { useNotices } from '@/features/snapshots/notices/notices-context';
import { WorkbenchScreen } from '@/features/workbench/components/workbench-screen';
import { WorkbenchSkeleton } from '@/features/workbench/components/workbench-skeleton';
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
  const { shownField, key } = useLocation({ select: ({ state }) => state });
  const shown = useMemo(
    () => (shownField === undefined ? null : { name: shownField, key }),
    [shownField, key],
  );
  return (
    <PriceColumnGate name={name} pending={<WorkbenchSkeleton />}>
      {(priceColumn) => (
        <WorkbenchScreen
          key={priceColumn.name}
          priceColumn={priceColumn}
          search={search}
          shownField={shown}
          onNavigate={(next, how) => void navigate({ search: next, replace: how?.isReplaced ?? false })}
          sourceChange={change}
          onPutOffChange={({ cacheKey }) => {
            putOff(cacheKey);
          }}
          onSnapshotShown={remember}
          renderExport={(getResults) => <ExportButton getRequest={getResults} />}
        />
      )}
    </PriceColumnGate>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A field to be looked at on arrival, by name. Not part of the address: it is nothing to be shared. */
    shownField?: string;
  }
}
