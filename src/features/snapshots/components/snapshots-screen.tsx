import { Button, Loader } from '@mantine/core';
import { IconCamera, IconDatabaseOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { keptCopiesQuery } from '@/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/kept-copies/kept-copies-mode';
import { copyCacheKey, isReadable, type KeptCopy } from '@/kept-copies/kept-copy';
import { useOwnRecords } from '@/session/use-own-records';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { Screen, ScreenHeader } from '@/shared/ui/screen';
import { StatePanel } from '@/shared/ui/state-panel';
import { usePageTitle } from '@/shared/ui/page-title';
import { useForgetSnapshot, useLabelSnapshot } from '../api/known-snapshots.mutations';
import { knownSnapshotsQuery } from '../api/known-snapshots.queries';
import type { KnownSnapshot } from '../model/known-snapshot';
import {
  listedSnapshots,
  type DescribableSnapshot,
  type DescribedSnapshot,
  type ListedSnapshot,
} from '../model/listed-snapshots';
import classes from './snapshots-table.module.css';
import { CompareScopeContext, type ComparedSide, type CompareSearch } from './compare-menu';
import { SnapshotsTable } from './snapshots-table';

// Loaded on demand: seldom needed.
const LabelsDialog = lazyPart(async () => ({
  Part: (await import('@/shared/ui/labels-dialog')).LabelsDialog,
}));

const KeptCopies = lazyPart(
  async () => ({
    Part: (await import('./kept-copies-section')).KeptCopiesSection,
    english: { keptCopies: (await import('@/shared/i18n/messages/en/kept-copies.json')).default },
  }),
  'inline',
);

export interface SnapshotsScreenProps {
  /** Returns the display name of the price column and the words of the query, in today's language. */
  readonly describe: (snapshot: DescribableSnapshot) => DescribedSnapshot;
  /** Null where nothing can be compared. */
  readonly compareSearch: CompareSearch | null;
}

/** The snapshots taken or received in this browser, and the copies that it keeps. */
export function SnapshotsScreen({ describe, compareSearch }: SnapshotsScreenProps) {
  const t = useTranslations('snapshots');
  const tCommon = useTranslations('common');
  const own = useOwnRecords();
  const known = useQuery(knownSnapshotsQuery(own));
  const copies = useQuery({ ...keptCopiesQuery(own), enabled: useKeptCopiesMode() !== 'never' });
  const areCopiesRead = !copies.isLoading;
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('title'));
  const { mutate: forget } = useForgetSnapshot();
  const labelling = useLabelSnapshot();
  const [labelled, setLabelled] = useState<KnownSnapshot | null>(null);
  const listed = useMemo(() => listedSnapshots(known.data ?? [], describe), [known.data, describe]);
  const actions = useMemo(
    () => ({
      label: setLabelled,
      // The button has gone with its row.
      forget: (cacheKey: string) => forget(cacheKey, { onSuccess: () => titleRef.current?.focus() }),
    }),
    [forget],
  );

  const compareScope = useMemo(() => {
    const kept = (copies.data ?? []).filter(isReadable);
    return {
      compareSearch,
      sides: [
        ...listed.map(snapshotSide),
        ...kept.map((copy) => copySide(copy, t('keptCopy', { name: copy.name }))),
      ],
    };
  }, [compareSearch, listed, copies.data, t]);

  return (
    <Screen>
      <ScreenHeader title={t('title')} intro={t('intro')} headingRef={titleRef} />
      <CompareScopeContext value={compareScope}>
        {content()}
        {copiesContent()}
      </CompareScopeContext>
      {labelled !== null && (
        <LabelsDialog
          title={t('label')}
          labels={labelled}
          isSaving={labelling.isPending}
          hasFailed={labelling.isError}
          onSave={(labels) =>
            labelling.mutate(
              { cacheKey: labelled.cacheKey, ...labels },
              { onSuccess: () => setLabelled(null) },
            )
          }
          onClose={() => {
            labelling.reset();
            setLabelled(null);
          }}
        />
      )}
    </Screen>
  );

  function content() {
    // Nothing is said to be missing before it is known.
    if (known.isPending || (known.data?.length === 0 && !areCopiesRead))
      return <div className={classes['blank']} aria-busy="true" />;
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
        <StatePanel
          icon={<IconCamera size={22} />}
          title={t('noneTitle')}
          actions={
            <Button component={Link} to="/prices">
              {tCommon('backToPrices')}
            </Button>
          }
        >
          <p>{t('noneText')}</p>
        </StatePanel>
      );
    }
    return <SnapshotsTable snapshots={listed} actions={actions} />;
  }

  function copiesContent() {
    if (!areCopiesRead) {
      return (
        <p role="status" className={classes['reading']}>
          <Loader size="xs" aria-hidden="true" /> {t('readingCopies')}
        </p>
      );
    }
    if (copies.isError && !known.isError) {
      return (
        <StatePanel
          icon={<IconDatabaseOff size={22} />}
          tone="failure"
          title={t('copiesRefusedTitle')}
          actions={<Button onClick={() => void copies.refetch()}>{tCommon('tryAgain')}</Button>}
        >
          <p>{t('copiesRefusedText')}</p>
        </StatePanel>
      );
    }
    if (copies.data === undefined || copies.data.length === 0) return null;
    return (
      <KeptCopies copies={copies.data} describe={describe} onEmptied={() => titleRef.current?.focus()} />
    );
  }
}

function snapshotSide({ snapshot, query, needsSeconds }: ListedSnapshot): ComparedSide {
  const { cacheKey, priceColumn, takenAtMs, search } = snapshot;
  const label = snapshot.name ?? query?.own.join(' · ') ?? '';
  return { cacheKey, priceColumn, label, takenAtMs, needsSeconds, search };
}

function copySide({ id, priceColumn, takenAtMs, search }: KeptCopy, label: string): ComparedSide {
  const cacheKey = copyCacheKey(id);
  return {
    cacheKey,
    priceColumn: String(priceColumn['name']),
    label,
    takenAtMs,
    needsSeconds: false,
    search: { ...search, cacheKey },
  };
}
