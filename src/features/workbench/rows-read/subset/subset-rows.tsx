import { Button } from '@mantine/core';
import { IconLinkOff, IconX } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { RowsSkeleton } from '@/ui/components/rows-skeleton';
import { StatePanel } from '@/ui/components/state-panel';
import { rowOrderFromParameter, rowSortOf } from '@/analysis/conditions/row-order';
import type { RowSubset } from '@/analysis/conditions/row-subset';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { coveragePlace, rowToolsPlace } from '../../controller/places';
import { usePublish } from '../../controller/use-published-rows';
import { ProposeForRowsButton, readableRows, UNSAID } from '../../conditions/propose-for-rows';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { conditionsOfSubset } from '@/analysis/conditions/refinement-of-rows';
import type { SubsetFromAddress, SubsetProblem } from '@/analysis/conditions/subset-address';
import { rowsReadKey } from '@/analysis/reading/rows-read';
import { CalculationFailure } from '../reading/calculation-failure';
import { CoverageBar } from '../reading/coverage-bar';
import { coverageText } from '@/analysis/reading/coverage-text';
import { NoRowsRead } from '../reading/no-rows-read';
import { SizeChoice } from '../reading/size-choice';
import type { Reading } from '../reading/use-reading';
import { RefinedBar, type RefinedBarProps } from '../steps/refined-bar';
import { openSubset } from '@/analysis/rows/open-subset';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { SubsetExport } from './subset-export';
import { subsetText } from '../rows/use-subset-text';
import { SEPARATOR } from '@/ui/formats/separator';

export interface SubsetRowsProps {
  readonly reading: Reading;
  readonly whole: OpenSnapshot;
  /** The address parameter that names the rows. */
  readonly parameter: string;
  /** The rows that the address names, or why it is invalid; null for all rows that the refinement leaves. */
  readonly read: SubsetFromAddress | null;
  /** The refinement (filters on the rows read) that is applied before the rows are selected; null if there is none. */
  readonly refining: RefinedBarProps['refining'] | null;
  /** Whether the rows are still being read or refined. */
  readonly areComing: boolean;
}

/** Opens some of the rows read for the grid below. Their tools are in the toolbar, and their description is in the query line. */
export function SubsetRows(props: SubsetRowsProps) {
  const { read } = props;
  if (read === null) return <KnownRows {...props} subset={WHOLE} />;
  if (!read.ok) return <UnknownRows problem={read.problem} />;
  return <KnownRows {...props} subset={read.subset} />;
}

const WHOLE: RowSubset = { conditions: [] };

