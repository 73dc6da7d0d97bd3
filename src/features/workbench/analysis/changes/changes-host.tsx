import { IconGitCompare, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useServiceClient } from '@/session/session-context';
import { StatePanel } from '@/shared/ui/state-panel';
import { snapshotQuery } from '../../api/snapshot.queries';
import { comparisonFromSearch, type ComparableSnapshot } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchActions, useWorkbenchScope } from '../../use-workbench';
import type { Reading } from '../reading/use-reading';
import classes from './changes.module.css';
import {
  comparableColumns,
  metadataKeys,
  numberColumns,
  orderedSides,
  proposedPrice,
  type SnapshotSide,
} from './compared-side';
import { ComparedSides } from './compared-sides';
import { ComparisonForm } from './comparison-form';
import { SideFailure } from './side-failure';

export interface ChangesHostProps {
  /** The snapshot on screen, and its reading. */
  readonly shown: OpenSnapshot;
  readonly reading: Reading;
  /** The snapshots of the price column that this browser knows, the latest first. */
  readonly comparable: readonly ComparableSnapshot[];
  /** Whether the view is on screen; its comparison stays while another one is. */
  readonly isShown: boolean;
  readonly onNarrow: () => void;
}

/** The view **Changes**: what the address compares the snapshot with, and what differs. */
export function ChangesHost({ shown, reading, comparable, isShown, onNarrow }: ChangesHostProps) {
  const t = useTranslations('changes');
  const { address, priceColumn, isLocked } = useWorkbenchScope();
  const { compare } = useWorkbenchActions();
  const client = useServiceClient();
  const { v, fields, filter, sort, with: side, keys, price } = address;
  const read = useMemo(() => comparisonFromSearch({ with: side, keys, price }), [side, keys, price]);
  const choice = read?.ok === true ? read.choice : null;
  const { cacheKey } = shown.snapshot;
  const otherKey = choice?.with.kind === 'snapshot' ? choice.with.cacheKey : null;
  const isSame = otherKey === cacheKey;
  const opening = useQuery(snapshotQuery(client, priceColumn, isSame ? null : otherKey, null));
  // The data can be that of the side before.
  const other = opening.data?.snapshot.cacheKey === otherKey && !isSame ? (opening.data ?? null) : null;
  const others = useMemo(
    () => comparable.filter((snapshot) => snapshot.cacheKey !== cacheKey),
    [comparable, cacheKey],
  );
  const sides = useMemo(() => {
    if (other === null) return null;
    const query = { v, fields, filter, sort };
    const known = others.find((snapshot) => snapshot.cacheKey === other.snapshot.cacheKey);
    return orderedSides(
      sideOf(
        shown,
        Object.fromEntries(
          Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ),
      ),
      sideOf(other, known?.search ?? {}),
    );
  }, [shown, other, others, v, fields, filter, sort]);
  const columns = useMemo(
    () =>
      comparableColumns(
        {
          earlier: sides?.earlier.opened.columns ?? shown.columns,
          later: sides?.later.opened.columns ?? shown.columns,
        },
        priceColumn,
        isLocked,
      ),
    [sides, shown, priceColumn, isLocked],
  );

  return (
    <div className={classes['changes']} hidden={!isShown}>
      <ComparisonForm
        comparable={others}
        choice={choice}
        columns={columns.common}
        numberColumns={numberColumns(columns.common, priceColumn)}
        usualKeys={metadataKeys(columns.common, priceColumn)}
        usualPrice={proposedPrice(columns.common, priceColumn)}
        onCompare={compare}
      />
      {content()}
    </div>
  );

  function content() {
    if (read?.ok === false) {
      return (
        <StatePanel icon={<IconLinkOff size={22} />} title={t('problem.title')} tone="warning">
          <p role="alert">{t(`problem.${read.problem.kind}`, { text: read.problem.text.slice(0, 80) })}</p>
        </StatePanel>
      );
    }
    if (choice === null) {
      return (
        <StatePanel icon={<IconGitCompare size={22} />} title={t('start.title')}>
          <p>{t(others.length === 0 ? 'start.noOther' : 'start.text')}</p>
        </StatePanel>
      );
    }
    if (isSame) {
      return (
        <StatePanel icon={<IconGitCompare size={22} />} title={t('same.title')}>
          <p>{t('same.text')}</p>
        </StatePanel>
      );
    }
    if (choice.with.kind !== 'snapshot') {
      return (
        <StatePanel icon={<IconLinkOff size={22} />} title={t('gone.title')} tone="warning">
          <p role="alert">{t(`gone.${choice.with.kind}`)}</p>
        </StatePanel>
      );
    }
    if (sides !== null && other !== null) {
      return (
        <ComparedSides
          key={`${cacheKey} ${other.snapshot.cacheKey}`}
          sides={sides}
          columns={columns}
          choice={choice}
          shown={shown}
          other={other}
          reading={reading}
          isShown={isShown}
          onNarrow={onNarrow}
        />
      );
    }
    if (opening.error !== null) {
      return <SideFailure error={opening.error} onRetry={() => void opening.refetch()} />;
    }
    return <p className={classes['note']}>{t('opening')}</p>;
  }
}

function sideOf(opened: OpenSnapshot, search: Readonly<Record<string, string>>): SnapshotSide {
  return { opened, search: { ...search, cacheKey: opened.snapshot.cacheKey }, hasQuery: 'v' in search };
}
