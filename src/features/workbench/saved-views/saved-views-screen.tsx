import { Box, Button, FileButton, Group, Text } from '@mantine/core';
import {
  IconBookmark,
  IconDatabaseOff,
  IconDownload,
  IconFolderOpen,
  IconSearchOff,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useOwnRecords } from '@/session/use-own-records';
import { lazyPart } from '@/ui/components/lazy-part';
import { randomId } from '@/lib/base/random-id';
import { useAnnounce } from '@/ui/components/announcer';
import { usePageTitle } from '@/ui/components/page-title';
import { Screen, ScreenHeader } from '@/ui/components/screen';
import { ScreenSearch } from '@/ui/components/screen-search';
import { StatePanel } from '@/ui/components/state-panel';
import { isSameQuery, viewsOf, type SavedView } from '../model/saved-view';
import { snapshotViews, viewOfAddress } from '../model/snapshot-view';
import { lastRoutineQuery, recentRunsQuery } from '../storage/recent-runs.queries';
import { useDescribeSearch } from '../texts/use-describe-search';
import { SavedViewsTable, useSavedViewsTable, type ListedView } from './saved-views-table';
import { teamViewsQuery } from './team-views.queries';
import { useSavedViews } from './use-saved-views';
import { useViewReports, type Report } from './use-view-reports';
import { nameOrder } from '@/lib/formats/name-order';
import { SEPARATOR } from '@/ui/formats/separator';

const ViewDialog = lazyPart(async () => ({ Part: (await import('./view-dialog')).ViewDialog }));

export interface SavedViewsScreenProps {
  /** The price columns that have been loaded so far. */
  readonly priceColumns: readonly PriceColumn[];
  /** What could not be read of the price columns; absent if nothing is missing. */
  readonly notice?: ReactNode;
  readonly hasAnalysis: boolean;
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  /** The file of the team's views, beside `config.json`; null without one. */
  readonly teamViewsFile: string | null;
  /** Renders the routine for the views that belong to it; absent if a routine cannot run. */
  readonly renderRoutine?: (views: readonly ListedView[]) => ReactNode;
}

const NO_VIEWS: readonly SavedView[] = [];

interface Note {
  readonly text: string;
  readonly undo: (() => void) | null;
}

