import { Button } from '@mantine/core';
import { IconColumns3, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { Column, PriceColumn } from '@/contract/column';
import { METADATA_BYTES } from '@/contract/limits';
import { useRights } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useAnnounce } from '@/ui/components/announcer';
import { useReadTable } from '@/ui/components/read-table';
import { ScreenHeader } from '@/ui/components/screen';
import { ScreenSearch } from '@/ui/components/screen-search';
import { searchTerms } from '@/lib/base/search-terms';
import { StatePanel } from '@/ui/components/state-panel';
import { rememberedSchema, schemaChanges, type RememberedSchema } from '../model/schema-changes';
import { readSchemaFile } from '../model/schema-file';
import { isFieldOf, schemaRows, searchedTexts, type SchemaRow } from '../model/schema-row';
import type { SchemaView } from '../model/schema-view';
import { useSchemaChanges } from '../storage/use-schema-changes';
import { ChangesNote, ComparedHint, useChangesSummary } from './changes-note';
import { ColumnDetails, type ColumnDetailsHandle } from './column-details';
import { CopyContext, useCopyFeedback } from './copy-button';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { Hint, HintAction } from './hint';
import { SearchTermsContext } from './marked-text';
import { columnFilters, schemaColumns } from './schema-columns';
import classes from './schema-explorer.module.css';
import { SchemaTable, type SchemaTableHandle } from './schema-table';

interface ComparedFile {
  readonly name: string;
  /** The columns in the file; null if the file is not an export of the console. */
  readonly schema: RememberedSchema | null;
}

export interface SchemaExplorerProps {
  readonly columns: readonly Column[];
  /** The known price columns; empty if the account may not extract prices. */
  readonly priceColumns: readonly PriceColumn[];
  readonly view: SchemaView;
  readonly onViewChange: (changes: Partial<SchemaView>) => void;
  /** Whether the heading has to receive the focus, because the focused element has disappeared. */
  readonly takesFocus: boolean;
  /** When the columns were received (ms since 1970), if a later request has failed; otherwise null. */
  readonly notRenewedSinceMs: number | null;
  readonly onReload: () => void;
}

