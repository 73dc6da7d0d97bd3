import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CoverageBar } from '../reading/coverage-bar';
import { NoRowsRead } from '../reading/no-rows-read';
import { coverageOf } from '../reading/reading-state';
import { SizeChoice } from '../reading/size-choice';
import type { Reading } from '../reading/use-reading';
import classes from '../../views/changes/changes.module.css';
import type { ComparedSide } from '../../views/changes/comparison';
import { ExpiredSide, InconsistentSide } from './side-failure';

/** Whether all rows of a reading are there. */
export function isWhole({ state }: Reading): boolean {
  return state.table !== null && coverageOf(state).kind === 'all';
}

/** The rows of a reading as a side of a comparison; null until all of them are there. */
export function comparedSide({ rowsRead }: Reading): ComparedSide | null {
  if (rowsRead === null || rowsRead.coverage.kind !== 'all') return null;
  const { table, coverage } = rowsRead;
  return { table, coverage, rowCount: coverage.rowCount };
}

interface SideReadingProps {
  readonly name: string;
  readonly reading: Reading;
  /** Of the side that is not on screen nothing is said elsewhere. */
  readonly isOther?: boolean;
  readonly onNarrow: () => void;
}

/** How far a side has been read, and why not further. Says nothing once all of it is there. */
export function SideReading({ name, reading, isOther = false, onNarrow }: SideReadingProps) {
  const t = useTranslations('changes');
  const tAnalysis = useTranslations('analysis');
  const { state, store, rowsRead } = reading;
  if (isWhole(reading)) return null;
  if (state.status === 'choosing') {
    return <SizeChoice reading={reading} hasSample={false} onNarrow={onNarrow} />;
  }
  // The other side comes first.
  if (state.status === 'idle') return null;
  const { failure } = state;
  if (isOther && failure?.kind === 'service' && failure.failure.kind === 'expired-snapshot') {
    return <ExpiredSide />;
  }
  if (isOther && failure?.kind === 'mismatch') {
    return <InconsistentSide onRetry={() => store.start('all')} />;
  }
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
