import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { StatePanel } from '@/ui/components/state-panel';
import type { PriceField } from '@/contract/column';
import { useServiceClient } from '@/session/session-context';
import { comparisonToSearch, type ComparisonChoice } from '../../model/compare-with';
import { refinementProblem, type Refinement } from '@/analysis/conditions/refinement';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { Reading } from '../../rows-read/reading/use-reading';
import { refinementText } from '@/analysis/conditions/refinement-text';
import { ChangesResults } from './changes-results';
import classes from './changes.module.css';
import {
  comparisonOfSides,
  metadataKeys,
  proposedPrice,
  type ComparableColumns,
  type SnapshotSides,
} from '@/analysis/comparison/compared-side';
import type { ComparisonRequest, CompletedComparison } from '@/analysis/comparison/complete-comparison';
import { useComparison, type ComparisonState } from '../../rows-read/comparison/use-comparison';
import { outcomeWithoutDifferences } from './comparison-notes';
import { SideNotes } from './side-notes';
import { CalculationFailure } from '../../rows-read/reading/calculation-failure';
import { ReadingStatus } from '../../rows-read/sources/reading-status';
import { isWhole, wholeSide } from '../../rows-read/sources/whole-rows';
import type { SourceState } from '../../rows-read/sources/use-source';
import { sideFilters } from '../../rows-read/comparison/side-filters';

export interface ComparedSidesProps {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly choice: ComparisonChoice;
  /** The snapshot on screen, which is one side of the comparison, and the state of reading its rows. */
  readonly openSnapshot: OpenSnapshot;
  readonly reading: Reading;
  readonly other: SourceState;
  readonly refinement: Refinement | null;
  /** Shows the progress of reading the rows of the other side. */
  readonly children: ReactNode;
}

/** Compares both sides once all rows of both are read, and shows the differences. */
export function ComparedSides(props: ComparedSidesProps) {
  const { sides, columns, choice, openSnapshot, other, reading, refinement, children } = props;
  const t = useTranslations('changes');
  const { priceColumn, rowFields, isLocked, ranOn } = useWorkbenchScope();
  const words = useWords();
  const isShownEarlier = sides.earlier.opened === openSnapshot;
  const { dialect } = useServiceClient();
  const filters = useMemo(
    () => sideFilters(sides, priceColumn, isLocked, dialect),
    [sides, priceColumn, isLocked, dialect],
  );
  // Conditions matter only if the filters of the sides differ. If the filters are equal or unknown, all rows are compared.
  const conditions = filters.kind === 'other' ? filters.conditions : null;
  const price = choice.price === undefined ? proposedPrice(columns.common, rowFields) : choice.price;
  const keys = choice.keys ?? metadataKeys(columns.common, priceColumn);
  const missing = [...(keys ?? []), ...(price === null ? [] : [price])].filter(
    (name) => !columns.common.includes(name),
  );
  const lacking = useMemo(
    () => (refinement === null ? null : lackingColumn(refinement, columns, rowFields)),
    [refinement, columns, rowFields],
  );
  const otherRevision = other.status === 'read' ? other.revision : null;
  const areWhole = isWhole(reading) && otherRevision !== null;
  const tables = `${reading.rowsRead?.revision} ${otherRevision}`;
  const setUp =
    areWhole && missing.length === 0 && lacking === null
      ? `${tables} ${JSON.stringify([
          conditions,
          comparisonToSearch({ ...choice, keys, price }),
          refinement === null ? null : [refinement, ranOn],
        ])}`
      : null;

  function getRequest(): ComparisonRequest | null {
    const rows = wholeSide(reading);
    if (setUp === null || rows === null || other.status !== 'read') return null;
    const [earlier, later] = isShownEarlier ? [rows, other.rows] : [other.rows, rows];
    return {
      engine: reading.store.engine,
      setUp,
      refined: refinement === null ? null : { refinement, today: ranOn },
      ...comparisonOfSides({
        rows: { earlier, later },
        filters,
        common: columns.common,
        priceColumn,
        keys,
        price,
      }),
    };
  }
  const { state, retry } = useComparison(getRequest(), tables);
  useAnnounceState(state);
  const isRenewing = areWhole && state.status === 'working' && state.before !== null;
  const completed = areWhole ? completedOf(state) : null;

  return (
    <>
      <SideNotes
        sides={sides}
        columns={columns}
        filters={filters}
        isLaterShown={!isShownEarlier}
        completed={completed}
        isRenewing={isRenewing}
      />
      {missing.length > 0 || lacking !== null ? (
        <StatePanel icon={<IconAlertTriangle size={22} />} title={t('missing.title')} tone="warning">
          <p role="alert">
            {lacking === null
              ? t('missing.text', { columns: missing.join(', '), count: missing.length })
              : t('missing.refinement', { column: lacking })}
          </p>
        </StatePanel>
      ) : (
        <>
          <ReadingStatus
            name={t(`side.${isShownEarlier ? 'earlier' : 'later'}`)}
            reading={reading}
            waysOut={null}
          />
          {children}
          {areWhole && !isRenewing && <ComparisonStatus state={state} onRetry={retry} />}
          {completed !== null && (
            <Stack
              gap={8}
              className={classes['answer'] ?? ''}
              data-foreign={isRenewing || undefined}
              aria-busy={isRenewing}
            >
              <ChangesResults
                key={completed.id}
                completed={completed}
                isOutdated={isRenewing}
                engine={reading.store.engine}
                sides={sides}
                writtenColumns={columns.written}
                refinement={refinement === null ? null : refinementText(words, rowFields, refinement)}
              />
            </Stack>
          )}
        </>
      )}
    </>
  );
}

