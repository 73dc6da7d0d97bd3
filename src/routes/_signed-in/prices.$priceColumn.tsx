import { createFileRoute } from '@tanstack/react-router';
import { PriceColumnGate } from '@/features/price-columns/components/price-column-gate';
import { workbenchSearchSchema } from '@/features/workbench/model/query-address';

export const Route = createFileRoute('/_signed-in/prices/$priceColumn')({
  validateSearch: workbenchSearchSchema,
  component: WorkbenchRoute,
});

function WorkbenchRoute() {
  const { priceColumn: name } = Route.useParams();
  return (
    <PriceColumnGate name={name} pending={null}>
      {(priceColumn) => <h1>{priceColumn.displayName}</h1>}
    </PriceColumnGate>
  );
}
