import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CoverageBar } from '../reading/coverage-bar';
import { NoRowsRead } from '../reading/no-rows-read';
import { coverageOf } from '../reading/reading-state';
import { SizeChoice } from '../reading/size-choice';
import type { Reading } from '../reading/use-reading';
import type { ComparedSide } from '../matching/matched-sides';
import { ExpiredSide, InconsistentSide, type SideWaysOut } from './side-failure';

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
  /** The actions if the rows cannot be read; null for the rows on screen, which have their own message. */
  readonly waysOut: SideWaysOut | null;
}

/** How far a side has been read, and why not further. Says nothing once all of it is there. */
export function SideReading({ name, reading, waysOut }: SideReadingProps) {
  const t = useTranslations('changes');
  const tAnalysis = useTranslations('analysis');
  const { state, store, rowsRead } = reading;
  if (isWhole(reading)) return null;
  if (state.status === 'choosing') {
    return <SizeChoice reading={reading} hasSample={false} />;
  }
  // The other side comes first.
  if (state.status === 'idle') return null;
  const { failure } = state;
  if (waysOut !== null && failure?.kind === 'service' && failure.failure.kind === 'expired-snapshot') {
    return <ExpiredSide waysOut={waysOut} />;
  }
  if (waysOut !== null && failure?.kind === 'mismatch') {
    return <InconsistentSide onRetry={() => store.start('all')} waysOut={waysOut} />;
  }
  const isSample = state.kind === 'sample';
  return (
    <>
      <CoverageBar reading={reading} name={name} />
      {isSample && (
        <Text size="sm" c="dimmed">
          {t('needsAllRows')}{' '}
          <Button size="compact-sm" variant="default" onClick={store.choose}>
            {tAnalysis('choice.readAll')}
          </Button>
        </Text>
      )}
      {rowsRead === null && state.status !== 'reading' && <NoRowsRead reading={reading} />}
    </>
  );
}
