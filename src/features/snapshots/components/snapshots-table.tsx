import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable } from '@/shared/ui/read-table';
import { useNow } from '@/shared/ui/use-now';
import type { KnownSnapshot } from '../model/known-snapshot';
import type { ListedSnapshot } from '../model/listed-snapshots';
import classes from './snapshots-table.module.css';

/** Returns the search parameters of the workbench that compare two snapshots of a price column. */
export type CompareSearch = (snapshot: KnownSnapshot, other: KnownSnapshot) => Record<string, string>;

export interface SnapshotActions {
  /** Null where nothing can be compared. */
  readonly compareSearch: CompareSearch | null;
  readonly label: (snapshot: KnownSnapshot) => void;
  readonly forget: (cacheKey: string) => void;
}

interface TableScope extends SnapshotActions {
  readonly snapshots: readonly ListedSnapshot[];
}

const ScopeContext = createContext<TableScope>({
  snapshots: [],
  compareSearch: null,
  label: () => undefined,
  forget: () => undefined,
});

export interface SnapshotsTableProps {
  readonly snapshots: readonly ListedSnapshot[];
  readonly actions: SnapshotActions;
}

/** The snapshots with what can be done with each. */
export function SnapshotsTable({ snapshots, actions }: SnapshotsTableProps) {
  const t = useTranslations('snapshots');
  const columns = useMemo(() => {
    const column = readColumnHelper<ListedSnapshot>();
    return column.columns([
      column.accessor('displayName', { header: t('priceColumn'), cell: NameCell }),
      column.display({
        id: 'query',
        header: t('query'),
        cell: QueryCell,
        meta: { className: classes['words'] },
      }),
      column.display({ id: 'rows', header: t('rows'), cell: RowCountCell, meta: { isNumeric: true } }),
      column.display({ id: 'taken', header: t('taken'), cell: TakenCell }),
      column.display({ id: 'expires', header: t('expires'), cell: ExpiresCell }),
      column.display({
        id: 'actions',
        header: () => <VisuallyHidden>{t('actions')}</VisuallyHidden>,
        cell: ActionsCell,
        meta: { className: classes['actionsCell'] },
      }),
    ]);
  }, [t]);
  const table = useReadTable({ columns, data: snapshots, getRowId: ({ snapshot }) => snapshot.cacheKey });
  const scope = useMemo(() => ({ ...actions, snapshots }), [actions, snapshots]);
  return (
    <ScopeContext value={scope}>
      <ReadTable table={table} label={t('title')} rowClassName={classes['row']} />
    </ScopeContext>
  );
}

interface CellProps {
  readonly row: { readonly original: ListedSnapshot };
}

function NameCell({ row: { original } }: CellProps) {
  const { displayName, snapshot } = original;
  if (snapshot.name === null) return displayName;
  return (
    <>
      {snapshot.name}
      <span className={classes['of']}>{displayName}</span>
    </>
  );
}

const SEPARATOR = ' · ';

function QueryCell({ row: { original } }: CellProps) {
  const t = useTranslations('snapshots');
  const { query, snapshot } = original;
  const { own, shared } = query ?? {
    own: [t(snapshot.rowCount === null ? 'receivedNotice' : 'unknownQuery')],
    shared: [],
  };
  return (
    <>
      <span className={classes['line']} title={[...own, ...shared].join(SEPARATOR)}>
        <span className={classes['own']}>{own.join(SEPARATOR)}</span>
        {own.length > 0 && shared.length > 0 && SEPARATOR}
        {shared.join(SEPARATOR)}
      </span>
      {snapshot.note !== null && (
        <span className={classes['line']} title={snapshot.note}>
          {snapshot.note}
        </span>
      )}
    </>
  );
}

function RowCountCell({ row: { original } }: CellProps) {
  const { formatInteger } = useFormats();
  const { rowCount } = original.snapshot;
  return rowCount === null ? <NotKnown /> : formatInteger(rowCount);
}