/** Returns a column that the refinement uses and one of the sides lacks; null if both sides have all its columns. */
function lackingColumn(
  refinement: Refinement,
  { common, written }: ComparableColumns,
  fields: readonly PriceField[],
): string | null {
  const computed = new Set(refinement.computedColumns.map(({ name }) => name));
  const both = new Set([...common, ...written].filter((name) => !computed.has(name)));
  const problem = refinementProblem(
    refinement,
    fields.filter(({ name }) => both.has(name)),
  );
  if (problem === null) return null;
  return problem.kind === 'formula' ? problem.problem.text : problem.text;
}

/** Returns the comparison to show. While another one is computed, this is the previous one. */
function completedOf(state: ComparisonState): CompletedComparison | null {
  if (state.status === 'done') return state.completed;
  return state.status === 'working' ? state.before : null;
}

interface ComparisonStatusProps {
  readonly state: ComparisonState;
  readonly onRetry: () => void;
}

function ComparisonStatus({ state, onRetry }: ComparisonStatusProps) {
  const t = useTranslations('changes');
  switch (state.status) {
    case 'idle':
    case 'done':
      return null;
    case 'working':
      return (
        <Text size="sm" c="dimmed">
          {t(`working.${state.step}`)}
        </Text>
      );
    case 'no-keys':
      return (
        <StatePanel icon={<IconKey size={22} />} title={t('noKeys.title')}>
          <p role="alert">{t('noKeys.text')}</p>
        </StatePanel>
      );
    case 'failed':
      return <CalculationFailure of="changes" failure={state.failure} onRetry={onRetry} />;
  }
}

/** Announces the counts of a comparison when it is computed. */
function useAnnounceState(state: ComparisonState): void {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const completed = state.status === 'done' ? state.completed : null;
  const report = useEffectEvent(() => {
    if (completed === null) return;
    const { comparison } = completed;
    const outcome = outcomeWithoutDifferences(comparison);
    if (outcome !== null) return announce(t(outcome));
    const { added, removed, changed, unchanged } = comparison.counts;
    announce(
      t('announced', {
        added: formatInteger(added),
        removed: formatInteger(removed),
        changed: formatInteger(changed),
        unchanged: formatInteger(unchanged),
      }),
    );
  });
  useEffect(() => report(), [completed]);
}
