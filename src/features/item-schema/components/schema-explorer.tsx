import { Button } from '@mantine/core';
import { IconColumns3, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Column } from '@/contract/column';
import { useRights } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useAnnouncer } from '@/shared/ui/announcer';
import { ScreenSearch } from '@/shared/ui/screen-search';
import { StatePanel } from '@/shared/ui/state-panel';
import { searchWords } from '../model/marked-text';
import { schemaRows, type SchemaRow } from '../model/schema-row';
import { nextSort, type SchemaView } from '../model/schema-view';
import { visibleRows } from '../model/visible-rows';
import { useSchemaChanges } from '../storage/use-schema-changes';
import { ChangesNote, useChangesSummary } from './changes-note';
import { ColumnDetails, type ColumnDetailsHandle } from './column-details';
import { CopyContext } from './copy-context';
import { useCopyFeedback } from './copy-feedback';
import { ExportMenu } from './export-menu';
import { FilterToggles } from './filter-toggles';
import classes from './schema-explorer.module.css';
import { SchemaHeader } from './schema-header';
import { SchemaTable, type SchemaTableHandle } from './schema-table';

export interface SchemaExplorerProps {
  readonly columns: readonly Column[];
  readonly view: SchemaView;
  /** Takes over what is given; the rest of the view stays. */
  readonly onViewChange: (changes: Partial<SchemaView>) => void;
  /** The focus was on what stood here before, and is to go on from the heading. */
  readonly takesFocus: boolean;
  /** Since when (ms since 1970) the columns are what is shown, where a newer answer was asked for in vain; else null. */
  readonly notRenewedSinceMs: number | null;
  /** Asks the service once more. */
  readonly onReload: () => void;
}

/** The item table's columns: found, filtered, sorted, one of them in detail. */
export function SchemaExplorer(props: SchemaExplorerProps) {
  const { columns, view, onViewChange, takesFocus, notRenewedSinceMs, onReload } = props;
  const t = useTranslations('itemSchema');
  const rights = useRights();
  const { search, filters, sort, openColumn } = view;
  const rows = useMemo(() => schemaRows(columns, rights), [columns, rights]);
  const shown = useMemo(() => visibleRows(rows, { search, filters, sort }), [rows, search, filters, sort]);
  const words = useMemo(() => searchWords(search), [search]);
  const openRow = rows.find(({ name }) => name === openColumn) ?? null;
  const { news, dismiss } = useSchemaChanges(rows, useOwnRecords());
  const { announce, announcer } = useAnnouncer();
  const { copy, tell, feedback } = useCopyFeedback();
  const summary = useChangesSummary();
  const searchRef = useRef<HTMLInputElement>(null);
  const tableRef = useRef<SchemaTableHandle>(null);
  const detailsRef = useRef<ColumnDetailsHandle>(null);

  const newsText = news === null ? null : t('changes.announcement', { summary: summary(news.changes) });
  useEffect(() => {
    if (newsText !== null) announce(newsText);
  }, [newsText, announce]);

  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) headingRef.current?.focus();
  }, [takesFocus]);

  function reload(): void {
    // The button goes with what it stood for.
    headingRef.current?.focus();
    onReload();
  }

  function focusTable(): void {
    if (tableRef.current === null) searchRef.current?.focus();
    else tableRef.current.focus();
  }

  function open(row: SchemaRow, isEntering: boolean): void {
    if (isEntering) {
      detailsRef.current?.focus();
      return;
    }
    if (row.name === openColumn) return;
    onViewChange({ openColumn: row.name });
    announce(
      openRow === null ? t('details.opened', { name: row.name }) : t('details.moved', { name: row.name }),
    );
  }

  function close(): void {
    onViewChange({ openColumn: null });
    announce(t('details.closed'));
    focusTable();
  }

  return (
    <CopyContext value={copy}>
      <div className={classes['screen']}>
        <SchemaHeader
          headingRef={headingRef}
          tools={
            <>
              {feedback}
              <ScreenSearch
                label={t('search')}
                search={search}
                inputRef={searchRef}
                onSearchChange={(text) => onViewChange({ search: text })}
              />
              <ExportMenu rows={shown} onDownloaded={tell} />
            </>
          }
        />
        <div className={classes['bar']}>
          <FilterToggles filters={filters} onFiltersChange={(next) => onViewChange({ filters: next })} />
          <CountLine rows={rows} shown={shown} view={view} />
        </div>
        {rights.kind === 'unknown' && <p className={classes['hint']}>{t('rightsUnknown')}</p>}
        {notRenewedSinceMs !== null && <NotRenewed sinceMs={notRenewedSinceMs} onReload={reload} />}
        {news !== null && (
          <ChangesNote
            news={news}
            onDismiss={() => {
              dismiss();
              focusTable();
            }}
          />
        )}
        {announcer}
        <div className={classes['body']} data-open={openRow !== null || undefined}>
          {shown.length > 0 ? (
            <SchemaTable
              rows={shown}
              words={words}
              sort={sort}
              onSort={(key) => onViewChange({ sort: nextSort(sort, key) })}
              openOrdinal={openRow?.ordinal ?? null}
              onOpen={open}
              onClose={close}
              handleRef={tableRef}
            />
          ) : (
            <NothingShown
              isTableEmpty={rows.length === 0}
              onReload={reload}
              onShowAll={() => {
                onViewChange({ search: '', filters: new Set() });
                searchRef.current?.focus();
              }}
            />
          )}
          {openRow !== null && <ColumnDetails row={openRow} onClose={close} handleRef={detailsRef} />}
        </div>
      </div>
    </CopyContext>
  );
}

