import { Button, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconDatabaseOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/shared/formats/format-settings-context';
import { ReadingTable } from '@/shared/ui/reading-table';
import { Screen, ScreenHeader } from '@/shared/ui/screen';
import { StatePanel } from '@/shared/ui/state-panel';
import { useNow } from '@/shared/ui/use-now';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { knownSnapshotsQuery } from '../api/known-snapshots.queries';
import type { KnownSnapshot } from '../model/known-snapshot';
import { knownSnapshots } from '../storage/known-snapshots';
import classes from './snapshots-screen.module.css';

/** The snapshots taken or received in this browser. */
export function SnapshotsScreen() {
  const t = useTranslations('snapshots');
  const tCommon = useTranslations('common');
  const own = useOwnRecords();
  const queryClient = useQueryClient();
  const known = useQuery(knownSnapshotsQuery(own));
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('title'));

  async function forget({ cacheKey }: KnownSnapshot): Promise<void> {
    await knownSnapshots.remove(own, cacheKey);
    await queryClient.invalidateQueries({ queryKey: knownSnapshotsQuery(own).queryKey });
    // The button has gone with its row.
    titleRef.current?.focus();
  }

  return (
    <Screen>
      <ScreenHeader title={t('title')} intro={t('intro')} headingRef={titleRef} />
      {content()}
    </Screen>
  );

  function content() {
    if (known.isPending) return <div className={classes['blank']} aria-busy="true" />;
    if (known.isError) {
      return (
        <StatePanel
          icon={<IconDatabaseOff size={22} />}
          title={t('refusedTitle')}
          actions={<Button onClick={() => void known.refetch()}>{tCommon('tryAgain')}</Button>}
        >
          <p>{t('refusedText')}</p>
        </StatePanel>
      );
    }
    if (known.data.length === 0) {
      return (
        <StatePanel icon={<IconCamera size={22} />} title={t('noneTitle')}>
          <p>{t('noneText')}</p>
        </StatePanel>
      );
    }
    return <SnapshotsTable snapshots={known.data} onForget={forget} />;
  }
}

interface SnapshotsTableProps {
  readonly snapshots: readonly KnownSnapshot[];
  readonly onForget: (snapshot: KnownSnapshot) => Promise<void>;
}

function SnapshotsTable({ snapshots, onForget }: SnapshotsTableProps) {
  const t = useTranslations('snapshots');
  const nowMs = useNow(true);
  return (
    <ReadingTable label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('priceColumn')}</th>
          <th scope="col">{t('query')}</th>
          <th scope="col" data-number>
            {t('rows')}
          </th>
          <th scope="col">{t('taken')}</th>
          <th scope="col">{t('expires')}</th>
          <th scope="col">
            <VisuallyHidden>{t('actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {snapshots.map((snapshot) => (
          <SnapshotRow key={snapshot.cacheKey} snapshot={snapshot} nowMs={nowMs} onForget={onForget} />
        ))}
      </tbody>
    </ReadingTable>
  );
}

function SnapshotRow({
  snapshot,
  nowMs,
  onForget,
}: {
  readonly snapshot: KnownSnapshot;
  readonly nowMs: number;
  readonly onForget: SnapshotsTableProps['onForget'];
}) {
  const t = useTranslations('snapshots');
  const formats = useFormats();
  const { rowCount, expiresAtMs } = snapshot;
  const name = { name: snapshot.displayName, time: formats.formatTime(snapshot.takenAtMs) };
  return (
    <tr className={classes['row']}>
      <th scope="row">{snapshot.displayName}</th>
      <td className={classes['words']}>
        {snapshot.words ?? t(rowCount === null ? 'receivedNotice' : 'unknownQuery')}
      </td>
      <td data-number>{rowCount === null ? <NotKnown /> : formats.formatInteger(rowCount)}</td>
      <td>{formats.formatDateTime(snapshot.takenAtMs)}</td>
      <td>{expiresAtMs === null ? <NotKnown /> : <TimeLeft leftMs={expiresAtMs - nowMs} />}</td>
      <td className={classes['actions']}>
        <Link
          to="/prices/$priceColumn"
          params={{ priceColumn: snapshot.priceColumn }}
          search={snapshot.search}
          className={classes['open']}
          aria-label={t('openNamed', name)}
        >
          {t('open')}
        </Link>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('forgetNamed', name)}
          onClick={() => void onForget(snapshot)}
        >
          {t('forget')}
        </Button>
      </td>
    </tr>
  );
}

function TimeLeft({ leftMs }: { readonly leftMs: number }) {
  const t = useTranslations('snapshots');
  const formats = useFormats();
  if (leftMs <= 0) return <span className={classes['over']}>{t('expired')}</span>;
  return t('expiresIn', { time: formats.formatCountdown(leftMs) });
}

function NotKnown() {
  const t = useTranslations('snapshots');
  return (
    <span title={t('notKnown')}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('notKnown')}</VisuallyHidden>
    </span>
  );
}
