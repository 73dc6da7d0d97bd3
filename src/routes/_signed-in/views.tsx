import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { useKeepCopy } from '@/features/export/components/use-keep-copy';
import { needsAllFields, useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { lazyPart } from '@/ui/components/lazy-part';

// The screen is loaded on demand, together with its messages, which no other screen needs.
const SavedViewsScreen = lazyPart(
  async () => ({
    Part: (await import('@/features/workbench/saved-views/saved-views-screen')).SavedViewsScreen,
  }),
  'screen',
);

const RoutineSection = lazyPart(
  async () => ({
    Part: (await import('@/features/workbench/routine/routine-section')).RoutineSection,
  }),
  'inline',
);

const searchSchema = z.object({
  search: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_signed-in/views')({
  validateSearch: searchSchema,
  component: SavedViews,
});

function SavedViews() {
  const { search = '' } = Route.useSearch();
  const { config } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const priceColumns = useKnownPriceColumns({ needsFields: needsAllFields });
  const keepCopy = useKeepCopy();
  return (
    <SavedViewsScreen
      priceColumns={priceColumns}
      hasAnalysis={config.analysis}
      teamViewsFile={config.teamViews ?? null}
      search={search}
      onSearchChange={(text) =>
        void navigate({ search: text === '' ? {} : { search: text }, replace: true, resetScroll: false })
      }
      // The routine is offered only with the analysis engine, in which it compares rows.
      {...(config.analysis && {
        renderRoutine: (views) => (
          <RoutineSection
            views={views}
            priceColumns={priceColumns}
            keep={({ openSnapshot, name, words, ...rest }, signal, onProgress) => {
              const { snapshot, takenAtMs, expiresAtMs, columns } = openSnapshot;
              const request = {
                ...rest,
                snapshot,
                takenAtMs,
                expiresAtMs,
                columns,
                shownColumns: columns,
                selection: null,
                queryText: words,
                requestBody: null,
                sampleRows: [],
                hasExpired: false,
                onTakeNew: () => undefined,
              };
              return keepCopy({ request, name, isOfRoutine: true, signal, onProgress });
            }}
          />
        ),
      })}
    />
  );
}
