import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { copyContent } from '@/rows/kept-copies/keep-copy';
import { useDeleteCopy, useLabelCopy } from '@/rows/kept-copies/kept-copies.mutations';
import { storageRoomQuery } from '@/rows/kept-copies/kept-copies.queries';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useSession } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { withBasePath } from '@/ui/config/base-path';
import { useByteText } from '@/ui/formats/use-byte-text';
import { useFormats } from '@/ui/formats/format-settings-context';
import { downloadFiles, hasSavePicker, saveFilesAs } from '@/lib/sealed-files/save-files';
import { useAnnounce } from '@/ui/components/announcer';
import { allParts } from '@/ui/page-version/all-parts';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import { LabelsDialog } from '@/ui/components/labels-dialog';
import { KeptCopiesTable } from './kept-copies-table';
import classes from './kept-copies-section.module.css';
import type { DescribableSnapshot, DescribedSnapshot } from '../model/listed-snapshots';

export interface KeptCopiesSectionProps {
  /** The kept copies, at least one. */
  readonly copies: readonly KeptCopy[];
  readonly describe: (snapshot: DescribableSnapshot) => DescribedSnapshot;
  /** Called when the last copy was deleted, which removes this section. */
  readonly onEmptied: () => void;
}

/** The kept copies with their actions, and the disk space that they take. */
export function KeptCopiesSection({ copies, describe, onEmptied }: KeptCopiesSectionProps) {
  const t = useTranslations('keptCopies');
  const formats = useFormats();
  const byteText = useByteText();
  const announce = useAnnounce();
  const own = useOwnRecords();
  const headingId = useId();
  const room = useQuery(storageRoomQuery()).data ?? null;
  const labelling = useLabelCopy();
  const deleting = useDeleteCopy();
  const [renamed, setRenamed] = useState<KeptCopy | null>(null);
  const [condemned, setCondemned] = useState<KeptCopy | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const actions = useMemo(
    () => ({
      rename: setRenamed,
      delete: setCondemned,
      save: (copy: KeptCopy) => {
        setProblem(null);
        void save();
        async function save(): Promise<void> {
          try {
            const file = { name: `${copy.fileName}.parquet`, ...(await copyContent(own, copy)) };
            const outcome = hasSavePicker([file])
              ? await saveFilesAs([file])
              : (await downloadFiles([file]))
                ? 'saved'
                : 'failed';
            if (outcome === 'saved') announce(t('saved', { name: copy.name }));
            if (outcome === 'failed') setProblem(t('notSaved', { name: copy.name }));
          } catch {
            setProblem(t('damaged', { name: copy.name }));
          }
        }
      },
    }),
    [own, announce, t],
  );
  const listed = useMemo(
    () =>
      copies.map((copy) => {
        const { displayName, search, words } = copy;
        const priceColumn = String(copy.priceColumn['name']);
        return { copy, ...describe({ priceColumn, displayName, search, words }) };
      }),
    [copies, describe],
  );
  async function remove(copy: KeptCopy): Promise<void> {
    try {
      // The mutation is awaited: its callbacks would not be called if the section is unmounted with its last copy.
      await deleting.mutateAsync(copy.id);
    } catch {
      // The dialog that asked for confirmation stays open and shows the failure.
      return;
    }
    announce(t('deleted', { name: copy.name }));
    setCondemned(null);
    // The button with the focus was removed together with its row.
    if (copies.length <= 1) onEmptied();
    else document.getElementById(headingId)?.focus();
  }
  const taken = byteText(copies.reduce((size, copy) => size + copy.size, 0));

  return (
    <section aria-labelledby={headingId}>
      <Group gap="4px 16px" align="baseline" justify="space-between" mb={8}>
        <Title order={2} size="lg" id={headingId} tabIndex={-1}>
          {t('title')}
        </Title>
        <Text size="xs" c="dimmed">
          {room === null ? t('roomTaken', { taken }) : t('room', { taken, left: byteText(room.left) })}
        </Text>
      </Group>
      <WithoutNetwork />
      {problem !== null && (
        <Text role="alert" c="var(--cn-danger)" mb={8}>
          {problem}
        </Text>
      )}
      <KeptCopiesTable copies={listed} actions={actions} />
      {renamed !== null && (
        <LabelsDialog
          title={t('rename')}
          labels={renamed}
          isNamed
          isSaving={labelling.isPending}
          hasFailed={labelling.isError}
          onSave={({ name, note }) =>
            labelling.mutate(
              { id: renamed.id, name: name ?? renamed.name, note },
              { onSuccess: () => setRenamed(null) },
            )
          }
          onClose={() => {
            labelling.reset();
            setRenamed(null);
          }}
        />
      )}
      {condemned !== null && (
        <Dialog
          title={t('deleteTitle')}
          size="sm"
          onClose={() => {
            deleting.reset();
            setCondemned(null);
          }}
        >
          <Text mb={16}>
            {t('deleteText', {
              name: condemned.name,
              formatted: formats.formatInteger(condemned.rowCount),
              count: condemned.rowCount,
            })}
          </Text>
          {deleting.isError && (
            <Text role="alert" c="var(--cn-danger)" mb={8}>
              {t('notDeleted')}
            </Text>
          )}
          <DialogActions>
            <Button variant="default" data-autofocus onClick={() => setCondemned(null)}>
              {t('keep')}
            </Button>
            <Button
              className={classes['delete'] ?? ''}
              loading={deleting.isPending}
              onClick={() => void remove(condemned)}
            >
              {t('delete')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

/** Whether the service worker has stored all files for a start without the network. It stores the configuration last. */
async function opensWithoutNetwork(): Promise<boolean> {
  return (await caches.match(withBasePath('/config.json'))) !== undefined;
}

/** Shows whether the copies can be opened without the network. This needs more code than this screen has loaded. */
function WithoutNetwork() {
  const t = useTranslations('keptCopies.withoutNetwork');
  const tCommon = useTranslations('common');
  const state = useSyncExternalStore(allParts.subscribe, allParts.getState);
  const session = useSession();
  const { data: opens = false } = useQuery({
    queryKey: ['opens-without-network', state],
    queryFn: opensWithoutNetwork,
    staleTime: 0,
  });
  const isLasting = opens && session.status === 'signed-in' && session.isKept;
  return (
    <Text role="status" size="xs" c={state === 'failed' ? 'var(--cn-danger)' : 'dimmed'} mih={26} mb={4}>
      {t(state === 'idle' ? 'loading' : state === 'loaded' && isLasting ? 'lasting' : state)}
      {state === 'failed' && (
        <Button variant="subtle" size="compact-sm" onClick={allParts.retry}>
          {tCommon('tryAgain')}
        </Button>
      )}
    </Text>
  );
}
