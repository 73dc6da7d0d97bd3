import { createFileRoute } from '@tanstack/react-router';
import { ExportButton } from '@/features/export/components/export-button';
import { PriceColumnGate } from '@/features/price-columns/components/price-column-gate';
import { Workbench } from '@/features/workbench/components/workbench';
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
  return (
    <PriceColumnGate name={name} pending={<WorkbenchSkeleton />}>
      {(priceColumn) => (
        <Workbench
          key={priceColumn.name}
          priceColumn={priceColumn}
          search={search}
          onNavigate={(next, how) => void navigate({ search: next, replace: how?.isReplaced ?? false })}
          renderExport={(getResults) => <ExportButton getRequest={getResults} />}
        />
      )}
    </PriceColumnGate>
  );
}
