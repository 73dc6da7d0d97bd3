import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import type { GridSort } from '@/lib/grid/grid-model';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { fieldOfKey } from '@/analysis/row-table/row-table';
import { ShownRows } from '../../rows-read/rows/shown-rows';
import { useOpenedRows } from '../../rows-read/rows/use-opened-rows';
import {
  changeColumns,
  DELTA_COLUMN,
  KIND_COLUMN,
  PERCENT_COLUMN,
  type ChangeColumns,
} from '@/analysis/comparison/change-cells';
import { openChanges, type ChangesQuery, type ChangesSort } from '@/analysis/comparison/change-rows';
import {
  ALL_DIFFERENCES,
  MAX_FIND_LENGTH,
  shownChangesFromParameter,
  shownChangesToParameter,
  type ShownChanges,
} from '@/analysis/comparison/changes-address';
import { ChangesExport } from './changes-export';
import { ChangesSummary, ChosenNote } from './changes-summary';
import { ChangesGrid } from './changes-grid';
import classes from './changes.module.css';
import type { SnapshotSides } from '@/analysis/comparison/compared-side';
import {
  CHANGE_KINDS,
  differingColumns,
  LEFT_OUT_KINDS,
  ROW_KINDS,
  type Comparison,
  type RowKind,
} from '@/analysis/comparison/comparison';
import { SIDES } from '@/analysis/matching/matched-sides';
import type { CompletedComparison } from '@/analysis/comparison/complete-comparison';
import { hasNoDifferences } from './comparison-notes';
import { NoDifferences, NoMatch } from './no-differences';
import { canWeighBy } from '@/analysis/comparison/read-changes';

export interface ChangesResultsProps {
  readonly completed: CompletedComparison;
  /** Whether a comparison with another set-up is being computed, so that the rows on screen are not its result yet. */
  readonly isOutdated?: boolean;
  readonly engine: AnalysisEngine;
  readonly sides: SnapshotSides;
  /** The columns of both sides that only record when a row was written. They are not compared. */
  readonly writtenColumns: readonly string[];
  /** The description of the refinement of both sides; null if the rows are not refined. */
  readonly refinement?: string | null;
}

/** Shows the differences: their counts, and the rows in a grid. */
export function ChangesResults(props: ChangesResultsProps) {
  const [isShownAnyway, setShownAnyway] = useState(false);
  return props.completed.comparison.hasNoMatch && !isShownAnyway ? (
    <NoMatch comparison={props.completed.comparison} onShow={() => setShownAnyway(true)} />
  ) : (
    <MatchedResults {...props} />
  );
}

function MatchedResults(props: ChangesResultsProps) {
  const t = useTranslations('changes');
  const { comparison } = props.completed;
  const columns = useChangeColumns(comparison);
  const { address } = useWorkbenchScope();
  const { setView } = useWorkbenchActions();
  // Replaces the history entry, because typing and dragging would otherwise add an entry for every step.
  const showChanges = (changes: string | undefined) => setView('changes', { changes }, { isReplaced: true });
  const fromAddress = useMemo(
    () =>
      shownChangesFromParameter(address.changes, {
        differing: differingColumns(comparison.spec),
        groups: columns.names,
        weights: columns.names.filter((name) => canWeighBy(comparison, name)),
      }),
    [address.changes, comparison, columns],
  );
  const shown = fromAddress.ok ? fromAddress.shown : ALL_DIFFERENCES;
  return (
    <>
      {!fromAddress.ok && (
        <Text role="alert" size="sm" c="dimmed">
          {t(`shown.${fromAddress.problem.kind}`, { text: fromAddress.problem.text.slice(0, 80) })}{' '}
          <Button size="compact-sm" variant="default" onClick={() => showChanges(undefined)}>
            {t('shown.remove')}
          </Button>
        </Text>
      )}
      <ShownResults
        {...props}
        columns={columns}
        shown={shown}
        onShow={(changes) => showChanges(shownChangesToParameter({ ...shown, ...changes }))}
      />
    </>
  );
}

