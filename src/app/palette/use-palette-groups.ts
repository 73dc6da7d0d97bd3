import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { useDescribeSearch } from '@/features/workbench/texts/use-describe-search';
import { recentRunsQuery } from '@/features/workbench/storage/recent-runs.queries';
import { savedViewsQuery } from '@/features/workbench/storage/saved-views.queries';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import { copyCacheKey, isReadable } from '@/rows/kept-copies/kept-copy';
import { useExtractionPermission, useSessionActions } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { usePageActionList } from '@/ui/components/page-actions';
import { HelpContext } from '../help/help-context';
import { MAIN_SCREENS } from '../shell/main-screens';
import type { MatchedGroup, PaletteEntry, PaletteGroup } from './match-entries';
import { SEPARATOR } from '@/ui/formats/separator';

/** How many entries of each group are shown before the user types anything. */
const UNASKED = { actions: 4, priceColumns: 7, views: 5, runs: 5, copies: 3, fields: 0, everywhere: 3 };

/** Matches a text that may be the number of an item: one word that contains a digit. */
const ITEM_NUMBER = /^(?=\S*\d)\S{2,128}$/;

/** Returns the group with the page of an item if the text may be its number; otherwise no group. */
export function useItemGroup(text: string): readonly MatchedGroup[] {
  const t = useTranslations('palette');
  const navigate = useNavigate();
  const isDenied = useExtractionPermission() === 'denied';
  const item = text.trim();
  if (isDenied || !ITEM_NUMBER.test(item)) return NO_GROUPS;
  const choose = () => void navigate({ to: '/items/$item', params: { item } });
  const entry = { id: `item ${item}`, label: t('everythingAbout', { item }), detail: '', choose };
  return [{ id: 'items', label: t('group.items'), entries: [entry], moreCount: 0 }];
}

const NO_GROUPS: readonly MatchedGroup[] = [];

