import '@/ui/components/modal-styles.css';
import '@mantine/core/styles/Table.css';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import {
  ALL_DIFFERENCES,
  shownChangesToParameter,
  type ShownChanges,
} from '@/analysis/comparison/changes-address';
import type { PriceMovement } from '@/analysis/comparison/change-rows';
import type { SavedView } from '../model/saved-view';
import type { ListedView } from '../saved-views/saved-views-table';
import { byNews, hasNews, type CheckOutcome, type ComparedRows, type RoutineResult } from './routine-result';
import type { RoutineState } from './routine-store';
import {
  checksWithFindings,
  differences,
  effectText,
  outcomeName,
  routineNotes,
  rowsText,
  viewFailureText,
  type Difference,
} from './routine-texts';
import { comparisonSearch, findingsSearch, type ViewFailure } from './run-view';
import classes from './routine.module.css';

export interface WhatIsNewProps {
  readonly views: readonly ListedView[];
  readonly results: readonly RoutineResult[];
  readonly state: RoutineState;
  /** The ids of the existing kept copies. The copies of a result may have been deleted, for example on signing out. */
  readonly copyIds: ReadonlySet<string>;
  readonly renderExport: (listed: readonly ListedResult[]) => ReactNode;
}

export interface ListedResult {
  readonly view: ListedView;
  readonly result: RoutineResult;
}

/** The results of the last routine, the largest effect first; each figure is a link to the view that shows it. */
export function WhatIsNew({ views, results, state, copyIds, renderExport }: WhatIsNewProps) {
  const t = useTranslations('routine');
  const headingId = useId();
  const failed = views.flatMap((view) => {
    const progress = state.progress.get(view.view.id);
    return progress?.status === 'failed' ? [{ view, failure: progress.failure }] : [];
  });
  const listed = results
    .flatMap((result) => {
      const view = views.find((each) => each.view.id === result.viewId);
      // The earlier result of a view that has failed is left out, because it is not new.
      const hasFailed = failed.some((each) => each.view === view);
      return view === undefined || hasFailed ? [] : [{ view, result }];
    })
    .toSorted((a, b) => byNews(a.result, b.result));
  return (
    <section aria-labelledby={headingId}>
      <Group justify="space-between" mb={8}>
        <Title id={headingId} order={3} size="h5">
          {t('new.title')}
        </Title>
        {listed.length > 0 && !state.isRunning && renderExport(listed)}
      </Group>
      <Stack gap={12}>
        {failed.map(({ view, failure }) => (
          <FailedView key={view.view.id} view={view} failure={failure} />
        ))}
        {listed.map(({ view, result }) => (
          <ViewNews key={result.viewId} view={view} result={result} copyIds={copyIds} />
        ))}
      </Stack>
    </section>
  );
}

function FailedView({ view, failure }: { readonly view: ListedView; readonly failure: ViewFailure }) {
  const t = useTranslations('routine');
  const words = useWords();
  return (
    <Paper withBorder p="sm" role="alert">
      <Group justify="space-between" gap={8}>
        <Text fw={600}>{view.view.name}</Text>
        <Group gap={4} c="var(--cn-danger)">
          <IconAlertTriangle size={15} aria-hidden="true" />
          <Text size="sm" fw={600}>
            {t('status.failed')}
          </Text>
        </Group>
      </Group>
      <Text size="sm">{viewFailureText(words, failure)}</Text>
    </Paper>
  );
}

interface ViewNewsProps extends ListedResult {
  readonly copyIds: ReadonlySet<string>;
}

function ViewNews({ view, result, copyIds }: ViewNewsProps) {
  const t = useTranslations('routine');
  const words = useWords();
  const headingId = useId();
  const { now, before, comparison, checks } = result;
  const isNowKept = copyIds.has(now.copyId);
  const areBothKept = isNowKept && before !== null && copyIds.has(before.copyId);
  return (
    <Paper withBorder p="sm" component="article" aria-labelledby={headingId}>
      <Group justify="space-between" align="baseline" gap={8}>
        <Title order={4} size="h6" id={headingId}>
          {view.view.name}
        </Title>
        <Text size="xs" c="dimmed">
          {[view.displayName, t('new.ranAt', { time: words.formats.formatDateTime(result.ranAtMs) })].join(
            ' · ',
          )}
        </Text>
      </Group>
      <Text size="sm">{rowsText(words, result)}</Text>
      {comparison === 'no-keys' && <Text size="sm">{t('new.noKeys')}</Text>}
      {comparison !== null && comparison !== 'no-keys' && (
        <Compared view={view.view} result={result} comparison={comparison} isOpenable={areBothKept} />
      )}
      {before !== null && !hasNews(result) && <Text size="sm">{t('new.nothing')}</Text>}
      {checks !== null && (
        <Findings view={view.view} result={result} checks={checks} isOpenable={isNowKept} />
      )}
      <RoutineNotes result={result} />
      {(before === null ? !isNowKept : !areBothKept) && (
        <Text size="xs" c="dimmed">
          {t('note.rowsGone')}
        </Text>
      )}
    </Paper>
  );
}

