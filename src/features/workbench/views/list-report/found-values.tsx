import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { datedName } from '@/lib/formats/file-name';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { snapshotText } from '@/analysis/reading/coverage-text';
import { useWords } from '@/ui/formats/use-words';
import { visibleText } from '@/lib/grid/visible-text';
import { WindowList } from '@/lib/grid/window-list';
import { useAnnounce } from '@/ui/components/announcer';
import { formatOperand } from '../../model/operand-text';
import { isCondition } from '../../model/draft-query';
import { validityDay } from '@/analysis/conditions/refinement';
import { resolveDay } from '@/analysis/conditions/relative-day';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import type { RowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { summaryColumn, type SummaryTable } from '@/analysis/tables/summary-table';
import { TableActions } from '../../rows-read/tables/table-actions';
import classes from './list-report.module.css';
import { matchList, partsOf, type ListMatches, type ListParts } from '@/analysis/lists/match-list';
import { Note } from './note';
import { readListMatches } from '@/analysis/lists/read-list-matches';
import { describeValue } from '@/analysis/conditions/comparison-text';
import type { ReportedList } from '@/analysis/conditions/reported-list';

/** The rows that remain after a refinement (filters that run in the browser). */
export interface RefinedList extends Pick<RowsReadScope, 'refinement'> {
  /** The rows; null until they are known. */
  readonly rowsRead: RowsRead | null;
}

export interface FoundValuesProps {
  readonly list: ReportedList;
  readonly openSnapshot: OpenSnapshot;
  /** All rows of the snapshot; null if it has no rows. */
  readonly rowsRead: RowsRead | null;
  /** The rows that remain after the refinement; null if the rows are not refined. */
  readonly refined: RefinedList | null;
  /** Whether to show the name of the field above the values. It is needed if the query has several lists. */
  readonly hasHeading: boolean;
}

/** Shows the values of one list in four parts: found, not found, without a row after the refinement, and found in several rows. */
export function FoundValues({ list, openSnapshot, rowsRead, refined, hasHeading }: FoundValuesProps) {
  const t = useTranslations('listReport');
  const tCommon = useTranslations('common');
  const { formatInteger } = useFormats();
  const { applied } = useWorkbenchScope();
  const ofAll = useMatches(list, rowsRead);
  const ofLeft = useMatches(list, refined?.rowsRead ?? null);
  const matches = useMemo(
    () => (rowsRead === null ? matchList(list, []) : ofAll.data),
    [rowsRead, list, ofAll.data],
  );
  const left = refined === null || rowsRead === null ? null : ofLeft.data;
  const parts = useMemo(
    () => (matches === undefined || left === undefined ? null : partsOf(matches, left)),
    [matches, left],
  );
  useAnnounceParts(list, parts);
  if (ofAll.isError || ofLeft.isError) {
    return (
      <Group gap="4px 8px" p="0 12px 8px 0">
        <Note role="alert">{t('failed')}</Note>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void (ofAll.isError ? ofAll : ofLeft).refetch()}
        >
          {tCommon('tryAgain')}
        </Button>
      </Group>
    );
  }
  if (matches === undefined || parts === null) return <Note>{t('counting')}</Note>;
  const isAlone = applied?.filters.filter((filter) => isCondition(filter) && !filter.isDisabled).length === 1;
  const { unmatchedRowCount } = matches;
  return (
    <div role="group" aria-label={list.field}>
      {hasHeading && (
        <Title order={2} size="sm" fw={700} p="6px 12px 2px">
          {t('of', { field: list.field, formatted: formatInteger(list.values.length) })}
        </Title>
      )}
      <div className={classes['parts']}>
        {PARTS.filter((part) => part !== 'withoutRow' || left !== null).map((part) => (
          <Part
            key={part}
            part={part}
            indexes={parts[part]}
            list={list}
            // Values in the part `withoutRow` show their counts before the refinement.
            matches={part === 'withoutRow' ? matches : (left ?? matches)}
            refined={refined}
            openSnapshot={openSnapshot}
            isBelowHeading={hasHeading}
          />
        ))}
      </div>
      {!isAlone && parts.notFound.length > 0 && <Note>{t('otherFilters')}</Note>}
      {unmatchedRowCount > 0 && (
        <Note role="alert">
          {t('unmatched', { formatted: formatInteger(unmatchedRowCount), count: unmatchedRowCount })}
        </Note>
      )}
    </div>
  );
}

function useMatches(list: ReportedList, rowsRead: RowsRead | null) {
  return useQuery({
    // The key needs only the id of the list: another list belongs to another query, whose snapshot has other rows.
    queryKey: [...(rowsRead === null ? [] : rowsReadKey(rowsRead)), 'list', list.id],
    queryFn: ({ signal }) => {
      if (rowsRead === null) throw new Error('There are no rows to ask for.');
      return readListMatches(rowsRead, list, signal);
    },
    enabled: rowsRead !== null,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  });
}

const PARTS = ['found', 'notFound', 'withoutRow', 'several'] as const;
type PartName = (typeof PARTS)[number];

