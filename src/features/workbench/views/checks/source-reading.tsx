import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useServiceClient } from '@/session/session-context';
import { newSnapshotQuery } from '../../snapshot/snapshot.queries';
import { keyOfSide, type CompareWith } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchOf, WorkbenchProvider } from '../../controller/use-workbench';
import { SideFailure, type SideWaysOut } from '../../rows-read/sources/side-failure';
import { comparedSide, SideReading } from '../../rows-read/sources/side-reading';
import { useOtherSnapshot } from '../../rows-read/sources/use-other-snapshot';
import type { AnalysedTable } from '../../rows-read/engine/analysed-table';
import { useReading, type Reading } from '../../rows-read/reading/use-reading';
import classes from './checks.module.css';

/** All rows of a source in the engine, or why there are none. */
export type SourceRead =
  | { readonly status: 'read'; readonly table: AnalysedTable }
  | { readonly status: 'failed' };

interface SourceReadingProps {
  /** The check that needs them. */
  readonly checkName: string;
  readonly shown: OpenSnapshot;
  readonly reading: Reading;
  /** One after the other: together they would ask the service for twice as much at once. */
  readonly isNeeded: boolean;
  /** Null while they are opened or read. */
  readonly onRead: (read: SourceRead | null) => void;
  readonly waysOut: SideWaysOut;
}

export interface SourceRowsReadingProps extends SourceReadingProps {
  readonly source: CompareWith;
}

/** Opens and reads the snapshot or kept copy that a check holds prices against, and says how far that is. */
export function SourceRowsReading({ source, ...props }: SourceRowsReadingProps) {
  const t = useTranslations('changes');
  const { cacheKey: shownKey } = props.shown.snapshot;
  const cacheKey = keyOfSide(source);
  const isSame = cacheKey === shownKey;
  const { other, error, retry } = useOtherSnapshot(isSame ? null : cacheKey);
  useReportFailure(isSame || error !== null, props.onRead);
  if (isSame) return <p className={classes['note']}>{t('same.text')}</p>;
  return <SourceState {...props} other={other} error={error} retry={retry} />;
}

export interface PriceColumnReadingProps extends SourceReadingProps {
  readonly there: PriceColumn;
  /** The columns of it that are needed. */
  readonly fields: readonly string[];
}

/** Takes and reads the rows of another price column as they are now. */
export function PriceColumnReading({ there, ...props }: PriceColumnReadingProps) {
  return (
    <WorkbenchProvider value={useWorkbenchOf(there)}>
      <TakenRows {...props} there={there} />
    </WorkbenchProvider>
  );
}

function TakenRows({ there, fields, ...props }: PriceColumnReadingProps) {
  const { shown, isNeeded, onRead } = props;
  const client = useServiceClient();
  const query = useMemo(
    () => newSnapshotQuery(client, there, fields, shown.snapshot.cacheKey),
    [client, there, fields, shown],
  );
  const { data = null, error, refetch } = useQuery({ ...query, enabled: isNeeded });
  useReportFailure(error !== null, onRead);
  return <SourceState {...props} other={data} error={error} retry={() => void refetch()} />;
}

function useReportFailure(hasFailed: boolean, onRead: SourceReadingProps['onRead']): void {
  const report = useEffectEvent(onRead);
  useEffect(() => {
    if (hasFailed) report({ status: 'failed' });
    return () => report(null);
  }, [hasFailed]);
}

interface SourceStateProps extends SourceReadingProps {
  readonly other: OpenSnapshot | null;
  readonly error: unknown;
  readonly retry: () => void;
}

function SourceState({ other, error, retry, ...props }: SourceStateProps) {
  const t = useTranslations('changes');
  if (other !== null) return <OpenedSource {...props} other={other} />;
  if (error !== null) return <SideFailure error={error} onRetry={retry} waysOut={props.waysOut} />;
  return <p className={classes['note']}>{t('opening')}</p>;
}

interface OpenedSourceProps extends SourceReadingProps {
  readonly other: OpenSnapshot;
}

function OpenedSource({ other, checkName, reading, isNeeded, onRead, ...props }: OpenedSourceProps) {
  const { waysOut } = props;
  const otherReading = useReading(other, isNeeded, reading);
  const table = comparedSide(otherReading)?.table ?? null;
  const report = useEffectEvent(onRead);
  useEffect(() => {
    report(table === null ? null : { status: 'read', table });
    return () => report(null);
  }, [table]);
  return <SideReading name={checkName} reading={otherReading} waysOut={waysOut} />;
}