/** The columns of the item table, with search, filters and sorting, and the details of one column. */
export function SchemaExplorer(props: SchemaExplorerProps) {
  const { columns, priceColumns, view, onViewChange, takesFocus, notRenewedSinceMs, onReload } = props;
  const t = useTranslations('itemSchema');
  const rights = useRights();
  const { search, filters, sorting, openColumn } = view;
  const rows = useMemo(() => schemaRows(columns, rights), [columns, rights]);
  const ofPriceColumn = priceColumns.find(({ name }) => name === view.priceColumn) ?? null;
  const names = useMemo(
    () =>
      ofPriceColumn &&
      new Set(columns.filter((each) => isFieldOf(ofPriceColumn, each)).map(({ name }) => name)),
    [columns, ofPriceColumn],
  );
  const table = useReadTable({
    columns: schemaColumns,
    data: rows,
    getRowId: rowId,
    search,
    getSearchText: searchText,
    columnFilters: useMemo(() => columnFilters(filters, names), [filters, names]),
    sorting,
    onSortingChange: (next) => onViewChange({ sorting: next }),
  });
  const tableRows = table.getRowModel().rows;
  const shown = useMemo(() => tableRows.map(({ original }) => original), [tableRows]);
  const terms = useMemo(() => searchTerms(search), [search]);
  const openRow = rows.find(({ name }) => name === openColumn) ?? null;
  const { difference, dismiss } = useSchemaChanges(rows, useOwnRecords());
  const announce = useAnnounce();
  const { copy, notify, feedback } = useCopyFeedback();
  const summary = useChangesSummary();
  const searchRef = useRef<HTMLInputElement>(null);
  const tableRef = useRef<SchemaTableHandle>(null);
  const detailsRef = useRef<ColumnDetailsHandle>(null);

  const [compared, setCompared] = useState<ComparedFile | null>(null);
  const fileChanges = useMemo(
    () =>
      compared === null || compared.schema === null
        ? null
        : schemaChanges(compared.schema, rememberedSchema(rows, 0)),
    [compared, rows],
  );

  async function compare(file: File): Promise<void> {
    const schema = file.size > METADATA_BYTES ? null : readSchemaFile(await file.text(), rights);
    setCompared({ name: file.name, schema });
  }

  function endComparison(): void {
    setCompared(null);
    focusTable();
  }

  const differenceText =
    difference === null ? null : t('changes.announcement', { summary: summary(difference.changes) });
  useEffect(() => {
    if (differenceText !== null) announce(differenceText);
  }, [differenceText, announce]);

  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) headingRef.current?.focus();
  }, [takesFocus]);

  function reload(): void {
    // The button disappears together with its note, so the heading receives the focus.
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
              <ExportMenu rows={shown} onDownloaded={notify} onCompare={(file) => void compare(file)} />
            </>
          }
        />
        <FilterBar
          rows={rows}
          shown={shown}
          filters={filters}
          onFiltersChange={(next) => onViewChange({ filters: next })}
          priceColumn={ofPriceColumn}
          onAllColumns={() => {
            onViewChange({ priceColumn: null });
            focusTable();
          }}
        />
        {rights.kind === 'unknown' && <Hint>{t('rightsUnknown')}</Hint>}
        {notRenewedSinceMs !== null && <NotRenewed sinceMs={notRenewedSinceMs} onReload={reload} />}
        {compared !== null && (fileChanges === null || fileChanges.length === 0) && (
          <ComparedHint onDismiss={endComparison}>
            {fileChanges === null
              ? t('changes.notAnExport', { file: compared.name })
              : t('changes.same', { file: compared.name })}
          </ComparedHint>
        )}
        {compared !== null && fileChanges !== null && fileChanges.length > 0 && (
          <ChangesNote changes={fileChanges} since={compared.name} onDismiss={endComparison} />
        )}
        {difference !== null && (
          <ChangesNote
            changes={difference.changes}
            since={difference.sinceMs}
            onDismiss={() => {
              dismiss();
              focusTable();
            }}
          />
        )}
        <div className={classes['body']} data-open={openRow !== null || undefined}>
          {shown.length > 0 ? (
            <SearchTermsContext value={terms}>
              <SchemaTable
                table={table}
                openOrdinal={openRow?.ordinal ?? null}
                onOpen={open}
                onClose={close}
                handleRef={tableRef}
              />
            </SearchTermsContext>
          ) : (
            <NothingShown
              isTableEmpty={rows.length === 0}
              onReload={reload}
              onShowAll={() => {
                onViewChange({ search: '', filters: new Set(), priceColumn: null });
                searchRef.current?.focus();
              }}
            />
          )}
          {openRow !== null && (
            <ColumnDetails
              row={openRow}
              priceColumns={
                openRow.kind === 'open'
                  ? priceColumns.filter((priceColumn) => isFieldOf(priceColumn, openRow.column))
                  : []
              }
              onClose={close}
              handleRef={detailsRef}
            />
          )}
        </div>
      </div>
    </CopyContext>
  );
}

function rowId({ ordinal }: SchemaRow): string {
  return String(ordinal);
}

function searchText(row: SchemaRow): string {
  return searchedTexts(row).join('\n');
}

export interface SchemaHeaderProps {
  readonly tools?: ReactNode;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** The heading of the screen. It is the same while the columns load, after a failure, and with the table. */
export function SchemaHeader({ tools, headingRef }: SchemaHeaderProps) {
  const t = useTranslations('itemSchema');
  return (
    <div className={classes['header']}>
      <ScreenHeader title={t('title')} intro={t('intro')} headingRef={headingRef} tools={tools} />
    </div>
  );
}

interface NotRenewedProps {
  readonly sinceMs: number;
  readonly onReload: () => void;
}

function NotRenewed({ sinceMs, onReload }: NotRenewedProps) {
  const t = useTranslations('itemSchema');
  const tCommon = useTranslations('common');
  const { formatTime } = useFormats();
  return (
    <Hint role="status">
      {t('notRenewed', { time: formatTime(sinceMs) })}{' '}
      <HintAction onClick={onReload}>{tCommon('tryAgain')}</HintAction>
    </Hint>
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