interface CountLineProps {
  readonly rows: readonly SchemaRow[];
  readonly shown: readonly SchemaRow[];
  readonly view: Pick<SchemaView, 'filters'>;
}

/** How many columns there are and are shown; and of how many it is not known that they pass the filter. */
function CountLine({ rows, shown, view: { filters } }: CountLineProps) {
  const t = useTranslations('itemSchema');
  const open = shown.filter((row) => row.kind === 'open');
  const viewUnknown = open.filter(({ viewRight }) => viewRight?.held === 'unknown').length;
  const editUnknown = open.filter(({ edit }) => edit.state === 'unknown').length;
  return (
    <p role="status" className={classes['count']}>
      {shown.length === rows.length
        ? t('countAll', { total: rows.length })
        : t('count', { shown: shown.length, total: rows.length })}
      {filters.has('viewable') && viewUnknown > 0 && `, ${t('countViewUnknown', { count: viewUnknown })}`}
      {filters.has('editable') && editUnknown > 0 && `, ${t('countEditUnknown', { count: editUnknown })}`}
    </p>
  );
}

interface NotRenewedProps {
  readonly sinceMs: number;
  readonly onReload: () => void;
}

/** What is shown may be out of date: the service was asked again and did not answer. */
function NotRenewed({ sinceMs, onReload }: NotRenewedProps) {
  const t = useTranslations('itemSchema');
  const tCommon = useTranslations('common');
  const { formatTime } = useFormats();
  return (
    <p role="status" className={classes['hint']}>
      {t('notRenewed', { time: formatTime(sinceMs) })}{' '}
      <button type="button" className={classes['hintAction']} onClick={onReload}>
        {tCommon('tryAgain')}
      </button>
    </p>
  );
}

interface NothingShownProps {
  readonly isTableEmpty: boolean;
  readonly onReload: () => void;
  readonly onShowAll: () => void;
}

function NothingShown({ isTableEmpty, onReload, onShowAll }: NothingShownProps) {
  const t = useTranslations('itemSchema');
  const tCommon = useTranslations('common');
  if (isTableEmpty) {
    return (
      <StatePanel
        icon={<IconColumns3 size={22} />}
        title={t('emptyTitle')}
        actions={
          <Button variant="default" onClick={onReload}>
            {tCommon('tryAgain')}
          </Button>
        }
      >
        <p>{t('emptyText')}</p>
      </StatePanel>
    );
  }
  return (
    <StatePanel
      icon={<IconSearchOff size={22} />}
      title={t('noMatchTitle')}
      actions={
        <Button variant="default" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    >
      <p>{t('noMatchText')}</p>
    </StatePanel>
  );
}
