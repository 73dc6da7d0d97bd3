import classes from './export-dialog.module.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { isStable } from '@/contract/extraction';
import { storageRoomQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeepObstacle, useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import { MAX_COPY_NAME_LENGTH, MAX_COPY_NOTE_LENGTH } from '@/rows/kept-copies/kept-copy';
import { useRights } from '@/session/session-context';
import { useByteText } from '@/ui/formats/use-byte-text';
import { useFormats } from '@/ui/formats/format-settings-context';
import { allParts } from '@/ui/page-version/all-parts';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import type { ExportRequest } from '../model/export-choices';
import type { ExportJob, ExportPlan } from '../model/export-job';
import { COPY_FILE_FORMAT, keepPlan, keptContent, proposedCopyName } from '../model/keep-plan';
import { estimateExport } from '../model/estimate';
import { lastThroughput } from '../run/throughput';
import { PreflightSection } from './preflight-section';
import { sampleOf } from './use-preflight';

export interface KeepDialogProps {
  readonly request: ExportRequest;
  readonly account: ExportJob['account'];
  readonly onStart: (plan: ExportPlan) => void;
  readonly onClose: () => void;
}

const labelsSchema = z.object({ name: z.string().trim().min(1), note: z.string().trim() });

/** The **Keep a copy** dialog. It asks for a name and a note, and shows how much space the copy takes. */
export function KeepDialog({ request, account, onStart, onClose }: KeepDialogProps) {
  const t = useTranslations('export');
  const tResults = useTranslations('results');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const byteText = useByteText();
  const rights = useRights();
  const isUntilSignOut = useKeptCopiesMode() === 'untilSignOut';
  const canKeep = useKeepObstacle() === null;
  const room = useQuery(storageRoomQuery()).data ?? null;
  const { snapshot } = request;
  const partsState = useSyncExternalStore(allParts.subscribe, allParts.getState);
  const [openedAtMs] = useState(Date.now);
  const content = useMemo(() => keptContent(request, rights), [request, rights]);
  const estimate = useMemo(
    () =>
      estimateExport(
        snapshot.rowCount,
        content.columns,
        sampleOf(request, content.columns),
        COPY_FILE_FORMAT,
        lastThroughput(COPY_FILE_FORMAT.kind),
      ),
    [request, snapshot, content],
  );
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(labelsSchema),
    defaultValues: {
      name: proposedCopyName(request, formats.formatDateTime(request.takenAtMs)),
      note: '',
    },
  });
  const hasExpired = request.hasExpired || openedAtMs >= request.expiresAtMs;
  // Rows that were read before the snapshot expired are still in this browser and can be copied.
  const isGone = hasExpired && request.receivePage === undefined;

  function start({ name, note }: z.output<typeof labelsSchema>): void {
    onStart(
      keepPlan(
        { request, account, content, queryUnknown: t('queryUnknown') },
        { name, note: note === '' ? null : note },
      ),
    );
  }

  const rows = t('rowCount', {
    formatted: formats.formatInteger(snapshot.rowCount),
    count: snapshot.rowCount,
  });
  const fields = t('fieldCount', { count: content.columns.length });
  const notes = [
    { text: t(isUntilSignOut ? 'keep.encryptedUntilSignOut' : 'keep.encrypted'), isWarning: false },
    ...(room === null
      ? []
      : [
          {
            text: t('keep.room', { used: byteText(room.used), left: byteText(room.left) }),
            isWarning: false,
          },
        ]),
    ...(content.lockedColumns.length === 0
      ? []
      : [
          {
            text: t('keep.locked', {
              count: content.lockedColumns.length,
              columns: content.lockedColumns.join(', '),
            }),
            isWarning: false,
          },
        ]),
    ...(partsState === 'loaded'
      ? []
      : [
          partsState === 'failed'
            ? { text: t('keep.mayNeedNetwork'), isWarning: true }
            : { text: t('keep.needsNetworkYet'), isWarning: false },
        ]),
    ...(isStable(snapshot) ? [] : [{ text: t('unstable'), isWarning: true }]),
    ...(canKeep ? [] : [{ text: tResults('cannotKeep'), isWarning: true }]),
    ...(isGone ? [{ text: t('keep.expired'), isWarning: true }] : []),
    ...(room !== null && estimate !== null && estimate.bytes * NEEDED_SHARE > room.left
      ? [{ text: t('keep.littleRoom'), isWarning: true }]
      : []),
  ];

  return (
    <Dialog title={t('keep.title')} size={560} onClose={onClose}>
      <form
        onSubmit={(event) => {
          void handleSubmit(start)(event);
        }}
      >
        <Stack gap={14}>
          <TextInput
            label={t('keep.name')}
            maxLength={MAX_COPY_NAME_LENGTH}
            data-autofocus
            autoComplete="off"
            error={formState.errors.name !== undefined && t('keep.nameMissing')}
            {...register('name')}
          />
          <Textarea label={t('keep.note')} maxLength={MAX_COPY_NOTE_LENGTH} rows={3} {...register('note')} />
          <PreflightSection
            summary={
              estimate === null
                ? t('estimateUnknown', { rows, fields })
                : t('estimate', {
                    rows,
                    fields,
                    size: byteText(estimate.bytes),
                    time: formats.formatDuration(estimate.ms),
                  })
            }
            notes={notes}
          />
          <DialogActions className={classes['actions'] ?? ''}>
            <Button variant="default" onClick={onClose}>
              {tCommon('cancel')}
            </Button>
            <Button type="submit" disabled={content.columns.length === 0 || isGone || !canKeep}>
              {t('keep.keep')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The space needed while a copy is written, as a multiple of its size: the service's pages are stored until the copy is complete. */
const NEEDED_SHARE = 10;
