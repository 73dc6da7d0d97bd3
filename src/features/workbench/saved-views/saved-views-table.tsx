import '@mantine/core/styles/Badge.css';
import { Badge, Button, Checkbox, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { readColumnHelper, ReadTable, useReadTable, type ReadTableModel } from '@/ui/components/read-table';
import { useNow } from '@/ui/formats/use-now';
import type { SavedView } from '../model/saved-view';
import type { RecentRun } from '../storage/recent-runs';
import classes from './saved-views-table.module.css';

/** A saved view as a row of the table. */
export interface ListedView {
  readonly view: SavedView;
  /** Whether the user or the team owns the view. The team's views are read-only. */
  readonly owner: 'mine' | 'team';
  readonly displayName: string;
  /** A description of the query. */
  readonly words: string;
  /** The name of the snapshot view in which it opens. */
  readonly shown: string;
  /** The last run of its query in this browser, by the routine or on screen; null before the first run. */
  readonly lastRun: Pick<RecentRun, 'ranAtMs' | 'rowCount'> | null;
}

export interface SavedViewActions {
  readonly rename: (view: SavedView) => void;
  readonly saveFile: (view: SavedView) => void;
  readonly remove: (view: SavedView) => void;
  /** Copies a view of the team to the user's own views. */
  readonly saveCopy: (view: SavedView) => void;
  readonly setInRoutine: (view: SavedView, isInRoutine: boolean) => Promise<void>;
}

const ActionsContext = createContext<SavedViewActions>({
  rename: () => undefined,
  saveFile: () => undefined,
  remove: () => undefined,
  saveCopy: () => undefined,
  setInRoutine: () => Promise.resolve(),
});

const searchTextOf = ({ view, displayName, words, shown }: ListedView) =>
  [view.name, displayName, words, shown].join('\n');

/** Returns the model of the table with the views that contain every word of the search. */
export function useSavedViewsTable(
  data: readonly ListedView[],
  search: string,
  hasRoutine: boolean,
): ReadTableModel<ListedView> {
  const t = useTranslations('savedViews');
  const columns = useMemo(() => {
    const column = readColumnHelper<ListedView>();
    return column.columns([
      column.accessor(({ view }) => view.name, { id: 'name', header: t('name'), cell: NameCell }),
      column.accessor('displayName', { header: t('priceColumn') }),
      column.display({
        id: 'query',
        header: t('query'),
        cell: QueryCell,
        meta: { className: classes['words'] },
      }),
      column.accessor('shown', { header: t('view') }),
      column.accessor(({ owner }) => t(`owner.${owner}`), { id: 'owner', header: t('owner.title') }),
      column.display({
        id: 'lastRun',
        header: t('lastRun'),
        cell: LastRunCell,
        meta: { className: classes['lastRun'] },
      }),
      ...(hasRoutine ? [column.display({ id: 'routine', header: t('inRoutine'), cell: RoutineCell })] : []),
      column.display({
        id: 'actions',
        header: () => <VisuallyHidden>{t('actions')}</VisuallyHidden>,
        cell: ActionsCell,
        meta: { className: classes['actions'] },
      }),
    ]);
  }, [t, hasRoutine]);
  return useReadTable({
    columns,
    data,
    getRowId: ({ view }) => view.id,
    search,
    getSearchText: searchTextOf,
  });
}

export interface SavedViewsTableProps {
  readonly table: ReadTableModel<ListedView>;
  readonly actions: SavedViewActions;
}

export function SavedViewsTable({ table, actions }: SavedViewsTableProps) {
  const t = useTranslations('savedViews');
  return (
    <ActionsContext value={actions}>
      <ReadTable table={table} label={t('title')} rowClassName={classes['row']} />
    </ActionsContext>
  );
}

interface CellProps {
  readonly row: { readonly original: ListedView };
}

function NameCell({ row: { original } }: CellProps) {
  const t = useTranslations('views');
  const { name, isDefault } = original.view;
  return (
    <Group gap={8} wrap="nowrap">
      <span>{name}</span>
      {isDefault && (
        <Badge size="sm" variant="default" tt="none" fw={500}>
          {t('default')}
        </Badge>
      )}
    </Group>
  );
}

function QueryCell({ row: { original } }: CellProps) {
  const t = useTranslations('queryText');
  const words = original.words === '' ? t('fieldsNotKnown') : original.words;
  return (
    <Text span truncate display="block" size="sm" c="dimmed" title={words}>
      {words}
    </Text>
  );
}

const AGE_UPDATED_AFTER_MS = 30_000;

function LastRunCell({ row: { original } }: CellProps) {
  const t = useTranslations('savedViews');
  const formats = useFormats();
  const nowMs = useNow(true, AGE_UPDATED_AFTER_MS);
  const { lastRun } = original;
  if (lastRun === null)
    return (
      <Text span size="sm" c="dimmed">
        {t('notRunHere')}
      </Text>
    );
  return (
    <span title={formats.formatDateTime(lastRun.ranAtMs)}>
      {t('lastRunOf', {
        formatted: formats.formatInteger(lastRun.rowCount),
        count: lastRun.rowCount,
        when: formats.formatRelative(Math.min(0, lastRun.ranAtMs - nowMs)),
      })}
    </span>
  );
}

function RoutineCell({ row: { original } }: CellProps) {
  const t = useTranslations('savedViews');
  const { setInRoutine } = use(ActionsContext);
  const { view, owner } = original;
  // The chosen value is shown immediately, until the stored value replaces it.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (isInRoutine: boolean) => {
    setChosen(isInRoutine);
    await setInRoutine(view, isInRoutine);
    setChosen(null);
  };
  if (owner === 'team') return null;
  return (
    <Checkbox
      size="xs"
      aria-label={t('inRoutineNamed', { name: view.name })}
      checked={chosen ?? view.isInRoutine === true}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  );
}

function ActionsCell({ row: { original } }: CellProps) {
  const t = useTranslations('savedViews');
  const { rename, saveFile, saveCopy, remove } = use(ActionsContext);
  const { view, owner } = original;
  const { name } = view;
  const action = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Link
        to="/prices/$priceColumn"
        params={{ priceColumn: view.priceColumn }}
        search={owner === 'mine' ? { view: view.id } : { ...view.query, ...view.display }}
        className={classes['open']}
        aria-label={t('openNamed', { name })}
      >
        {t('open')}
      </Link>
      {owner === 'mine' ? (
        <Button
          {...action}
          aria-haspopup="dialog"
          aria-label={t('renameNamed', { name })}
          onClick={() => rename(view)}
        >
          {t('rename')}
        </Button>
      ) : (
        <Button {...action} aria-label={t('saveCopyNamed', { name })} onClick={() => saveCopy(view)}>
          {t('saveCopy')}
        </Button>
      )}
      <Button {...action} aria-label={t('saveFileNamed', { name })} onClick={() => saveFile(view)}>
        {t('saveFile')}
      </Button>
      {owner === 'mine' && (
        <Button {...action} aria-label={t('deleteNamed', { name })} onClick={() => remove(view)}>
          {t('delete')}
        </Button>
      )}
    </Group>
  );
}
