import { Button } from '@mantine/core';
import { IconColumns3, IconSearchOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useRights } from '@/session/session-context';
import { Screen, ScreenHeader } from '@/shared/ui/screen';
import { ScreenSearch } from '@/shared/ui/screen-search';
import { StatePanel } from '@/shared/ui/state-panel';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { searchPriceColumns } from '../search-price-columns';
import { ExtractionGate } from './extraction-gate';
import { PriceColumnsSkeleton } from './price-columns-skeleton';
import { PriceColumnsTable } from './price-columns-table';
import classes from './price-columns-screen.module.css';

export interface PriceColumnsScreenProps {
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

/** Every configured price column; the way into the workbench. */
export function PriceColumnsScreen(props: PriceColumnsScreenProps) {
  const t = useTranslations('priceColumns');
  usePageTitle(t('title'));
  return (
    <ExtractionGate
      pending={
        <PriceColumnsPage {...props}>
          <PriceColumnsSkeleton />
        </PriceColumnsPage>
      }
    >
      {(priceColumns) => (
        <PriceColumnsPage {...props}>
          <FoundPriceColumns {...props} priceColumns={priceColumns} />
        </PriceColumnsPage>
      )}
    </ExtractionGate>
  );
}

function PriceColumnsPage({
  search,
  onSearchChange,
  children,
}: PriceColumnsScreenProps & { readonly children: React.ReactNode }) {
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
}: PriceColumnsScreenProps & { readonly priceColumns: readonly PriceColumn[] }) {
  const t = useTranslations('priceColumns');
  const rights = useRights();
  const found = searchPriceColumns(priceColumns, search);
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
          : t('count', { shown: found.length, total: priceColumns.length })}
      </p>
      {found.length > 0 ? (
        <PriceColumnsTable priceColumns={found} rights={rights} />
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
    </>
  );
}
