import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { keyOfSide } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { SideFailure } from '../changes/side-failure';
import { comparedSide, SideReading } from '../changes/side-reading';
import { useOtherSnapshot } from '../changes/use-other-snapshot';
import type { AnalysedTable } from '../model/analysed-table';
import { useReading, type Reading } from '../reading/use-reading';
import classes from './checks.module.css';
import type { CheckSource } from './partners';

/** All rows of a source in the engine, or why there are none. */
export type SourceRead =
  | { readonly status: 'read'; readonly table: AnalysedTable }
  | { readonly status: 'failed' };

export interface SourceRowsReadingProps {
  readonly source: CheckSource;
  /** The check that needs them. */
  readonly checkName: string;
  readonly shown: OpenSnapshot;
  readonly reading: Reading;
  /** One after the other: together they would ask the service for twice as much at once. */
  readonly isNeeded: boolean;
  /** Null while they are opened or read. */
  readonly onRead: (read: SourceRead | null) => void;
  readonly onNarrow: () => void;
}

/** Opens and reads the rows that a check holds prices against, and says how far that is. */
export function SourceRowsReading({ source, shown, onRead, ...props }: SourceRowsReadingProps) {
  const t = useTranslations('changes');
  const cacheKey = keyOfSide(source);
  const isSame = cacheKey === shown.snapshot.cacheKey;
  const { other, error, retry } = useOtherSnapshot(isSame ? null : cacheKey);
  const hasFailed = isSame || error !== null;
  const report = useEffectEvent(onRead);
  useEffect(() => {
    if (hasFailed) report({ status: 'failed' });
    return () => report(null);
  }, [hasFailed]);
  if (isSame) return <p className={classes['note']}>{t('same.text')}</p>;
  if (other !== null) return <OpenedSource {...props} other={other} onRead={onRead} />;
  if (error !== null) return <SideFailure error={error} onRetry={retry} />;
  return <p className={classes['note']}>{t('opening')}</p>;
}

interface OpenedSourceProps extends Omit<SourceRowsReadingProps, 'source' | 'shown'> {
  readonly other: OpenSnapshot;
}

function OpenedSource({ other, checkName, reading, isNeeded, onRead, onNarrow }: OpenedSourceProps) {
  const otherReading = useReading(other, isNeeded, reading);
  const table = comparedSide(otherReading)?.table ?? null;
  const report = useEffectEvent(onRead);
  useEffect(() => {
    report(table === null ? null : { status: 'read', table });
    return () => report(null);
  }, [table]);
  return <SideReading name={checkName} reading={otherReading} onNarrow={onNarrow} />;
}
