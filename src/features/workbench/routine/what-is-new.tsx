import '@mantine/core/styles/Table.css';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import { useFormats } from '@/shared/formats/format-settings-context';
import { checksView } from '../views/checks/view';
import { useCheckName } from '../rows-read/checks/use-check-name';
import type { OwnCheck } from '../rows-read/checks/own-checks';
import {
  ALL_DIFFERENCES,
  shownChangesToParameter,
  type ShownChanges,
} from '../rows-read/comparison/changes-address';
import type { ListedView } from '../saved-views/saved-views-table';
import { byNews, hasNews, type CheckOutcome, type ComparedRows, type RoutineResult } from './routine-result';
import type { RoutineState } from './routine-store';
import { comparisonSearch, type ViewFailure } from './run-view';
import classes from './routine.module.css';

export interface WhatIsNewProps {
  readonly views: readonly ListedView[];
  readonly results: readonly RoutineResult[];
  readonly state: RoutineState;
  /** Renders the export of what is listed. */
  readonly renderExport: (listed: readonly ListedResult[]) => ReactNode;
}

/** A view, and what the last routine found in it. */
export interface ListedResult {
  readonly view: ListedView;
  readonly result: RoutineResult;
}

/** What the last routine found, the largest effect first; each figure opens the view that shows it. */
export function WhatIsNew({ views, results, state, renderExport }: WhatIsNewProps) {
  const t = useTranslations('routine');
  const headingId = useId();
  const listed = results
    .flatMap((result) => {
      const view = views.find((each) => each.view.id === result.viewId);
      return view === undefined ? [] : [{ view, result }];
    })
    .toSorted((a, b) => byNews(a.result, b.result));
  const failed = views.flatMap((view) => {
    const progress = state.progress.get(view.view.id);
    return progress?.status === 'failed' ? [{ view, failure: progress.failure }] : [];
  });
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
          <ViewNews key={result.viewId} view={view} result={result} />
        ))}
      </Stack>
    </section>
  );
}

function FailedView({ view, failure }: { readonly view: ListedView; readonly failure: ViewFailure }) {
  const text = useViewFailureText();
  return (
    <Paper withBorder p="sm" role="alert">
      <Text fw={600}>{view.view.name}</Text>
      <Text size="sm">{text(failure)}</Text>
    </Paper>
  );
}

interface ViewNewsProps {
  readonly view: ListedView;
  readonly result: RoutineResult;
}

function ViewNews({ view, result }: ViewNewsProps) {
  const t = useTranslations('routine.new');
  const formats = useFormats();
  const headingId = useId();
  const { now, before, comparison, checks } = result;
  const rows = (count: number) => t('rows', { formatted: formats.formatInteger(count), count });
  return (
    <Paper withBorder p="sm" component="article" aria-labelledby={headingId}>
      <Group justify="space-between" align="baseline" gap={8}>
        <Title order={4} size="h6" id={headingId}>
          {view.view.name}
        </Title>
        <Text size="xs" c="dimmed">
          {[view.displayName, t('ranAt', { time: formats.formatDateTime(result.ranAtMs) })].join(' · ')}
        </Text>
      </Group>
      <Text size="sm">
        {before === null
          ? t('first', { rows: rows(now.rowCount) })
          : t('rowsThenNow', {
              before: rows(before.rowCount),
              at: formats.formatDateTime(before.takenAtMs),
              now: rows(now.rowCount),
            })}
      </Text>
      {comparison === 'no-keys' && <Text size="sm">{t('noKeys')}</Text>}
      {comparison !== null && comparison !== 'no-keys' && (
        <Compared result={result} comparison={comparison} />
      )}
      {before !== null && !hasNews(result) && <Text size="sm">{t('nothing')}</Text>}
      {checks !== null && <Findings result={result} checks={checks} />}
      <RoutineNotes result={result} />
    </Paper>
  );
}

/** The search parameters of a link to the workbench. */
type LinkSearch = Readonly<Record<string, string>>;

interface FigureLinkProps {
  readonly priceColumn: string;
  readonly search: LinkSearch;
  readonly label: string;
}

function FigureLink({ priceColumn, search, label }: FigureLinkProps) {
  return (
    <Link to="/prices/$priceColumn" params={{ priceColumn }} search={search} className={classes['figure']}>
      {label}
    </Link>
  );
}

