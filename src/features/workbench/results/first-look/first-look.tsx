import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { firstRowsQuery, lookedAtFields } from '@/rows/price-rows/first-rows.queries';
import { RowsTable } from '@/rows/price-rows/rows-table';
import { useServiceClient } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../../controller/use-workbench';
import { isWholeColumn } from '../../model/draft-query';
import { savedViewsQuery } from '../../storage/workbench-records.queries';
import { FieldsTable } from './fields-table';
import { RowsSkeleton } from '@/ui/components/rows-skeleton';
import classes from './first-look.module.css';

/** The screen before the first run. It shows the fields of the price column and some of its rows, without taking a snapshot. */
export function FirstLook() {
  const t = useTranslations('firstLook');
  const tResults = useTranslations('results');
  const { priceColumn } = useWorkbenchScope();
  const { run } = useWorkbenchActions();
  const id = useId();
  return (
    <section className={classes['look']} aria-labelledby={id}>
      <div className={classes['header']}>
        <div className={classes['words']}>
          <h2 id={id}>{t('title')}</h2>
          {priceColumn.description !== null && <p>{priceColumn.description}</p>}
          <p className={classes['intro']}>{t('intro')}</p>
        </div>
        <Button
          className={classes['run']}
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={tResults('runShortcut')}
          onClick={run}
        >
          {t('run')}
        </Button>
      </div>
      <FieldsTable fields={priceColumn.fields} />
      {priceColumn.fields.length > 0 && <FirstRowsPart />}
    </section>
  );
}

function FirstRowsPart() {
  const t = useTranslations('firstLook');
  const tResults = useTranslations('results');
  const tCommon = useTranslations('common');
  const { formatInteger } = useFormats();
  const { priceColumn, rights } = useWorkbenchScope();
  const { draft } = useWorkbenchState();
  const client = useServiceClient();
  // The sample waits for the saved views, because a default view can replace the query and run it.
  const areViewsKnown = !useQuery(savedViewsQuery(useOwnRecords())).isPending;
  const fields = useMemo(() => lookedAtFields(priceColumn.fields, rights), [priceColumn, rights]);
  const isNoneViewable = fields?.length === 0;
  // The sample has all fields and no conditions. It says little about another query, so it is not loaded after the first edit.
  const isWanted = areViewsKnown && !isNoneViewable && isWholeColumn(draft);
  const query = useMemo(
    () => firstRowsQuery(client, priceColumn.name, fields, priceColumn.fields),
    [client, priceColumn, fields],
  );
  const look = useQuery({ ...query, enabled: isWanted });
  const queryClient = useQueryClient();
  useEffect(() => {
    // Disabling a query does not stop a request under way.
    if (!isWanted) void queryClient.cancelQueries({ queryKey: query.queryKey });
  }, [isWanted, queryClient, query]);
  const { data } = look;
  const shownCount = data?.columns.length ?? 0;
  return (
    <section className={classes['rows']} aria-label={t('rows')} aria-busy={look.isFetching}>
      <div className={classes['caption']}>{caption()}</div>
      {data !== undefined && data.rows.length > 0 && (
        <RowsTable
          priceColumn={priceColumn}
          columns={data.columns}
          rows={data.rows}
          label={t('rows')}
          scrollerLabel={t('rowsScroller')}
        />
      )}
      {look.isFetching && data === undefined && <RowsSkeleton />}
    </section>
  );

  function caption() {
    if (isNoneViewable) return <p>{t('noneViewable')}</p>;
    if (data !== undefined) {
      if (data.rows.length === 0) return <p>{tResults('noRowsAtAllText')}</p>;
      const count = data.rows.length;
      return (
        <p>
          {t(data.isAll ? 'allRows' : 'firstRows', { formatted: formatInteger(count), count })}
          {shownCount < priceColumn.fields.length &&
            ` ${t('someFields', { shown: formatInteger(shownCount), all: formatInteger(priceColumn.fields.length) })}`}
        </p>
      );
    }
    if (look.isError && isWanted && !look.isFetching) {
      return (
        <>
          <p role="status">{t('failed')}</p>
          <Button size="compact-sm" variant="default" onClick={() => void look.refetch()}>
            {tCommon('tryAgain')}
          </Button>
        </>
      );
    }
    return <p>{isWanted || !areViewsKnown ? t('loading') : t('changed')}</p>;
  }
}