type LinkSearch = Readonly<Record<string, string>>;

interface FigureLinkProps {
  readonly priceColumn: string;
  /** The search parameters that show the rows which the figure counts; null if the rows are no longer kept. */
  readonly search: LinkSearch | null;
  readonly label: string;
}

function FigureLink({ priceColumn, search, label }: FigureLinkProps) {
  if (search === null)
    return (
      <Text span size="sm">
        {label}
      </Text>
    );
  return (
    <Link to="/prices/$priceColumn" params={{ priceColumn }} search={search} className={classes['figure']}>
      {label}
    </Link>
  );
}

interface OfResult {
  readonly view: SavedView;
  readonly result: RoutineResult;
  /** Whether the rows are still kept. */
  readonly isOpenable: boolean;
}

function Compared({
  view,
  result,
  comparison,
  isOpenable,
}: OfResult & { readonly comparison: ComparedRows }) {
  const t = useTranslations('routine');
  const words = useWords();
  const { priceColumn } = result;
  const { effects } = comparison;
  const searchOf = (shown: Partial<ShownChanges>): LinkSearch | null => {
    if (!isOpenable) return null;
    const changes = shownChangesToParameter({ ...ALL_DIFFERENCES, ...shown });
    return { ...comparisonSearch(view, result), ...(changes !== undefined && { changes }) };
  };
  const byPrice = (movement: PriceMovement): Partial<ShownChanges> => ({
    kinds: ['changed'],
    movement,
    sort: { by: 'delta', isDescending: movement === 'raised' },
  });
  const shownOf: Readonly<Record<Difference['kind'], Partial<ShownChanges>>> = {
    added: { kinds: ['added'] },
    removed: { kinds: ['removed'] },
    changed: { kinds: ['changed'] },
    raised: byPrice('raised'),
    lowered: byPrice('lowered'),
  };
  return (
    <>
      <Group
        gap="4px 16px"
        component="ul"
        className={classes['list'] ?? ''}
        mt={4}
        aria-label={t('new.differences')}
      >
        {differences(words, comparison).map(({ kind, label }) => (
          <li key={kind}>
            <FigureLink priceColumn={priceColumn} search={searchOf(shownOf[kind])} label={label} />
          </li>
        ))}
      </Group>
      {effects.length > 0 && <Text size="sm">{effectText(words, effects)}</Text>}
    </>
  );
}

function Findings({
  view,
  result,
  checks,
  isOpenable,
}: OfResult & { readonly checks: readonly CheckOutcome[] }) {
  const t = useTranslations('routine.new');
  const words = useWords();
  const shown = checksWithFindings(checks);
  if (shown.length === 0) return <Text size="sm">{t('noFindings')}</Text>;
  const { formatInteger } = words.formats;
  const count = (value: number | null) => (value === null ? '–' : formatInteger(value));
  return (
    <Table.ScrollContainer type="native" minWidth={300} mt={8}>
      <Table
        aria-label={t('findings')}
        withRowBorders={false}
        verticalSpacing={2}
        className={classes['findings'] ?? ''}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('check')}</Table.Th>
            <Table.Th scope="col">{t('now')}</Table.Th>
            <Table.Th scope="col">{t('newFindings')}</Table.Th>
            <Table.Th scope="col">{t('goneFindings')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ check, parameters, name, now, added, gone }) => (
            <Table.Tr key={check}>
              <Table.Th scope="row" fw={400}>
                {outcomeName(words, { check, parameters, name })}
              </Table.Th>
              <Table.Td>
                <FigureLink
                  priceColumn={result.priceColumn}
                  search={isOpenable ? findingsSearch(view, result, { check }) : null}
                  label={t('openFindings', { formatted: formatInteger(now), count: now })}
                />
              </Table.Td>
              <Table.Td fw={(added ?? 0) > 0 ? 600 : 400}>{count(added)}</Table.Td>
              <Table.Td>{count(gone)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RoutineNotes({ result }: { readonly result: RoutineResult }) {
  const notes = routineNotes(useWords(), result);
  return notes.map((note) => (
    <Text key={note} size="xs" c="dimmed">
      {note}
    </Text>
  ));
}