function KnownRows({
  reading,
  refining,
  whole,
  parameter,
  areComing,
  subset,
}: SubsetRowsProps & { readonly subset: RowSubset }) {
  const { state, rowsRead } = reading;
  const t = useTranslations('subset');
  const words = useWords();
  const { formats } = words;
  const { rowFields, address, applied, addressProblems } = useWorkbenchScope();
  const isWholeRefined = refining !== null && subset === WHOLE;
  const isWholeAdded = refining === null && subset === WHOLE;
  const subsetWords = subsetText(words, rowFields, subset);
  const description = [
    ...(isWholeRefined ? [] : [isWholeAdded ? t('withAdded') : subsetWords]),
    ...(refining === null ? [] : [refining.words]),
  ].join(SEPARATOR);
  // If a sort rule of the address cannot be used, the other rules do not determine the order of the snapshot.
  const isSortKnown = !addressProblems.some(({ part }) => part === 'sort');
  const snapshotSort = isSortKnown ? rowSortOf(applied?.sort ?? []) : [];
  const isReading = rowsRead?.coverage.kind === 'part' && rowsRead.coverage.status === 'reading';
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: [...(rowsRead === null ? [] : rowsReadKey(rowsRead)), 'subset', parameter],
      queryFn: async ({ signal }) => {
        if (rowsRead === null) throw new Error('There are no rows to ask for.');
        const source = { whole, rowsRead, fields: rowFields };
        // The rows that are in the table now are shown, even if more are read later.
        const { columns } = rowsRead.table;
        const sort = rowOrderFromParameter(address.order, (name) =>
          columns.some((each) => each.name === name),
        );
        const rows = await openSubset(source, subset, signal, sort, snapshotSort);
        const { coverage, refined } = rowsRead;
        const readCount = coverage.kind === 'all' ? coverage.rowCount : coverage.readCount;
        const refinedCount = subset === WHOLE ? refined?.ofRowCount : refined?.rowCount;
        return {
          opened: { ...rows, ofRowCount: refinedCount ?? readCount },
          coverage,
          table: state.table,
          sort,
        };
      },
      // Rows that are still being read cannot be opened, because they change with every page.
      enabled: rowsRead !== null && !isReading,
      staleTime: Infinity,
      retry: false,
      // The data is a store with functions, so React Query cannot compare it by structure.
      structuralSharing: false,
      placeholderData: keepPreviousData,
    }),
  );
  // If the engine has failed, its rows no longer exist, even while they are read again.
  const opened = rowsRead === null || data?.table !== state.table ? undefined : data?.opened;
  const coverage = data?.coverage;
  const isWhole = rowsRead?.coverage.kind === 'all';
  const rowCount = opened?.snapshot.rowCount ?? 0;
  const text = t('found', {
    formatted: formats.formatInteger(rowCount),
    count: rowCount,
    words: description,
  });
  const coveredText = coverage === undefined ? text : [text, coverageText(words, coverage)].join(SEPARATOR);
  const published = useMemo(
    () => (opened === undefined ? null : { name: parameter, rows: { ...opened, subsetText: coveredText } }),
    [opened, parameter, coveredText],
  );
  usePublish('opened', published);
  usePublish('chosenRows', subset === WHOLE ? null : subsetWords);
  useAnnounceOpened(opened, text, subset !== WHOLE);

  const { refinement } = useRowsReadScope();
  const said = useMemo(() => {
    const conditions = isWholeRefined ? refinement?.conditions : null;
    if (conditions != null) return { ok: true, conditions } as const;
    if (subset === WHOLE) return UNSAID;
    const typeOf = (name: string) => rowFields.find((field) => field.name === name)?.type ?? 'text';
    return conditionsOfSubset(subset, typeOf);
  }, [isWholeRefined, refinement, subset, rowFields]);
  const proposing = opened !== undefined && rowCount > 0 && (subset !== WHOLE || said.ok) && (
    <ProposeForRowsButton
      isTool
      rows={{
        said,
        rows: readableRows(opened, [{ rowStart: 0, rowEnd: rowCount }], opened.columns, (row) => row),
      }}
    />
  );
  const exporting = opened !== undefined && coverage !== undefined && rowsRead !== null && rowCount > 0 && (
    <SubsetExport
      opened={opened}
      rowsRead={{ ...rowsRead, coverage }}
      description={description}
      shown={{ ...subset, sort: data?.sort ?? [] }}
    />
  );
  return (
    <>
      {refining !== null && <RefinedBar refining={refining} />}
      {opened === undefined && rowsRead !== null && error === null && subset !== WHOLE && (
        <coveragePlace.Into>
          <p aria-live="off">{t('finding', { words: description })}</p>
        </coveragePlace.Into>
      )}
      {(proposing !== false || exporting !== false) && (
        <rowToolsPlace.Into>
          {proposing}
          {exporting}
        </rowToolsPlace.Into>
      )}
      {state.status === 'choosing' ? (
        <SizeChoice reading={reading} />
      ) : (
        !isWhole && state.snapshotRows > 0 && <CoverageBar reading={reading} />
      )}
      {rowsRead === null && state.status !== 'choosing' && <NoRowsRead reading={reading} />}
      {areComing && error === null && opened === undefined && <RowsSkeleton />}
      {error !== null && opened === undefined && (
        <CalculationFailure of="subset" onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** Announces chosen rows once they are opened. Rows that were filtered in this browser are announced with their filters. */
function useAnnounceOpened(opened: OpenSnapshot | undefined, text: string, isChosen: boolean): void {
  const announce = useAnnounce();
  const tell = useEffectEvent(() => {
    if (isChosen) announce(text);
  });
  const id = opened?.subsetId;
  useEffect(() => {
    if (id !== undefined) tell();
  }, [id]);
}

function ShowAllButton() {
  const t = useTranslations('queryLine');
  const { showRows } = useWorkbenchActions();
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconX size={14} aria-hidden="true" />}
      onClick={() => showRows(null)}
    >
      {t('showAllRows')}
    </Button>
  );
}

/** The message for an address that names no rows which can be determined. */
function UnknownRows({ problem }: { readonly problem: SubsetProblem }) {
  const t = useTranslations('subset');
  return (
    <StatePanel icon={<IconLinkOff size={22} />} title={t('problemTitle')} actions={<ShowAllButton />}>
      <p role="alert">
        {t.rich(`problem.${problem.kind}`, {
          text: problem.text.slice(0, LONGEST_SHOWN),
          code: (text) => <code>{text}</code>,
        })}
      </p>
    </StatePanel>
  );
}

const LONGEST_SHOWN = 80;
