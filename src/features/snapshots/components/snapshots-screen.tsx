import { Box, Button, Loader, Title } from '@mantine/core';
import { IconCamera, IconDatabaseOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHasSnapshots } from '@/session/session-context';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import { copyCacheKey, isReadable, type KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useOwnRecords } from '@/session/use-own-records';
import { lazyPart } from '@/ui/components/lazy-part';
import { Screen, ScreenHeader } from '@/ui/components/screen';
import { StatePanel } from '@/ui/components/state-panel';
import { usePageTitle } from '@/ui/components/page-title';
import { useForgetSnapshot, useLabelSnapshot } from '../api/known-snapshots.mutations';
import { knownSnapshotsQuery } from '../api/known-snapshots.queries';
import type { KnownSnapshot } from '../model/known-snapshot';
import {
  listedSnapshots,
  SEPARATOR,
  wordsOf,
  type DescribableSnapshot,
  type DescribedSnapshot,
  type ListedSnapshot,
} from '../model/listed-snapshots';
import { useOriginText } from '../use-origin-text';
import classes from './snapshots-table.module.css';
import { CompareScopeContext, type ComparedSide, type CompareSearch } from './compare-menu';
import { SnapshotsTable } from './snapshots-table';

const LabelsDialog = lazyPart(async () => ({
  Part: (await import('@/ui/components/labels-dialog')).LabelsDialog,
}));

const KeptCopies = lazyPart(
  async () => ({
    Part: (await import('./kept-copies-section')).KeptCopiesSection,
  }),
  'inline',
);

export interface SnapshotsScreenProps {
  /** Returns the price column's display name and a description of the query, in the current language. */
  readonly describe: (snapshot: DescribableSnapshot) => DescribedSnapshot;
  /** Returns the search parameters of a comparison; null if nothing can be compared. */
  readonly compareSearch: CompareSearch | null;
}

/** The screen that lists the snapshots taken or received in this browser, and the copies kept in it. */
export function SnapshotsScreen({ describe, compareSearch }: SnapshotsScreenProps) {
  const t = useTranslations('snapshots');
  const tCommon = useTranslations('common');
  const own = useOwnRecords();
  const known = useQuery(knownSnapshotsQuery(own));
  const mayKeep = useKeptCopiesMode() !== 'never';
  const copies = useQuery({ ...keptCopiesQuery(own), enabled: mayKeep });
  useEffect(() => {
    if (mayKeep) void KeptCopies.preload();
  }, [mayKeep]);
  const areCopiesRead = !copies.isLoading;
  const hasSnapshots = useHasSnapshots();
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('title'));
  const { mutate: forget } = useForgetSnapshot();
  const labelling = useLabelSnapshot();
  const [labelled, setLabelled] = useState<KnownSnapshot | null>(null);
  const listed = useMemo(() => listedSnapshots(known.data ?? [], describe), [known.data, describe]);
  const actions = useMemo(
    () => ({
      label: setLabelled,
      // The button with the focus was removed together with its row, so the title receives the focus.
      forget: (cacheKey: string) => forget(cacheKey, { onSuccess: () => titleRef.current?.focus() }),
    }),
    [forget],
  );

  const originText = useOriginText();
  const hasCopies = copies.data !== undefined && copies.data.length > 0;
  const compareScope = useMemo(() => {
    const kept = (copies.data ?? []).filter(isReadable);
    const labelOf = (parts: readonly (string | null | undefined)[]) =>
      parts.filter((part) => part != null && part !== '').join(SEPARATOR);
    return {
      compareSearch,
      // The copies come first, as on the screen, because they do not expire.
      sides: [
        ...kept.map((copy) => {
          const { priceColumn, displayName, search, words } = copy;
          const { parts } = describe({
            priceColumn: String(priceColumn['name']),
            displayName,
            search,
            words,
          });
          return copySide(copy, labelOf([t('keptCopy', { name: copy.name }), ...(parts ?? [])]));
        }),
        ...listed.map((each) => {
          const { snapshot, query } = each;
          const words = query === null ? null : wordsOf(query);
          return snapshotSide(each, labelOf([snapshot.name, words, originText(snapshot, query !== null)]));
        }),
      ],
    };
  }, [compareSearch, listed, copies.data, describe, originText, t]);

  return (
    <Screen>
      <ScreenHeader
        title={t('title')}
        intro={t(hasSnapshots ? 'intro' : 'introCopies')}
        headingRef={titleRef}
      />
      <CompareScopeContext value={compareScope}>
        {copiesContent()}
        {hasCopies && (
          <Title order={2} size="lg" mt={32} mb={8}>
            {t('ofService')}
          </Title>
        )}
        {content()}
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
    // The lists are shown only after both were read: otherwise one might seem empty, or rows might move.
    if (known.isPending || !areCopiesRead) return <Box h={200} aria-busy="true" />;
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
          title={t(hasSnapshots ? 'noneTitle' : 'noServiceTitle')}
          actions={
            <Button component={Link} to="/prices">
              {tCommon('backToPrices')}
            </Button>
          }
        >
          <p>{t(hasSnapshots ? 'noneText' : 'noServiceText')}</p>
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

function snapshotSide({ snapshot, needsSeconds }: ListedSnapshot, label: string): ComparedSide {
  const { cacheKey, priceColumn, rowCount, takenAtMs, search } = snapshot;
  return { cacheKey, priceColumn, label, rowCount, takenAtMs, needsSeconds, search };
}

function copySide({ id, priceColumn, rowCount, takenAtMs, search }: KeptCopy, label: string): ComparedSide {
  const cacheKey = copyCacheKey(id);
  return {
    cacheKey,
    priceColumn: String(priceColumn['name']),
    label,
    rowCount,
    takenAtMs,
    needsSeconds: false,
    search: { ...search, cacheKey },
  };
}
