import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable } from '@/shared/ui/read-table';
import { useNow } from '@/shared/ui/use-now';
import type { KnownSnapshot } from '../model/known-snapshot';
import { distinguishingParts, type DistinguishedRow } from '../model/distinguishing-parts';
import classes from './snapshots-table.module.css';

/** What a snapshot or a kept copy is described by. */
export type DescribableSnapshot = Pick<KnownSnapshot, 'priceColumn' | 'displayName' | 'search' | 'words'>;

/** How a snapshot is called. */
export interface DescribedSnapshot {
  /** Of the price column. */
  readonly displayName: string;
  /** Describe the query one by one; null where it is not known. */
  readonly parts: readonly string[] | null;
}

/** A row of the list. */
export interface ListedSnapshot {
  readonly snapshot: KnownSnapshot;
  readonly displayName: string;
  /** Null where the query is not known. */
  readonly query: DistinguishedRow | null;
  /** Whether only the second tells it from another row. */
  readonly needsSeconds: boolean;
}

/** Describes snapshots so that those that look alike can be told apart. */
export function listedSnapshots(
  snapshots: readonly KnownSnapshot[],
  describe: (snapshot: KnownSnapshot) => DescribedSnapshot,
): readonly ListedSnapshot[] {
  const described = snapshots.map((snapshot) => ({ snapshot, ...describe(snapshot) }));
  const queries = distinguishingParts(
    described.map(({ snapshot, parts }) => ({
      // A snapshot without a query has nothing that it could share.
      group: parts === null ? `unknown ${snapshot.cacheKey}` : snapshot.priceColumn,
      parts: parts ?? [],
    })),
  );
  const look = ({ snapshot, displayName, parts }: (typeof described)[number]) =>
    JSON.stringify([displayName, snapshot.name, parts, Math.floor(snapshot.takenAtMs / 60_000)]);
  const looks = described.map(look);
  return described.map((row, index) => ({
    snapshot: row.snapshot,
    displayName: row.displayName,
    query: row.parts === null ? null : (queries[index] ?? null),
    needsSeconds: looks.filter((other) => other === looks[index]).length > 1,
  }));
}

export interface SnapshotActions {
  readonly label: (snapshot: KnownSnapshot) => void;
  readonly forget: (cacheKey: string) => void;
}

const ActionsContext = createContext<SnapshotActions>({ label: () => undefined, forget: () => undefined });

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
  return (
    <ActionsContext value={actions}>
      <ReadTable table={table} label={t('title')} rowClassName={classes['row']} />
    </ActionsContext>
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
  const { label, forget } = use(ActionsContext);
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

function NotKnown() {
  const t = useTranslations('snapshots');
  return (
    <span title={t('notKnown')}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('notKnown')}</VisuallyHidden>
    </span>
  );
}