interface ShownResultsProps extends ChangesResultsProps {
  readonly columns: ChangeColumns;
  readonly shown: ShownChanges;
  readonly onShow: (changes: Partial<ShownChanges>) => void;
}

function ShownResults(props: ShownResultsProps) {
  const { completed, isOutdated = false, engine, sides, writtenColumns, refinement = null } = props;
  const { columns, shown, onShow } = props;
  const t = useTranslations('changes');
  const { locale } = useFormats();
  const { rowFields } = useWorkbenchScope();
  const { comparison } = completed;
  const { kinds, column, range, movement, sort } = shown;
  const [find, setFind] = useFindText(shown.find, (text) => onShow({ find: text }));
  const soughtText = useDeferredValue(find.trim());
  const decimal = parseDecimal(soughtText, { locale, maxIntegerDigits: 38, maxFractionDigits: 38 });
  const query: ChangesQuery = {
    kinds,
    column,
    range,
    movement,
    sort,
    find: soughtText === '' ? null : { text: soughtText, decimal: decimal.ok ? decimal.value : null },
  };
  const opening = useOpenedRows(`changes ${completed.id} ${JSON.stringify(query)}`, query, (signal) =>
    openChanges(engine, comparison, query, signal, rowFields),
  );
  const rowCount = opening.data?.opened.rowCount ?? null;
  const gridSort = sort === null ? null : gridSortOf(sort, columns);

  return (
    <>
      <ChosenNote chosen={{ column, range, movement }} columns={columns} onChoose={onShow} />
      <Group gap="8px 16px">
        <KindButtons comparison={comparison} kinds={kinds} onChange={(next) => onShow({ kinds: next })} />
        <TextInput
          size="xs"
          flex="0 1 220px"
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_FIND_LENGTH}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <RowCount rowCount={rowCount} />
        <ChangesExport
          comparison={comparison}
          engine={engine}
          sides={sides}
          writtenColumns={writtenColumns}
          refinement={refinement}
          columns={columns}
          query={query}
          rowCount={isOutdated ? 0 : (rowCount ?? 0)}
        />
      </Group>
      <ShownRows
        {...opening}
        of="changes"
        none={
          hasNoDifferences(comparison) && !kinds.includes('unchanged') ? (
            <NoDifferences comparison={comparison} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('noRows')}
            </Text>
          )
        }
      >
        {({ rowsId, opened, query: of }) => (
          <ChangesGrid
            opened={opened}
            rowsId={rowsId}
            columns={columns}
            sides={sides}
            find={of.find ?? null}
            // Shows the sort of the rows on screen. They stay until the rows in another order are loaded.
            sort={of.sort === null ? null : gridSortOf(of.sort, columns)}
            onSort={(columnId) => {
              const next = nextSort(gridSort, columnId);
              onShow({ sort: next === null ? null : sortOf(next) });
            }}
          />
        )}
      </ShownRows>
      <ChangesSummary
        completed={completed}
        engine={engine}
        sides={sides}
        columns={columns}
        shown={shown}
        onShow={onShow}
      />
    </>
  );
}

/** How long typing must pause before the text goes into the address. */
const AFTER_TYPING_MS = 400;

