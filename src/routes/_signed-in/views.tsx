import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { useKeepCopy } from '@/features/export/components/use-keep-copy';
import { useFields, useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { FieldsNotice } from '@/features/price-columns/components/fields-notice';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { teamViewsQuery } from '@/features/workbench/saved-views/team-views.queries';
import { savedViewsQuery } from '@/features/workbench/storage/saved-views.queries';
import { useOwnRecords } from '@/session/use-own-records';
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

const NO_VIEWS: readonly SavedView[] = [];

function SavedViews() {
  const { search = '' } = Route.useSearch();
  const { config } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const mine = useQuery(savedViewsQuery(useOwnRecords())).data ?? NO_VIEWS;
  const { data: team } = useQuery(teamViewsQuery(config.teamViews ?? null));
  const views = team?.ok === true ? [...mine, ...team.views] : mine;
  // The fields describe the queries of views, so those of price columns without a view are not read.
  const fields = useFields(useKnownPriceColumns(), ({ name }) =>
    views.some(({ priceColumn }) => priceColumn === name),
  );
  const { priceColumns } = fields;
  const keepCopy = useKeepCopy();
  return (
    <SavedViewsScreen
      priceColumns={priceColumns}
      notice={<FieldsNotice fields={fields} effect="undescribed" />}
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
