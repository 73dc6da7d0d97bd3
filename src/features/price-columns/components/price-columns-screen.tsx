import { Button, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useRights } from '@/session/session-context';
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
        <Screen {...props}>
          <PriceColumnsSkeleton />
        </Screen>
      }
    >
      {(priceColumns) => (
        <Screen {...props}>
          <FoundPriceColumns {...props} priceColumns={priceColumns} />
        </Screen>
      )}
    </ExtractionGate>
  );
}

function Screen({
  search,
  onSearchChange,
  children,
}: PriceColumnsScreenProps & { readonly children: React.ReactNode }) {
  const t = useTranslations('priceColumns');
  return (
    <div className={classes['screen']}>
      <header className={classes['header']}>
        <div>
          <h1 className={classes['title']}>{t('title')}</h1>
          <p className={classes['intro']}>{t('intro')}</p>
        </div>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          className={classes['search']}
          onChange={(event) => {
            onSearchChange(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') onSearchChange('');
          }}
        />
      </header>
      {children}
    </div>
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