function Compared({
  result,
  comparison,
}: {
  readonly result: RoutineResult;
  readonly comparison: ComparedRows;
}) {
  const t = useTranslations('routine.new');
  const locale = useLocale();
  const { formatInteger, locale: formatsLocale } = useFormats();
  const { priceColumn } = result;
  const { added, removed, changed, price, effects } = comparison;
  const searchOf = (shown: Partial<ShownChanges>): LinkSearch => {
    const changes = shownChangesToParameter({ ...ALL_DIFFERENCES, ...shown });
    return { ...comparisonSearch(result), ...(changes !== undefined && { changes }) };
  };
  const byPrice = (isDescending: boolean): Partial<ShownChanges> => ({
    kinds: ['changed'],
    column: price,
    sort: { by: 'delta', isDescending },
  });
  const raised = effects.reduce((sum, each) => sum + each.raised, 0);
  const lowered = effects.reduce((sum, each) => sum + each.lowered, 0);
  const figures = [
    { count: added, key: 'added', shown: { kinds: ['added'] } },
    { count: removed, key: 'removed', shown: { kinds: ['removed'] } },
    { count: changed, key: 'changed', shown: { kinds: ['changed'] } },
    { count: raised, key: 'raised', shown: byPrice(true) },
    { count: lowered, key: 'lowered', shown: byPrice(false) },
  ] as const satisfies readonly { count: number; key: string; shown: Partial<ShownChanges> }[];
  const money = createDecimalFormat(formatsLocale, {
    minFractionDigits: 2,
    maxFractionDigits: 38,
    isGrouped: true,
  });
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  return (
    <>
      <Group
        gap="4px 16px"
        component="ul"
        className={classes['list'] ?? ''}
        mt={4}
        aria-label={t('differences')}
      >
        {figures
          .filter(({ count }) => count > 0)
          .map(({ key, count, shown }) => (
            <li key={key}>
              <FigureLink
                priceColumn={priceColumn}
                search={searchOf(shown)}
                label={t(key, { formatted: formatInteger(count), count })}
              />
            </li>
          ))}
      </Group>
      {effects.length > 0 && (
        <Text size="sm">
          {t('effect', {
            amounts: list.format(
              effects.map(({ currency, effect }) =>
                [currency, `${effect.startsWith('-') ? '' : '+'}${money(effect)}`]
                  .filter((part) => part !== null)
                  .join(' '),
              ),
            ),
          })}
        </Text>
      )}
    </>
  );
}

/** Results name the person's own checks themselves. */
export const NO_OWN_CHECKS: readonly OwnCheck[] = [];

function Findings({
  result,
  checks,
}: {
  readonly result: RoutineResult;
  readonly checks: readonly CheckOutcome[];
}) {
  const t = useTranslations('routine.new');
  const { formatInteger } = useFormats();
  const nameOf = useCheckName(NO_OWN_CHECKS);
  const shown = checks
    .filter(({ now, added, gone }) => now + (added ?? 0) + (gone ?? 0) > 0)
    .toSorted((a, b) => (b.added ?? 0) - (a.added ?? 0) || b.now - a.now);
  if (shown.length === 0) return <Text size="sm">{t('noFindings')}</Text>;
  const count = (value: number | null) => (value === null ? '–' : formatInteger(value));
  const search = {
    ...result.now.search,
    cacheKey: comparisonSearch(result)['cacheKey'] ?? '',
    show: checksView.name,
  };
  return (
    <Table.ScrollContainer minWidth={300} mt={8}>
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
          {shown.map(({ check, name, now, added, gone }) => (
            <Table.Tr key={check}>
              <Table.Th scope="row" fw={400}>
                {name ?? nameOf(check)}
              </Table.Th>
              <Table.Td>
                <FigureLink
                  priceColumn={result.priceColumn}
                  search={search}
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

/** What the figures do without, one sentence each. */
function RoutineNotes({ result }: { readonly result: RoutineResult }) {
  const t = useTranslations('routine.note');
  const { formatInteger } = useFormats();
  const nameOf = useCheckName(NO_OWN_CHECKS);
  const { comparison, checks, notRun, isWithoutAdded } = result;
  const compared = comparison === null || comparison === 'no-keys' ? null : comparison;
  const notes = [
    ...(compared === null || compared.leftOut === 0
      ? []
      : [t('leftOut', { formatted: formatInteger(compared.leftOut), count: compared.leftOut })]),
    ...(compared === null || compared.filteredOut === 0
      ? []
      : [t('filteredOut', { formatted: formatInteger(compared.filteredOut), count: compared.filteredOut })]),
    ...(compared === null || compared.onlyThen.length === 0
      ? []
      : [t('onlyThen', { columns: compared.onlyThen.join(', ') })]),
    ...(compared === null || compared.onlyNow.length === 0
      ? []
      : [t('onlyNow', { columns: compared.onlyNow.join(', ') })]),
    ...(checks === null ? [t('checksUnreadable')] : []),
    ...(notRun.length === 0 ? [] : [t('notRun', { checks: notRun.map(nameOf).join(', ') })]),
    ...(isWithoutAdded ? [t('withoutAdded')] : []),
  ];
  return notes.map((note) => (
    <Text key={note} size="xs" c="dimmed">
      {note}
    </Text>
  ));
}

/** Returns a function that says why a view could not be run, and what helps. */
function useViewFailureText(): (failure: ViewFailure) => string {
  const t = useTranslations('routine.failure');
  const tErrors = useTranslations('errors');
  const { formatInteger } = useFormats();
  return (failure) => {
    switch (failure.kind) {
      case 'no-price-column':
      case 'not-kept':
      case 'engine':
        return t(failure.kind);
      case 'query':
        return t('query', { count: failure.parts.length, parts: failure.parts.join(', ') });
      case 'too-many-rows':
        return t('too-many-rows', {
          rows: formatInteger(failure.rowCount),
          most: formatInteger(failure.most),
        });
      case 'reading':
      case 'snapshot':
        if (failure.failure.kind === 'service' && failure.failure.failure.kind === 'forbidden') {
          return tErrors('forbiddenText');
        }
        return t(failure.failure.kind === 'mismatch' ? 'mismatch' : 'service');
    }
  };
}
