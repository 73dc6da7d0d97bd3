import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { copyCacheKey, isReadable, type KeptCopy } from '@/kept-copies/kept-copy';
import { useByteText } from '@/shared/formats/use-byte-text';
import { useFormats } from '@/shared/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable } from '@/shared/ui/read-table';
import classes from './snapshots-table.module.css';
import type { DescribedSnapshot } from '../model/listed-snapshots';

/** A row of the list. */
export interface ListedCopy extends DescribedSnapshot {
  readonly copy: KeptCopy;
}

export interface CopyActions {
  /** Whether copies can be compared. */
  readonly hasChanges: boolean;
  readonly rename: (copy: KeptCopy) => void;
  readonly save: (copy: KeptCopy) => void;
  readonly delete: (copy: KeptCopy) => void;
}

const ActionsContext = createContext<CopyActions>({
  hasChanges: false,
  rename: () => undefined,
  save: () => undefined,
  delete: () => undefined,
});

export interface KeptCopiesTableProps {
  readonly copies: readonly ListedCopy[];
  readonly actions: CopyActions;
}

/** The table **Kept copies**. */
export function KeptCopiesTable({ copies, actions }: KeptCopiesTableProps) {
  const t = useTranslations('keptCopies');
  const columns = useMemo(() => {
    const column = readColumnHelper<ListedCopy>();
    return column.columns([
      column.accessor(({ copy }) => copy.name, { id: 'name', header: t('name'), cell: NameCell }),
      column.accessor('displayName', { header: t('priceColumn') }),
      column.display({
        id: 'query',
        header: t('query'),
        cell: QueryCell,
        meta: { className: classes['words'] },
      }),
      column.display({ id: 'taken', header: t('taken'), cell: TakenCell }),
      column.display({ id: 'rows', header: t('rows'), cell: RowCountCell, meta: { isNumeric: true } }),
      column.display({ id: 'size', header: t('size'), cell: SizeCell, meta: { isNumeric: true } }),
      column.display({
        id: 'actions',
        header: () => <VisuallyHidden>{t('actions')}</VisuallyHidden>,
        cell: ActionsCell,
        meta: { className: classes['actionsCell'] },
      }),
    ]);
  }, [t]);
  const table = useReadTable({ columns, data: copies, getRowId: ({ copy }) => copy.id });
  return (
    <ActionsContext value={actions}>
      <ReadTable table={table} label={t('title')} rowClassName={classes['row']} />
    </ActionsContext>
  );
}

interface CellProps {
  readonly row: { readonly original: ListedCopy };
}

function NameCell({ row: { original } }: CellProps) {
  const { name, note } = original.copy;
  return (
    <>
      {name}
      {note !== null && <span className={classes['of']}>{note}</span>}
    </>
  );
}

const SEPARATOR = ' · ';

function QueryCell({ row: { original } }: CellProps) {
  const t = useTranslations('keptCopies');
  const words = isReadable(original.copy)
    ? (original.parts?.join(SEPARATOR) ?? t('unknownQuery'))
    : t('otherVersion');
  return (
    <span className={classes['line']} title={words}>
      {words}
    </span>
  );
}

function TakenCell({ row: { original } }: CellProps) {
  return useFormats().formatDateTime(original.copy.takenAtMs);
}

function RowCountCell({ row: { original } }: CellProps) {
  return useFormats().formatInteger(original.copy.rowCount);
}

function SizeCell({ row: { original } }: CellProps) {
  return useByteText()(original.copy.size);
}

function ActionsCell({ row: { original } }: CellProps) {
  const t = useTranslations('keptCopies');
  const { hasChanges, ...actions } = use(ActionsContext);
  const { copy } = original;
  const button = (action: 'rename' | 'save' | 'delete') => (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      className={classes['action']}
      aria-label={t(`${action}Named`, { name: copy.name })}
      {...(action !== 'save' && { 'aria-haspopup': 'dialog' as const })}
      onClick={() => actions[action](copy)}
    >
      {t(action)}
    </Button>
  );
  return (
    <span className={classes['actions']}>
      {isReadable(copy) && (
        <Link
          to="/prices/$priceColumn"
          params={{ priceColumn: String(copy.priceColumn['name']) }}
          search={{ ...copy.search, cacheKey: copyCacheKey(copy.id) }}
          className={classes['open']}
          aria-label={t('openNamed', { name: copy.name })}
        >
          {t('open')}
        </Link>
      )}
      {isReadable(copy) && hasChanges && (
        <Link
          to="/prices/$priceColumn"
          params={{ priceColumn: String(copy.priceColumn['name']) }}
          search={{ ...copy.search, cacheKey: copyCacheKey(copy.id), show: 'changes' }}
          className={classes['open']}
          aria-label={t('compareNamed', { name: copy.name })}
        >
          {t('compare')}
        </Link>
      )}
      {button('rename')}
      {isReadable(copy) && button('save')}
      {button('delete')}
    </span>
  );
}
