import { Button, Loader } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import type { PriceColumn } from '@/contract/column';
import {
  needsAllFields,
  needsNoFields,
  useFields,
  useKnownPriceColumns,
} from '@/features/price-columns/api/price-columns.queries';
import { FieldsNotice } from '@/features/price-columns/components/fields-notice';
import { PriceColumnsScreen } from '@/features/price-columns/components/price-columns-screen';
import { useUnseenChanges } from '@/features/snapshots/notices/notices-context';
import { useRecentQueries } from '@/features/workbench/storage/use-recent-queries';
import { useSession } from '@/session/session-context';
import type { DemoKit } from '@/ui/config/demo-kit';
import { lazyPart } from '@/ui/components/lazy-part';

const PriceSchemaTools = lazyPart(
  async () => ({
    Part: (await import('@/features/item-schema/components/price-schema-tools')).PriceSchemaTools,
  }),
  'inline',
);

const searchSchema = z.object({
  search: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_signed-in/prices/')({
  validateSearch: searchSchema,
  loader: ({ context: { prefetch, session } }) =>
    prefetch(async () => {
      const { permittedPriceColumnsQuery } =
        await import('@/features/price-columns/api/price-columns.queries');
      return permittedPriceColumnsQuery(session);
    }),
  component: PriceColumns,
});

function PriceColumns() {
  const { search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const priceColumns = useKnownPriceColumns();
  const { isReady, queries, savedViewCount, routineRanAtMs, lastRuns } = useRecentQueries(priceColumns);
  const described = useMemo(
    () => priceColumns.filter(({ name }) => queries.some(({ priceColumn }) => priceColumn === name)),
    [priceColumns, queries],
  );
  // A query can be described only with the fields of its price column.
  useFields(described, needsAllFields);
  const changes = useUnseenChanges();
  const firstSteps = useFirstSteps(Route.useRouteContext().demo);
  return (
    <PriceColumnsScreen
      firstSteps={firstSteps}
      renderFieldTools={(priceColumns) => <FieldMetadata priceColumns={priceColumns} />}
      recentWork={isReady ? queries : null}
      savedViewCount={savedViewCount}
      routineRanAtMs={routineRanAtMs}
      lastRuns={lastRuns}
      changes={changes}
      search={search}
      onSearchChange={(text) =>
        void navigate({ search: text === '' ? {} : { search: text }, replace: true, resetScroll: false })
      }
    />
  );
}

/** Renders a button that loads the tools for field metadata when it is clicked, because few users need them. */
function FieldMetadata({ priceColumns }: { readonly priceColumns: readonly PriceColumn[] }) {
  const t = useTranslations('priceColumns');
  const [isWanted, setWanted] = useState(false);
  const label = t('fieldMetadata');
  const fields = useFields(priceColumns, isWanted ? needsAllFields : needsNoFields);
  const isPending = isWanted && fields.pendingCount > 0;
  if (isWanted && !isPending) {
    return (
      <>
        <PriceSchemaTools priceColumns={fields.priceColumns} label={label} />
        <FieldsNotice fields={fields} />
      </>
    );
  }
  const preload = () => void PriceSchemaTools.preload();
  return (
    <Button
      variant="default"
      // The margin is that of the tools, so that nothing moves when they replace the button.
      mt={16}
      rightSection={isPending ? <Loader size={14} aria-hidden /> : <IconChevronDown size={14} />}
      // A disabled button would lose the focus, which the menu takes from it.
      aria-disabled={isPending}
      aria-busy={isPending}
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    >
      {isPending ? t('readingFieldMetadata', { count: fields.pendingCount }) : label}
    </Button>
  );
}

/** Returns the demo's suggestions; null while they load, and false outside the demo's service, as users may choose another one. */
function useFirstSteps(demo: DemoKit | null): ReactNode {
  const session = useSession();
  const isDemo = demo !== null && 'account' in session && session.account.service === demo.serviceAddress;
  const [FirstSteps, setFirstSteps] = useState<ComponentType | 'failed' | null>(null);
  useEffect(() => {
    if (demo === null || !isDemo) return;
    let isCurrent = true;
    const show = (loaded: ComponentType | 'failed') => {
      if (isCurrent) setFirstSteps(() => loaded);
    };
    demo.loadFirstSteps().then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, [demo, isDemo]);
  if (!isDemo || FirstSteps === 'failed') return false;
  return FirstSteps && <FirstSteps />;
}
