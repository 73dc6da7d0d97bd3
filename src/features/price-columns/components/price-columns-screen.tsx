import { Button } from '@mantine/core';
import { IconColumns3, IconSearchOff } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useRights } from '@/session/session-context';
import { Screen, ScreenHeader } from '@/ui/components/screen';
import { ScreenSearch } from '@/ui/components/screen-search';
import { StatePanel } from '@/ui/components/state-panel';
import { usePageTitle } from '@/ui/components/page-title';
import { ExtractionGate } from './extraction-gate';
import skeleton from './price-columns-skeleton.module.css';
import { GoOn, type RecentWork } from './go-on';
import {
  ActivityContext,
  PriceColumnsTable,
  usePriceColumnsTable,
  type PriceColumnActivity,
} from './price-columns-table';
import classes from './price-columns-table.module.css';

export interface PriceColumnsScreenProps {
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  /** Recent work, the newest first; null until it is loaded. */
  readonly recentWork: readonly RecentWork[] | null;
  readonly savedViewCount: number;
  /** The time at which the routine was last run; null if it was never run. */
  readonly routineRanAtMs: number | null;
  /** The last run of each price column, by the price column's name. */
  readonly lastRuns: ReadonlyMap<string, PriceColumnActivity['lastRun']>;
  /** When the sources of price columns changed, by name, if the user has not seen the new rows yet. */
  readonly changes: ReadonlyMap<string, number>;
  /** Suggestions for new users, shown above the table; null while they load, false if there are none. */
  readonly firstSteps: ReactNode;
  /** Renders actions for the metadata of all fields, which are shown below the table. */
  readonly renderFieldTools: (priceColumns: readonly PriceColumn[]) => ReactNode;
}

/** The start page: recent work, and all configured price columns with links to the workbench. */
export function PriceColumnsScreen(props: PriceColumnsScreenProps) {
  const { recentWork, lastRuns, changes, firstSteps } = props;
  const t = useTranslations('priceColumns');
  usePageTitle(t('title'));
  const activityOf = useCallback(
    (name: string) => ({ lastRun: lastRuns.get(name) ?? null, changedAtMs: changes.get(name) ?? null }),
    [lastRuns, changes],
  );
  const pending = (
    <PriceColumnsPage {...props}>
      <PriceColumnsSkeleton />
    </PriceColumnsPage>
  );
  const goOn = recentWork !== null && recentWork.length > 0 && (
    <GoOn
      recentWork={recentWork}
      changes={changes}
      savedViewCount={props.savedViewCount}
      routineRanAtMs={props.routineRanAtMs}
    />
  );
  return (
    // If the price columns cannot be loaded, recent work is still shown: kept copies need no service.
    <ExtractionGate pending={pending} without={goOn}>
      {(priceColumns) =>
        // The table is shown only when the content above it is ready, so that nothing moves later.
        recentWork === null || firstSteps === null ? (
          pending
        ) : (
          <PriceColumnsPage {...props}>
            {firstSteps}
            {goOn}
            <ActivityContext value={activityOf}>
              <FoundPriceColumns {...props} priceColumns={priceColumns} />
            </ActivityContext>
          </PriceColumnsPage>
        )
      }
    </ExtractionGate>
  );
}

type SearchProps = Pick<PriceColumnsScreenProps, 'search' | 'onSearchChange'>;

function PriceColumnsPage({
  search,
  onSearchChange,
  children,
}: SearchProps & { readonly children: ReactNode }) {
  const t = useTranslations('priceColumns');
  return (
    <Screen>
      <ScreenHeader
        title={t('title')}
        intro={t('intro')}
        tools={<ScreenSearch label={t('search')} search={search} onSearchChange={onSearchChange} />}
      />
      {children}
    </Screen>
  );
}

function FoundPriceColumns({
  priceColumns,
  search,
  onSearchChange,
  renderFieldTools,
}: SearchProps &
  Pick<PriceColumnsScreenProps, 'renderFieldTools'> & { readonly priceColumns: readonly PriceColumn[] }) {
  const t = useTranslations('priceColumns');
  const rights = useRights();
  const table = usePriceColumnsTable(priceColumns, rights, search);
  const foundCount = table.getRowModel().rows.length;
  if (priceColumns.length === 0) {
    return (
      <StatePanel icon={<IconColumns3 size={22} />} title={t('emptyTitle')}>
        <p>{t('emptyText')}</p>
      </StatePanel>
    );
  }
  return (
    <>
      <p role="status" className={classes['count']}>
        {search === ''
          ? t('countAll', { total: priceColumns.length })
          : t('count', { shown: foundCount, total: priceColumns.length })}
      </p>
      {foundCount > 0 ? (
        <PriceColumnsTable table={table} />
      ) : (
        <StatePanel
          icon={<IconSearchOff size={22} />}
          title={t('noMatchTitle', { search })}
          actions={
            <Button
              variant="default"
              onClick={() => {
                onSearchChange('');
              }}
            >
              {t('clearSearch')}
            </Button>
          }
        >
          <p>{t('noMatchText')}</p>
        </StatePanel>
      )}
      {renderFieldTools(priceColumns)}
    </>
  );
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6];

function PriceColumnsSkeleton() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={skeleton['count']} />
      <div className={skeleton['head']} />
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={skeleton['row']}>
          <span className={skeleton['name']} />
          <span className={skeleton['source']} />
          <span className={skeleton['description']} />
        </div>
      ))}
    </div>
  );
}
