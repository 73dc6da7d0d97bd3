import { Button } from '@mantine/core';
import { IconAlertTriangle, IconKey, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useAnnounce } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import { comparisonToSearch, type ComparisonChoice } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../use-workbench';
import { CoverageBar } from '../reading/coverage-bar';
import { NoRowsRead } from '../reading/no-rows-read';
import { coverageOf } from '../reading/reading-state';
import { SizeChoice } from '../reading/size-choice';
import { useReading, type Reading } from '../reading/use-reading';
import { ChangesResults } from './changes-results';
import classes from './changes.module.css';
import {
  metadataKeys,
  proposedPrice,
  type ComparableColumns,
  type SideName,
  type SnapshotSides,
} from './compared-side';
import type { ComparedSide } from './comparison';
import type { ComparisonRequest, ComparisonState } from './comparison-store';
import { SideNotes } from './side-notes';
import { useComparison } from './use-comparison';

export interface ComparedSidesProps {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly choice: ComparisonChoice;
  /** The side on screen, and its reading; the other one is read here. */
  readonly shown: OpenSnapshot;
  readonly other: OpenSnapshot;
  readonly reading: Reading;
  readonly isShown: boolean;
  readonly onNarrow: () => void;
}

/** Reads both sides, compares them, and shows what differs. */
export function ComparedSides(props: ComparedSidesProps) {
  const { sides, columns, choice, shown, other, reading, isShown, onNarrow } = props;
  const t = useTranslations('changes');
  const { priceColumn } = useWorkbenchScope();
  // One side after the other: together they would ask the service for twice as much at once.
  const otherReading = useReading(other, isShown && isWhole(reading), reading);
  const readings: Readonly<Record<SideName, Reading>> =
    sides.earlier.opened === shown
      ? { earlier: reading, later: otherReading }
      : { earlier: otherReading, later: reading };
  const price = choice.price === undefined ? proposedPrice(columns.common, priceColumn) : choice.price;
  const keys = choice.keys ?? metadataKeys(columns.common, priceColumn);
  const missing = [...(keys ?? []), ...(price === null ? [] : [price])].filter(
    (name) => !columns.common.includes(name),
  );
  const areWhole = isWhole(reading) && isWhole(otherReading);
  const tables = [reading.rowsRead, otherReading.rowsRead].map((rows) => rows?.revision).join(' ');

  function getRequest(): ComparisonRequest | null {
    const earlier = comparedSide(readings.earlier);
    const later = comparedSide(readings.later);
    if (earlier === null || later === null) return null;
    return {
      engine: reading.store.engine,
      sides: { earlier, later },
      keys,
      price,
      comparedWith: (chosen) => columns.common.filter((name) => name !== price && !chosen.includes(name)),
    };
  }
  const { state, retry } = useComparison(
    areWhole && missing.length === 0
      ? JSON.stringify([tables, comparisonToSearch({ ...choice, keys, price })])
      : null,
    getRequest,
  );
  useAnnounceState(state);

  return (
    <>
      <SideNotes sides={sides} columns={columns} />
      {missing.length > 0 ? (
        <StatePanel icon={<IconAlertTriangle size={22} />} title={t('missing.title')} tone="warning">
          <p role="alert">{t('missing.text', { columns: missing.join(', '), count: missing.length })}</p>
        </StatePanel>
      ) : (
        <>
          {(['earlier', 'later'] as const).map((name) => (
            <SideReading key={name} name={t(`side.${name}`)} reading={readings[name]} onNarrow={onNarrow} />
          ))}
          {areWhole && <ComparisonStatus state={state} onRetry={retry} />}
          {areWhole && state.status === 'done' && <ChangesResults key={state.made.id} made={state.made} />}
        </>
      )}
    </>
  );
}

function isWhole({ state }: Reading): boolean {
  return state.table !== null && coverageOf(state).kind === 'all';
}

function comparedSide({ rowsRead }: Reading): ComparedSide | null {
  if (rowsRead === null || rowsRead.coverage.kind !== 'all') return null;
  const { table, coverage } = rowsRead;
  return { table, coverage, rowCount: coverage.rowCount };
}

interface SideReadingProps {
  readonly name: string;
  readonly reading: Reading;
  readonly onNarrow: () => void;
}

/** How far a side has been read, and why not further. Says nothing once all of it is there. */
function SideReading({ name, reading, onNarrow }: SideReadingProps) {
  const t = useTranslations('changes');
  const tAnalysis = useTranslations('analysis');
  const { state, store, rowsRead } = reading;
  if (isWhole(reading)) return null;
  if (state.status === 'choosing') {
    return <SizeChoice reading={reading} hasSample={false} onNarrow={onNarrow} />;
  }
  // The other side comes first.
  if (state.status === 'idle') return null;
  const isSample = state.kind === 'sample';
  return (
    <>
      <CoverageBar reading={reading} name={name} />
      {isSample && (
        <p className={classes['note']}>
          {t('needsAllRows')}{' '}
          <Button size="compact-sm" variant="default" onClick={store.choose}>
            {tAnalysis('choice.readAll')}
          </Button>
        </p>
      )}
      {rowsRead === null && state.status !== 'reading' && <NoRowsRead reading={reading} />}
    </>
  );
}

interface ComparisonStatusProps {
  readonly state: ComparisonState;
  readonly onRetry: () => void;
}

function ComparisonStatus({ state, onRetry }: ComparisonStatusProps) {
  const t = useTranslations('changes');
  const tCommon = useTranslations('common');
  switch (state.status) {
    case 'idle':
    case 'done':
      return null;
    case 'working':
      return <p className={classes['note']}>{t('working')}</p>;
    case 'no-keys':
      return (
        <StatePanel icon={<IconKey size={22} />} title={t('noKeys.title')}>
          <p role="alert">{t('noKeys.text')}</p>
        </StatePanel>
      );
    case 'failed':
      return (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('failed.title')}
          tone="failure"
          actions={
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              {tCommon('tryAgain')}
            </Button>
          }
        >
          <p role="alert">
            {t(state.failure.kind === 'out-of-memory' ? 'failed.outOfMemory' : 'failed.text')}
          </p>
        </StatePanel>
      );
  }
}

/** Announces the counts once they are there. */
function useAnnounceState(state: ComparisonState): void {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const made = state.status === 'done' ? state.made : null;
  const report = useEffectEvent(() => {
    if (made === null) return;
    const { added, removed, changed, unchanged } = made.comparison.counts;
    announce(
      t('announced', {
        added: formatInteger(added),
        removed: formatInteger(removed),
        changed: formatInteger(changed),
        unchanged: formatInteger(unchanged),
      }),
    );
  });
  useEffect(() => report(), [made]);
}
