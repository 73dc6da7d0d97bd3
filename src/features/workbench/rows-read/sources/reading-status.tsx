import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CoverageBar } from '../reading/coverage-bar';
import { NoRowsRead } from '../reading/no-rows-read';
import { SizeChoice } from '../reading/size-choice';
import type { Reading } from '../reading/use-reading';
import { SourceProblemPanel, type SourceWaysOut } from './source-failure';
import { isWhole } from './whole-rows';

export interface ReadingStatusProps {
  readonly name: string;
  readonly reading: Reading;
  /** The actions that are offered if the rows cannot be read; null for the rows on screen, which have a separate message. */
  readonly waysOut: SourceWaysOut | null;
}

/** Shows the progress of reading rows that are needed completely, or why it has stopped. Shows nothing once all rows are read. */
export function ReadingStatus({ name, reading, waysOut }: ReadingStatusProps) {
  const t = useTranslations('sources');
  const tAnalysis = useTranslations('analysis');
  const { state, store, rowsRead } = reading;
  if (isWhole(reading)) return null;
  if (state.status === 'choosing') {
    return <SizeChoice reading={reading} hasSample={false} />;
  }
  // The reading waits, because the rows on screen are read first.
  if (state.status === 'idle') return null;
  const { failure } = state;
  const hasExpired = failure?.kind === 'service' && failure.failure.kind === 'expired-snapshot';
  if (waysOut !== null && (hasExpired || failure?.kind === 'mismatch')) {
    const problem = { kind: hasExpired ? 'expired' : 'inconsistent' } as const;
    return <SourceProblemPanel problem={problem} onRetry={() => store.start('all')} waysOut={waysOut} />;
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
