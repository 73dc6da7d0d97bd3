import { Group, VisuallyHidden } from '@mantine/core';
import { createContext, use, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { copyCacheKey, isReadable, type KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useByteText } from '@/ui/formats/use-byte-text';
import { useFormats } from '@/ui/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable } from '@/ui/components/read-table';
import { CompareMenu } from './compare-menu';
import { ActionButton, OpenLink } from './row-actions';
import classes from './snapshots-table.module.css';
import type { DescribedSnapshot } from '../model/listed-snapshots';

export interface ListedCopy extends DescribedSnapshot {
  readonly copy: KeptCopy;
}

export interface CopyActions {
  readonly rename: (copy: KeptCopy) => void;
  readonly save: (copy: KeptCopy) => void;
  readonly delete: (copy: KeptCopy) => void;
}

const ActionsContext = createContext<CopyActions>({
  rename: () => undefined,
  save: () => undefined,
  delete: () => undefined,
});

export interface KeptCopiesTableProps {
  readonly copies: readonly ListedCopy[];
  readonly actions: CopyActions;
}

export function KeptCopiesTable({ copies, actions }: KeptCopiesTableProps) {
  const t = useTranslations('keptCopies');
  const columns = useMemo(() => {
    const column = readColumnHelper<ListedCopy>();
    return column.columns([
      column.accessor(({ copy }) => copy.name, {
        id: 'name',
        header: t('name'),
        cell: NameCell,
      }),
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
  const actions = use(ActionsContext);
  const { copy } = original;
  const cacheKey = copyCacheKey(copy.id);
  const name = { name: copy.name };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap" className={classes['actions'] ?? ''}>
      {isReadable(copy) && (
        <>
          <OpenLink
            priceColumn={String(copy.priceColumn['name'])}
            search={{ ...copy.search, cacheKey }}
            label={t('openNamed', name)}
          />
          <CompareMenu cacheKey={cacheKey} label={t('compareNamed', name)} />
        </>
      )}
      <ActionButton
        label={t('renameNamed', name)}
        aria-haspopup="dialog"
        onClick={() => actions.rename(copy)}
      >
        {t('rename')}
      </ActionButton>
      {isReadable(copy) && (
        <ActionButton label={t('saveNamed', name)} onClick={() => actions.save(copy)}>
          {t('save')}
        </ActionButton>
      )}
      <ActionButton
        label={t('deleteNamed', name)}
        aria-haspopup="dialog"
        onClick={() => actions.delete(copy)}
      >
        {t('delete')}
      </ActionButton>
    </Group>
  );
}
