import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { priceColumnsQuery } from '@/features/price-columns/api/price-columns.queries';
import { useQueryWords } from '@/features/workbench/use-query-words';
import { queryFromSearch } from '@/features/workbench/model/query-address';
import type { RecentRun } from '@/features/workbench/model/recent-run';
import { useOwnRecords } from '@/session/use-own-records';
import { recentRunsQuery } from '@/features/workbench/query/views/recent-runs.queries';
import { savedViewsQuery } from '@/features/workbench/query/views/use-saved-views';
import { extractionPermission, viewState } from '@/session/rights';
import { useRights, useServiceClient, useSessionActions } from '@/session/session-context';
import { useFormats } from '@/shared/formats/format-settings-context';
import { usePageActionList } from '@/shared/ui/page-actions';
import type { PaletteEntry, PaletteGroup } from './match-entries';

/** How many of each kind are there before anything is typed. */
const UNASKED = { actions: 4, priceColumns: 7, views: 5, runs: 5, fields: 0, everywhere: 2 };

/** Everything the palette finds, as far as it is known. */
export function usePaletteGroups(): readonly PaletteGroup[] {
  const t = useTranslations('palette');
  const rights = useRights();
  const client = useServiceClient();
  const own = useOwnRecords();
  const navigate = useNavigate();
  const formats = useFormats();
  const sayQuery = useQueryWords();
  const listPageActions = usePageActionList();
  const everywhere = useActionsEverywhere();
  const isDenied = extractionPermission(rights) === 'denied';
  const priceColumns = useQuery({ ...priceColumnsQuery(client), enabled: !isDenied }).data;
  const views = useQuery(savedViewsQuery(own)).data;
  const runs = useQuery(recentRunsQuery(own)).data;
  const [openedAtMs] = useState(Date.now);

  return useMemo(() => {
    const columns = priceColumns ?? [];
    const named = (name: string) => columns.find((column) => column.name === name);
    const wordsOf = (run: RecentRun, column: PriceColumn) => {
      const { draft } = queryFromSearch(
        run.query,
        column,
        (field) => viewState(field, rights).state === 'locked',
      );
      return draft === null ? '' : sayQuery(draft, column);
    };
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
              label: wordsOf(run, column),
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
          detail: column.sourceTable,
          choose: () =>
            void navigate({ to: '/prices/$priceColumn', params: { priceColumn: column.name }, search: {} }),
        })),
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
                // Where one is already, the query stays.
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
    rights,
    navigate,
    formats,
    sayQuery,
    listPageActions,
    everywhere,
    priceColumns,
    views,
    runs,
    openedAtMs,
  ]);
}

function useActionsEverywhere(): readonly PaletteEntry[] {
  const t = useTranslations('palette');
  const tFrame = useTranslations('frame');
  const navigate = useNavigate();
  const { signOut } = useSessionActions();
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
      {
        id: 'go prices',
        label: tFrame('priceColumns'),
        detail: '',
        choose: () => void navigate({ to: '/prices' }),
      },
      {
        id: 'go schema',
        label: tFrame('itemSchema'),
        detail: '',
        choose: () => void navigate({ to: '/schema/item' }),
      },
      appearance('light', tFrame('light')),
      appearance('dark', tFrame('dark')),
      appearance('auto', tFrame('system')),
      { id: 'sign out', label: tFrame('signOut'), detail: '', choose: () => void signOut() },
    ];
  }, [t, tFrame, navigate, signOut, setColorScheme]);
}