/** Lists the saved views of all price columns: opens, renames and deletes them, and saves them as a file. */
export function SavedViewsScreen({
  priceColumns,
  notice,
  hasAnalysis,
  search,
  onSearchChange,
  teamViewsFile,
  renderRoutine,
}: SavedViewsScreenProps) {
  const t = useTranslations('savedViews');
  const language = useLocale();
  const tViews = useTranslations('views');
  const tCommon = useTranslations('common');
  usePageTitle(t('title'));
  const announce = useAnnounce();
  const savedViews = useSavedViews(useOwnRecords());
  const { views, status } = savedViews;
  const { data: team = null } = useQuery(teamViewsQuery(teamViewsFile));
  const teamViews = team?.ok === true ? team.views : NO_VIEWS;
  const ofPerson = useListedViews(views, 'mine', priceColumns, hasAnalysis);
  const ofTeam = useListedViews(teamViews, 'team', priceColumns, hasAnalysis);
  const listed = useMemo(() => [...ofPerson, ...ofTeam], [ofPerson, ofTeam]);
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);

  const report: Report = (text, undo) => {
    setNote({ text, undo });
    announce(text);
  };
  const { reportStored, remove, importFile, exportFile, exportTeamFile } = useViewReports(savedViews, report);
  const removeRow = async (view: SavedView) => {
    // The focused button was removed with its row, so the title takes the focus.
    if (await remove(view)) titleRef.current?.focus();
  };
  const setInRoutine = async (view: SavedView, isInRoutine: boolean) => {
    const stored = await savedViews.change(view, { isInRoutine });
    if (stored === null) report(tViews('notStored'), null);
  };
  const saveCopy = async (view: SavedView) => {
    const stored = await savedViews.add({ ...view, id: randomId(), savedAtMs: Date.now() });
    reportStored(stored, (name) => t('copySaved', { name }));
  };
  const saveFile = (chosen: readonly SavedView[]) => {
    const [only] = chosen;
    void exportFile(chosen, chosen.length === 1 && only !== undefined ? `${only.name}.json` : tViews('file'));
  };
  const table = useSavedViewsTable(listed, search, renderRoutine !== undefined);
  const found = table.getRowModel().rows;

  return (
    <Screen>
      <ScreenHeader
        title={t('title')}
        intro={t('intro')}
        headingRef={titleRef}
        tools={
          <>
            <ScreenSearch label={t('search')} search={search} onSearchChange={onSearchChange} />
            <FileButton accept="application/json,.json" onChange={(file) => file && void importFile(file)}>
              {(props) => (
                <Button
                  variant="default"
                  leftSection={<IconFolderOpen size={16} aria-hidden="true" />}
                  {...props}
                >
                  {t('openFile')}
                </Button>
              )}
            </FileButton>
            {found.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                onClick={() => saveFile(found.map(({ original }) => original.view))}
              >
                {t('saveFile')}
              </Button>
            )}
            {found.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconUsers size={16} aria-hidden="true" />}
                onClick={() => void exportTeamFile(found.map(({ original }) => original.view))}
              >
                {t('saveTeamFile')}
              </Button>
            )}
          </>
        }
      />
      {notice}
      {note !== null && (
        <Group gap={8} mb={8}>
          <Text size="sm">{note.text}</Text>
          {note.undo !== null && (
            <Button size="compact-sm" variant="default" onClick={note.undo}>
              {tViews('undo')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setNote(null)}>
            {tViews('dismiss')}
          </Button>
        </Group>
      )}
      {team?.ok === false && (
        <Text size="sm" role="alert">
          {t(`teamProblem.${team.problem}`, { file: teamViewsFile ?? '' })}
        </Text>
      )}
      {team?.ok === true && team.brokenCount > 0 && (
        <Text size="sm">{t('teamBroken', { count: team.brokenCount })}</Text>
      )}
      {listed.length > 0 && renderRoutine?.(listed.filter(({ view }) => view.isInRoutine === true))}
      {content()}
      {renamed !== null && (
        <ViewDialog
          kind="rename"
          initial={renamed}
          takenNames={viewsOf(views, renamed.priceColumn, language)
            .filter(({ id }) => id !== renamed.id)
            .map(({ name }) => name)}
          onClose={() => setRenamed(null)}
          onSubmit={(name) => {
            setRenamed(null);
            void savedViews
              .change(renamed, { name })
              .then((stored) => reportStored(stored, (as) => tViews('renamed', { name: as })));
          }}
        />
      )}
    </Screen>
  );

  function content() {
    if (status === 'pending') return <Box h={200} aria-busy="true" />;
    if (status === 'refused') {
      return (
        <StatePanel icon={<IconDatabaseOff size={22} />} title={t('refusedTitle')}>
          <p>{tViews('refused')}</p>
        </StatePanel>
      );
    }
    if (listed.length === 0) {
      return (
        <StatePanel
          icon={<IconBookmark size={22} />}
          title={t('noneTitle')}
          actions={
            <Button component={Link} to="/prices">
              {tCommon('backToPrices')}
            </Button>
          }
        >
          <p>{t('noneText')}</p>
        </StatePanel>
      );
    }
    return (
      <>
        <Text role="status" size="sm" c="dimmed" mb={8}>
          {t('count', { found: found.length, total: listed.length })}
        </Text>
        {found.length > 0 ? (
          <SavedViewsTable
            table={table}
            actions={{
              rename: setRenamed,
              saveFile: (view) => saveFile([view]),
              remove: (view) => void removeRow(view),
              saveCopy: (view) => void saveCopy(view),
              setInRoutine,
            }}
          />
        ) : (
          <StatePanel
            icon={<IconSearchOff size={22} />}
            title={t('noMatchTitle', { search })}
            actions={
              <Button variant="default" onClick={() => onSearchChange('')}>
                {t('clearSearch')}
              </Button>
            }
          >
            <p>{t('noMatchText')}</p>
          </StatePanel>
        )}
      </>
    );
  }
}

/** Returns the views in the order of price column and name, with the texts that the table shows. */
function useListedViews(
  views: readonly SavedView[],
  owner: ListedView['owner'],
  priceColumns: readonly PriceColumn[],
  hasAnalysis: boolean,
): readonly ListedView[] {
  const t = useTranslations('savedViews');
  const tShown = useTranslations('results.views');
  const describeSearch = useDescribeSearch();
  const own = useOwnRecords();
  const { data: runs } = useQuery(recentRunsQuery(own));
  const { data: routine } = useQuery(lastRoutineQuery(own));
  const language = useLocale();
  return useMemo(() => {
    const compare = nameOrder(language);
    const names = [...new Set(views.map(({ priceColumn }) => priceColumn))];
    const known = new Map(priceColumns.map((column) => [column.name, column]));
    const titleOf = (name: string) => known.get(name)?.displayName ?? name;
    return names
      .toSorted((a, b) => compare(titleOf(a), titleOf(b)))
      .flatMap((name) =>
        viewsOf(views, name, language).map((view): ListedView => {
          const column = known.get(name);
          const words = column === undefined ? undefined : describeSearch(view.query, column);
          return {
            view,
            owner,
            displayName: titleOf(name),
            words: words?.join(SEPARATOR) ?? t('noLongerApplies'),
            shown: tShown(viewOfAddress(view.display ?? {}, snapshotViews(hasAnalysis))),
            lastRun: lastOf([
              runs?.find((run) => run.priceColumn === name && isSameQuery(run.query, view.query)),
              routine?.views.find(({ viewId }) => viewId === view.id),
            ]),
          };
        }),
      );
  }, [views, owner, priceColumns, hasAnalysis, runs, routine, describeSearch, t, tShown, language]);
}

/** Returns the latest of the known runs; null without any. */
function lastOf(runs: readonly (ListedView['lastRun'] | undefined)[]): ListedView['lastRun'] {
  const known = runs.filter((run) => run != null);
  return known.toSorted((a, b) => b.ranAtMs - a.ranAtMs)[0] ?? null;
}
