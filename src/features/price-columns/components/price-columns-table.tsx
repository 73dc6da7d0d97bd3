import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights/rights';
import { useFormats } from '@/ui/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable, type ReadTableModel } from '@/ui/components/read-table';
import { useNow } from '@/ui/formats/use-now';
import { ChangedBadge } from './changed-badge';
import classes from './price-columns-table.module.css';
import { ownMember } from '@/lib/base/own-member';

/** The user's last run of a price column, and later changes of the source data. */
export interface PriceColumnActivity {
  readonly lastRun: {
    readonly ranAtMs: number;
    readonly rowCount: number;
    /** Whether `rowCount` comes from a query with filters, and so is not the size of the whole price column. */
    readonly isFiltered: boolean;
  } | null;
  /** The time at which the source changed, if the user has not seen the new rows yet; otherwise null. */
  readonly changedAtMs: number | null;
}

/** A function that returns a price column's activity by its name. */
export const ActivityContext = createContext<(name: string) => PriceColumnActivity>(() => NO_ACTIVITY);

const NO_ACTIVITY: PriceColumnActivity = { lastRun: null, changedAtMs: null };

/** Returns the table model with the price columns that match the search. */
export function usePriceColumnsTable(
  priceColumns: readonly PriceColumn[],
  rights: Rights,
  search: string,
): ReadTableModel<PriceColumn> {
  const t = useTranslations('priceColumns');
  const columns = useMemo(() => {
    const column = readColumnHelper<PriceColumn>();
    const secondary = classes['secondary'];
    return column.columns([
      column.accessor('displayName', { header: t('name'), cell: NameCell }),
      column.display({ id: 'rows', header: t('rows'), cell: RowsCell, meta: { isNumeric: true } }),
      column.display({ id: 'lastRun', header: t('lastRun'), cell: LastRunCell }),
      column.accessor('description', {
        header: t('description'),
        meta: { className: classes['description'] },
      }),
      column.accessor(({ fields, fieldLimit }) => (fieldLimit === undefined ? fields.length : Infinity), {
        id: 'fields',
        header: t('fields'),
        cell: FieldsCell,
        meta: { isNumeric: true, className: secondary },
      }),
      column.accessor((priceColumn) => filterableFieldCount(priceColumn, rights), {
        id: 'filterableFields',
        header: t('filterableFields'),
        cell: CountCell,
        meta: { isNumeric: true, className: secondary },
      }),
      column.accessor('sourceTable', {
        header: t('sourceTable'),
        cell: SourceCell,
        meta: { className: secondary },
      }),
    ]);
  }, [t, rights]);
  return useReadTable({
    columns,
    data: priceColumns,
    getRowId: ({ name }) => name,
    search,
    getSearchText: searchText,
  });
}

/** Returns the text that is searched. It includes the names of locked fields, which every user may see. */
function searchText({ name, displayName, sourceTable, description, fields }: PriceColumn): string {
  return [name, displayName, sourceTable, description ?? '', ...fields.map((field) => field.name)].join('\n');
}

/** Returns 0 while the fields are not known, so that such price columns are sorted together. */
function filterableFieldCount({ fields }: PriceColumn, rights: Rights): number {
  return fields.filter((field) => field.isFilterable && viewState(field, rights).state !== 'locked').length;
}

// The cells are separate components: a cell defined within the column definitions would be mounted again and lose the focus.
interface CellProps {
  readonly row: { readonly original: PriceColumn };
}

function NameCell({ row: { original } }: CellProps) {
  const { changedAtMs } = use(ActivityContext)(original.name);
  return (
    <span className={classes['name']}>
      <Link to="/prices/$priceColumn" params={{ priceColumn: original.name }} className={classes['link']}>
        {original.displayName}
      </Link>
      {changedAtMs !== null && <ChangedBadge atMs={changedAtMs} />}
    </span>
  );
}