/** A search text that is written to the address with a delay. If the address gets another text, from a link or Back, that text wins. */
function useFindText(
  ofAddress: string,
  onSettled: (text: string) => void,
): readonly [text: string, onType: (text: string) => void] {
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string } | null>(null);
  // A trailing space is ignored in the comparison: it is not part of the search text, but the user may go on to type another word.
  const isTyped = typed !== null && (typed.of === ofAddress || typed.text.trim() === ofAddress);
  const text = isTyped ? typed.text : ofAddress;
  const settle = useEffectEvent(() => {
    if (text.trim() !== ofAddress) onSettled(text.trim());
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(settle, AFTER_TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [text, (next) => setTyped({ of: ofAddress, text: next })];
}

/** The next sort after a press on a header: a Δ column starts with the largest rise, other columns ascending; then reversed; then none. */
function nextSort(before: GridSort | null, columnId: string): GridSort | null {
  const isField = fieldOfKey(columnId) !== null || columnId === KIND_COLUMN;
  const first = isField ? 'ascending' : 'descending';
  if (before?.columnId !== columnId) return { columnId, direction: first };
  if (before.direction !== first) return null;
  return { columnId, direction: isField ? 'descending' : 'ascending' };
}

function sortOf({ columnId, direction }: GridSort): ChangesSort {
  const isDescending = direction === 'descending';
  if (fieldOfKey(columnId) !== null) return { by: 'key', isDescending };
  if (columnId === KIND_COLUMN) return { by: 'kind', isDescending };
  return { by: columnId === DELTA_COLUMN ? 'delta' : 'percent', isDescending };
}

/** Returns the sort that a column header shows. If the rows are sorted by several key columns, the header of the first one shows it. */
function gridSortOf({ by, isDescending }: ChangesSort, { definitions }: ChangeColumns): GridSort {
  const firstKey = definitions.find(({ isKey }) => isKey === true)?.id ?? '';
  const columnId = {
    kind: KIND_COLUMN,
    delta: DELTA_COLUMN,
    percent: PERCENT_COLUMN,
    key: firstKey,
  }[by];
  return { columnId, direction: isDescending ? 'descending' : 'ascending' };
}

function useChangeColumns({ spec }: Comparison): ChangeColumns {
  const words = useWords();
  const { rowFields } = useWorkbenchScope();
  return useMemo(() => changeColumns(words, spec, rowFields), [words, spec, rowFields]);
}

interface KindButtonsProps {
  readonly comparison: Comparison;
  readonly kinds: readonly RowKind[];
  readonly onChange: (kinds: readonly RowKind[]) => void;
}

/** Toggle buttons for the kinds of rows, with their counts. The kinds of rows that could not be compared form a separate group. */
function KindButtons({ comparison, kinds, onChange }: KindButtonsProps) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { counts, leftOut } = comparison;
  const leftOutCount = (kind: (typeof LEFT_OUT_KINDS)[number]) =>
    SIDES.reduce((sum, side) => sum + leftOut[side][kind], 0);
  const leftOutKinds = LEFT_OUT_KINDS.filter((kind) => leftOutCount(kind) > 0);
  const toggle = (kind: RowKind) =>
    onChange(ROW_KINDS.filter((each) => kinds.includes(each) !== (each === kind)));
  const button = (kind: RowKind, count: number) => (
    <button
      key={kind}
      type="button"
      aria-pressed={kinds.includes(kind)}
      className={classes['kind']}
      onClick={() => toggle(kind)}
    >
      {t(`toggle.${kind}`)} <span className={classes['count']}>{formatInteger(count)}</span>
    </button>
  );
  return (
    <>
      <Group role="group" aria-label={t('toggle.label')} gap={4}>
        {CHANGE_KINDS.map((kind) => button(kind, counts[kind]))}
      </Group>
      {leftOutKinds.length > 0 && (
        <Group role="group" aria-label={t('toggle.leftOut')} gap={4}>
          {leftOutKinds.map((kind) => button(kind, leftOutCount(kind)))}
        </Group>
      )}
    </>
  );
}

function RowCount({ rowCount }: { readonly rowCount: number | null }) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  return (
    <Text
      role="status"
      aria-label={t('rowCount')}
      size="sm"
      c="dimmed"
      ml="auto"
      className={classes['count'] ?? ''}
    >
      {rowCount === null ? '' : t('rows', { formatted: formatInteger(rowCount), count: rowCount })}
    </Text>
  );
}