/** Announces how many values each part has, once the counts are known. */
function useAnnounceParts({ field }: ReportedList, parts: ListParts | null): void {
  const t = useTranslations('listReport');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const tell = useEffectEvent((of: ListParts) => {
    const counts = {
      found: formatInteger(of.found.length),
      notFound: formatInteger(of.notFound.length),
      several: formatInteger(of.several.length),
    };
    const withoutRow = of.withoutRow.length;
    const summary =
      withoutRow === 0
        ? t('summary', counts)
        : t('summaryWithoutRow', { ...counts, withoutRow: formatInteger(withoutRow) });
    announce(t('summaryOf', { field, summary }));
  });
  useEffect(() => {
    if (parts !== null) tell(parts);
  }, [parts]);
}

function usePartTitle(refined: RefinedList | null): (part: PartName) => string {
  const t = useTranslations('listReport');
  const words = useWords();
  const { ranOn } = useWorkbenchScope();
  const asked = validityDay(refined?.refinement?.conditions ?? null);
  const day = asked === null ? null : resolveDay(asked, ranOn);
  return (part) => {
    if (part !== 'withoutRow') return t(part);
    return day === null
      ? t('withoutRowLeft')
      : t('withoutRowOn', { day: describeValue(words, { value: day }, 'date') });
  };
}

interface PartProps extends Pick<FoundValuesProps, 'refined'> {
  readonly part: PartName;
  readonly indexes: readonly number[];
  readonly list: ReportedList;
  readonly matches: ListMatches;
  readonly openSnapshot: OpenSnapshot;
  readonly isBelowHeading: boolean;
}

function Part({ part, indexes, list, matches, openSnapshot, refined, isBelowHeading }: PartProps) {
  const t = useTranslations('listReport');
  const { locale, formatInteger } = useFormats();
  const { rowFields } = useWorkbenchScope();
  const field = rowFields.find(({ name }) => name === list.field);
  const title = usePartTitle(refined)(part);
  const tableOf = usePartTable(openSnapshot, refined);
  const rowsOf = (index: number) => matches.rowCounts[index] ?? 0;
  return (
    <Stack role="group" aria-label={title} gap={0} miw={0} className={classes['part'] ?? ''}>
      <div className={classes['partHead']}>
        <Title order={isBelowHeading ? 3 : 2} size="sm">
          {title} <span className={classes['count']}>{formatInteger(indexes.length)}</span>
        </Title>
        <TableActions
          isPart
          getTable={
            indexes.length === 0
              ? null
              : () =>
                  tableOf(
                    part,
                    title,
                    list,
                    field,
                    indexes.map((index) => [list.values[index] ?? '', String(rowsOf(index))] as const),
                  )
          }
        />
      </div>
      {indexes.length === 0 ? (
        <Note>{t(`none.${part}`)}</Note>
      ) : (
        <WindowList
          label={t('valuesOf', { title, field: list.field })}
          className={classes['values'] ?? ''}
          itemCount={indexes.length}
          renderItem={(place) => {
            const index = indexes[place] ?? 0;
            const value = list.values[index] ?? '';
            const operand = { value, text: null };
            const text = visibleText(field === undefined ? value : formatOperand(operand, field, locale));
            return (
              <>
                <span className={classes['value']} title={text}>
                  {text}
                </span>
                {part === 'several' && (
                  <span className={classes['rows']}>
                    {t('rows', { formatted: formatInteger(rowsOf(index)), count: rowsOf(index) })}
                  </span>
                )}
              </>
            );
          }}
        />
      )}
    </Stack>
  );
}

/** Returns a function that makes a table from one part of the report, to be copied or exported. */
function usePartTable({ snapshot, takenAtMs }: OpenSnapshot, refined: RefinedList | null) {
  const t = useTranslations('listReport');
  const words = useWords();
  const formats = useFormats();
  const { priceColumn } = useWorkbenchScope();
  return (
    part: PartName,
    title: string,
    list: ReportedList,
    field: PriceField | undefined,
    values: readonly (readonly [value: string, rows: string])[],
  ): SummaryTable => {
    const hasRows = part !== 'notFound';
    const valueColumn = summaryColumn(list.field, list.type, field?.scale ?? null);
    return {
      name: datedName(t('file', { priceColumn: priceColumn.displayName, title, field: list.field })),
      columns: hasRows ? [valueColumn, summaryColumn(t('rowsColumn'), 'number', 0)] : [valueColumn],
      rows: hasRows ? values : values.map(([value]) => [value]),
      about: [
        [t('about.priceColumn'), priceColumn.displayName],
        [
          t('about.list'),
          t('of', { field: list.field, formatted: formats.formatInteger(list.values.length) }),
        ],
        [t('about.rows'), t('allRows', { formatted: formats.formatInteger(snapshot.rowCount) })],
        ...(refined?.rowsRead?.refined === undefined
          ? []
          : [[t('about.refined'), refined.rowsRead.refined.words] as const]),
        [t('about.snapshot'), snapshotText(words, snapshot)],
        [t('about.taken'), formats.formatDateTime(takenAtMs)],
      ],
    };
  };
}