function TakenCell({ row: { original } }: CellProps) {
  const { formatDateTime, formatExactDateTime } = useFormats();
  const { takenAtMs } = original.snapshot;
  return original.needsSeconds ? formatExactDateTime(takenAtMs) : formatDateTime(takenAtMs);
}

function ExpiresCell({ row: { original } }: CellProps) {
  const { expiresAtMs } = original.snapshot;
  return expiresAtMs === null ? <NotKnown /> : <TimeLeft untilMs={expiresAtMs} />;
}

function TimeLeft({ untilMs }: { readonly untilMs: number }) {
  const t = useTranslations('snapshots');
  const { formatCountdown } = useFormats();
  const leftMs = untilMs - useNow(true);
  if (leftMs <= 0) return <span className={classes['over']}>{t('expired')}</span>;
  return t('expiresIn', { time: formatCountdown(leftMs) });
}

function ActionsCell({ row: { original } }: CellProps) {
  const t = useTranslations('snapshots');
  const { formatTime, formatExactDateTime } = useFormats();
  const { label, forget } = use(ScopeContext);
  const { snapshot, displayName, query, needsSeconds } = original;
  const { cacheKey, priceColumn, search, takenAtMs } = snapshot;
  const particular = snapshot.name ?? query?.own.join(SEPARATOR) ?? '';
  const name = {
    name: [displayName, particular].filter(Boolean).join(', '),
    time: needsSeconds ? formatExactDateTime(takenAtMs) : formatTime(takenAtMs),
  };
  return (
    <span className={classes['actions']}>
      <Link
        to="/prices/$priceColumn"
        params={{ priceColumn }}
        search={search}
        className={classes['open']}
        aria-label={t('openNamed', name)}
      >
        {t('open')}
      </Link>
      <CompareMenu compared={original} name={name} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes['action']}
        aria-label={t('labelNamed', name)}
        aria-haspopup="dialog"
        onClick={() => label(snapshot)}
      >
        {t('label')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes['action']}
        aria-label={t('forgetNamed', name)}
        onClick={() => forget(cacheKey)}
      >
        {t('forget')}
      </Button>
    </span>
  );
}

interface CompareMenuProps {
  readonly compared: ListedSnapshot;
  /** The names of the snapshot for people who cannot see its row. */
  readonly name: { readonly name: string; readonly time: string };
}

/** The other snapshots of the price column, as links to the comparison with each; nothing where there are none. */
function CompareMenu({ compared: { snapshot }, name }: CompareMenuProps) {
  const t = useTranslations('snapshots');
  const { formatDateTime, formatExactDateTime } = useFormats();
  const { snapshots, compareSearch } = use(ScopeContext);
  const { priceColumn, cacheKey } = snapshot;
  const others = snapshots.filter(
    (other) => other.snapshot.priceColumn === priceColumn && other.snapshot.cacheKey !== cacheKey,
  );
  if (compareSearch === null || others.length === 0) return null;
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes['action'] ?? ''}
          aria-label={t('compareNamed', name)}
        >
          {t('compare')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes['others'] ?? ''}>
        {others.map((other) => {
          const { takenAtMs } = other.snapshot;
          const taken = (other.needsSeconds ? formatExactDateTime : formatDateTime)(takenAtMs);
          const parts = [taken, other.snapshot.name ?? other.query?.own.join(SEPARATOR) ?? ''];
          return (
            <Menu.Item
              key={other.snapshot.cacheKey}
              renderRoot={(props) => (
                <Link
                  to="/prices/$priceColumn"
                  params={{ priceColumn }}
                  search={compareSearch(snapshot, other.snapshot)}
                  {...props}
                />
              )}
            >
              {parts.filter(Boolean).join(SEPARATOR)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function NotKnown() {
  const t = useTranslations('snapshots');
  return (
    <span title={t('notKnown')}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('notKnown')}</VisuallyHidden>
    </span>
  );
}