function RowsCell({ row: { original } }: CellProps) {
  const t = useTranslations('priceColumns');
  const { formatInteger, formatDateTime } = useFormats();
  const { lastRun } = use(ActivityContext)(original.name);
  if (lastRun === null) return <NotKnown text={t('notRunHere')} />;
  const rows = formatInteger(lastRun.rowCount);
  return (
    <span title={t('rowsOfRun', { when: formatDateTime(lastRun.ranAtMs) })}>
      {lastRun.isFiltered ? t('filteredRows', { rows }) : rows}
    </span>
  );
}

function LastRunCell({ row: { original } }: CellProps) {
  const t = useTranslations('priceColumns');
  const { formatDateTime, formatRelative } = useFormats();
  const nowMs = useNow(true, AGE_UPDATED_AFTER_MS);
  const { lastRun } = use(ActivityContext)(original.name);
  if (lastRun === null) return <NotKnown text={t('notRunHere')} />;
  const { ranAtMs } = lastRun;
  return <span title={formatDateTime(ranAtMs)}>{formatRelative(Math.min(0, ranAtMs - nowMs))}</span>;
}

const AGE_UPDATED_AFTER_MS = 30_000;

function NotKnown({ text }: { readonly text: string }) {
  return (
    <span className={classes['notKnown']} title={text}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

function SourceCell({ getValue }: { readonly getValue: () => string }) {
  return <code>{getValue()}</code>;
}

function FieldsCell({ row: { original } }: CellProps) {
  const t = useTranslations('priceColumns');
  const { formatInteger } = useFormats();
  const { fields, fieldLimit, areFieldsListed } = original;
  if (areFieldsListed === false) return <NotKnown text={t('fieldsWhenOpened')} />;
  return fieldLimit === undefined
    ? formatInteger(fields.length)
    : t('moreFields', { limit: formatInteger(fieldLimit) });
}

function CountCell({ row: { original }, getValue }: CellProps & { readonly getValue: () => unknown }) {
  const t = useTranslations('priceColumns');
  const count = useFormatter().number(Number(getValue()));
  return original.areFieldsListed === false ? <NotKnown text={t('fieldsWhenOpened')} /> : count;
}

/** The number of rows rendered at first and added by each press of the button. The search covers all rows. */
const ROWS_PER_STEP = 200;

const STEPS: Record<string, (from: number, last: number) => number> = {
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowUp: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The table of price columns. Arrow keys move between the links, and a click anywhere in a row opens it. */
export function PriceColumnsTable({ table }: { readonly table: ReadTableModel<PriceColumn> }) {
  const t = useTranslations('priceColumns');
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [rowLimit, setRowLimit] = useState(ROWS_PER_STEP);
  const moreCount = Math.min(table.getRowModel().rows.length - rowLimit, ROWS_PER_STEP);
  const focusIndex = useRef<number | null>(null);
  // The focus moves to the first added row, because the button disappears when all rows are rendered.
  useEffect(() => {
    if (focusIndex.current !== null) linksIn(bodyRef.current)[focusIndex.current]?.focus();
    focusIndex.current = null;
  }, [rowLimit]);

  function moveFocus(event: KeyboardEvent): void {
    const step = ownMember(STEPS, event.key);
    const links = linksIn(bodyRef.current);
    const from = links.findIndex((link) => link === document.activeElement);
    if (step === undefined || from === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    links[step(from, links.length - 1)]?.focus();
  }

  function openRow(event: MouseEvent<HTMLTableRowElement>): void {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    // Selecting text in a row does not open the row.
    if (isLink || getSelection()?.isCollapsed === false) return;
    event.currentTarget.querySelector('a')?.click();
  }

  return (
    <>
      <ReadTable
        table={table}
        label={t('table')}
        rowLimit={rowLimit}
        rowClassName={classes['row']}
        onRowClick={openRow}
        onKeyDown={moveFocus}
        bodyRef={bodyRef}
      />
      {moreCount > 0 && (
        <Button
          variant="default"
          className={classes['more']}
          onClick={() => {
            focusIndex.current = rowLimit;
            setRowLimit(rowLimit + ROWS_PER_STEP);
          }}
        >
          {t('showMore', { count: moreCount })}
        </Button>
      )}
    </>
  );
}

function linksIn(body: HTMLElement | null): HTMLAnchorElement[] {
  return [...(body?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
}