/** Returns all entries of the palette. Data that is not loaded yet is missing. */
export function usePaletteGroups(): readonly PaletteGroup[] {
  const t = useTranslations('palette');
  const tQuery = useTranslations('queryText');
  const own = useOwnRecords();
  const navigate = useNavigate();
  const formats = useFormats();
  const describeSearch = useDescribeSearch();
  const listPageActions = usePageActionList();
  const everywhere = useActionsEverywhere();
  const columns = useKnownPriceColumns();
  const views = useQuery(savedViewsQuery(own)).data;
  const runs = useQuery(recentRunsQuery(own)).data;
  const mayKeep = useKeptCopiesMode() !== 'never';
  const copies = useQuery({ ...keptCopiesQuery(own), enabled: mayKeep }).data;
  const [openedAtMs] = useState(Date.now);

  return useMemo(() => {
    const named = (name: string) => columns.find((column) => column.name === name);
    const group = (id: keyof typeof UNASKED, entries: readonly PaletteEntry[]): PaletteGroup => ({
      id,
      label: t(`group.${id}`),
      shownUnasked: UNASKED[id],
      entries,
    });
    return [
      group(
        'actions',
        listPageActions().map(({ id, label, shortcut, run }) => ({
          id: `action ${id}`,
          label,
          detail: '',
          ...(shortcut !== undefined && { shortcut }),
          choose: run,
        })),
      ),
      group(
        'views',
        (views ?? []).flatMap((view) => {
          const column = named(view.priceColumn);
          if (column === undefined) return [];
          const choose = () =>
            void navigate({
              to: '/prices/$priceColumn',
              params: { priceColumn: column.name },
              search: { view: view.id },
            });
          return [{ id: `view ${view.id}`, label: view.name, detail: column.displayName, choose }];
        }),
      ),
      group(
        'runs',
        (runs ?? []).flatMap((run) => {
          const column = named(run.priceColumn);
          if (column === undefined) return [];
          const rows = formats.formatInteger(run.rowCount);
          const when = formats.formatRelative(run.ranAtMs - openedAtMs);
          const choose = () =>
            void navigate({
              to: '/prices/$priceColumn',
              params: { priceColumn: column.name },
              search: run.query,
              state: { isRunOnArrival: true },
            });
          return [
            {
              id: `run ${run.id}`,
              label:
                column.areFieldsListed === false
                  ? tQuery('fieldsNotKnown')
                  : (describeSearch(run.query, column)?.join(SEPARATOR) ?? tQuery('noLongerApplies')),
              detail: t('runDetail', { priceColumn: column.displayName, rows, count: run.rowCount, when }),
              choose,
            },
          ];
        }),
      ),
      group(
        'priceColumns',
        columns.map((column) => ({
          id: `column ${column.name}`,
          label: column.displayName,
          detail: column.description ?? '',
          searched: column.sourceTable,
          choose: () =>
            void navigate({ to: '/prices/$priceColumn', params: { priceColumn: column.name }, search: {} }),
        })),
      ),
      // Kept copies come after price columns, because by default their names begin with the name of their price column.
      group(
        'copies',
        (copies ?? []).filter(isReadable).map((copy) => {
          const priceColumn = String(copy.priceColumn['name']);
          const choose = () =>
            void navigate({
              to: '/prices/$priceColumn',
              params: { priceColumn },
              search: { ...copy.search, cacheKey: copyCacheKey(copy.id) },
            });
          const rows = formats.formatInteger(copy.rowCount);
          const when = formats.formatRelative(copy.takenAtMs - openedAtMs);
          const detail = t('runDetail', {
            priceColumn: named(priceColumn)?.displayName ?? copy.displayName,
            rows,
            count: copy.rowCount,
            when,
          });
          const searched = [copy.note, copy.words].filter((text) => text !== null).join('\n');
          return { id: `copy ${copy.id}`, label: copy.name, detail, searched, choose };
        }),
      ),
      group(
        'fields',
        columns.flatMap((column) =>
          column.fields.map((field) => ({
            id: `field ${column.name} ${field.name}`,
            label: field.name,
            detail: column.displayName,
            choose: () =>
              void navigate({
                to: '/prices/$priceColumn',
                params: { priceColumn: column.name },
                // If the workbench of the price column is already open, it keeps its query.
                search: (search) =>
                  location.pathname.endsWith(`/${encodeURIComponent(column.name)}`) ? search : {},
                state: (state) => ({ ...state, shownField: field.name }),
              }),
          })),
        ),
      ),
      group('everywhere', everywhere),
    ];
  }, [
    t,
    tQuery,
    navigate,
    formats,
    describeSearch,
    listPageActions,
    everywhere,
    columns,
    views,
    runs,
    copies,
    openedAtMs,
  ]);
}

function useActionsEverywhere(): readonly PaletteEntry[] {
  const t = useTranslations('palette');
  const tShell = useTranslations('shell');
  const tCheck = useTranslations('serviceCheck');
  const navigate = useNavigate();
  const { signOut } = useSessionActions();
  const openHelp = use(HelpContext);
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return useMemo(() => {
    const appearance = (scheme: 'light' | 'dark' | 'auto', label: string): PaletteEntry => ({
      id: `appearance ${scheme}`,
      label: t('appearance', { appearance: label }),
      detail: '',
      choose: () => {
        setColorScheme(scheme);
      },
    });
    return [
      ...MAIN_SCREENS.map(({ to, name }) => ({
        id: `go ${to}`,
        label: tShell(name),
        detail: '',
        choose: () => void navigate({ to }),
      })),
      {
        id: 'go /service',
        label: tCheck('open'),
        detail: '',
        choose: () => void navigate({ to: '/service' }),
      },
      { id: 'help', label: tShell('help'), detail: '', shortcut: '?', choose: openHelp },
      appearance('light', tShell('light')),
      appearance('dark', tShell('dark')),
      appearance('auto', tShell('system')),
      { id: 'sign out', label: tShell('signOut'), detail: '', choose: () => void signOut() },
    ];
  }, [t, tShell, tCheck, navigate, signOut, openHelp, setColorScheme]);
}
