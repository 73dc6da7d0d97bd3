import { Group, VisuallyHidden } from '@mantine/core';
import { createContext, use, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable } from '@/ui/components/read-table';
import { useNow } from '@/ui/formats/use-now';
import type { KnownSnapshot } from '../model/known-snapshot';
import { SEPARATOR, wordsOf, type ListedSnapshot } from '../model/listed-snapshots';
import { useOriginText } from '../use-origin-text';
import { CompareMenu } from './compare-menu';
import { ActionButton, OpenLink } from './row-actions';
import classes from './snapshots-table.module.css';

export interface SnapshotActions {
  readonly label: (snapshot: KnownSnapshot) => void;
  readonly forget: (cacheKey: string) => void;
}

const ActionsContext = createContext<SnapshotActions>({
  label: () => undefined,
  forget: () => undefined,
});

export interface SnapshotsTableProps {
  readonly snapshots: readonly ListedSnapshot[];
  readonly actions: SnapshotActions;
}

/** The table of snapshots with their actions. */
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

function QueryCell({ row: { original } }: CellProps) {
  const { query, snapshot } = original;
  const origin = useOriginText()(snapshot, query !== null);
  return (
    <>
      {query !== null && (
        <span className={classes['line']} title={wordsOf(query)}>
          <span className={classes['own']}>{query.own.join(SEPARATOR)}</span>
          {query.own.length > 0 && query.shared.length > 0 && SEPARATOR}
          {query.shared.join(SEPARATOR)}
        </span>
      )}
      {origin !== null && (
        <span className={classes['line']} title={origin}>
          {origin}
        </span>
      )}
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
  const originText = useOriginText();
  const particular = snapshot.name ?? query?.own.join(SEPARATOR) ?? originText(snapshot, false) ?? '';
  const name = {
    name: [displayName, particular].filter(Boolean).join(', '),
    time: needsSeconds ? formatExactDateTime(takenAtMs) : formatTime(takenAtMs),
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap" className={classes['actions'] ?? ''}>
      <OpenLink priceColumn={priceColumn} search={search} label={t('openNamed', name)} />
      <CompareMenu cacheKey={cacheKey} label={t('compareNamed', name)} />
      <ActionButton label={t('labelNamed', name)} aria-haspopup="dialog" onClick={() => label(snapshot)}>
        {t('label')}
      </ActionButton>
      <ActionButton label={t('forgetNamed', name)} onClick={() => forget(cacheKey)}>
        {t('forget')}
      </ActionButton>
    </Group>
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
