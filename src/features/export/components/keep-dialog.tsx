import classes from './export-dialog.module.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { priceColumnRecord } from '@/contract/price-columns.schema';
import { storageRoomQuery } from '@/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/kept-copies/kept-copies-mode';
import { MAX_COPY_NAME_LENGTH, MAX_COPY_NOTE_LENGTH } from '@/kept-copies/kept-copy';
import { useRights } from '@/session/session-context';
import { useByteText } from '@/shared/formats/use-byte-text';
import { useFormats } from '@/shared/formats/format-settings-context';
import { randomId } from '@/shared/storage/random-id';
import { Dialog } from '@/shared/ui/dialog';
import {
  DEFAULT_CHOICES,
  exportContent,
  exportFileName,
  type ExportChoices,
  type ExportRequest,
} from '../model/export-choices';
import { NO_ABOUT_LABELS, type ExportJob, type ExportPlan } from '../model/export-job';
import { estimateExport } from '../model/estimate';
import { lastThroughput } from '../run/throughput';
import { sampleOf } from './use-preflight';

export interface KeepDialogProps {
  readonly request: ExportRequest;
  readonly account: ExportJob['account'];
  readonly onStart: (plan: ExportPlan) => void;
  readonly onClose: () => void;
}

const labelsSchema = z.object({ name: z.string().trim().min(1), note: z.string().trim() });

/** Every row and field of the snapshot that the account may view, in a form that loses nothing. */
const WHOLE: ExportChoices = { ...DEFAULT_CHOICES, scope: 'whole', fields: 'all', format: 'parquet' };
const FORMAT = { kind: 'parquet' } as const;

/** The dialog **Keep a copy**: a name and a note, and what it takes. */
export function KeepDialog({ request, account, onStart, onClose }: KeepDialogProps) {
  const t = useTranslations('export');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const byteText = useByteText();
  const rights = useRights();
  const isUntilSignOut = useKeptCopiesMode() === 'untilSignOut';
  const room = useQuery(storageRoomQuery()).data ?? null;
  const { priceColumn, snapshot, takenAtMs } = request;
  const [openedAtMs] = useState(Date.now);
  const content = useMemo(() => exportContent(request, WHOLE, rights), [request, rights]);
  const estimate = useMemo(
    () =>
      estimateExport(
        snapshot.rowCount,
        content.columns,
        sampleOf(request, content.columns),
        FORMAT,
        lastThroughput(FORMAT.kind),
      ),
    [request, snapshot, content],
  );
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(labelsSchema),
    defaultValues: {
      name: `${priceColumn.displayName}, ${formats.formatDateTime(takenAtMs)}`.slice(0, MAX_COPY_NAME_LENGTH),
      note: '',
    },
  });
  const isGone = request.hasExpired || openedAtMs >= request.expiresAtMs;

  function start({ name, note }: z.output<typeof labelsSchema>): void {
    const now = new Date();
    onStart({
      id: randomId(),
      account,
      priceColumn: { name: priceColumn.name, displayName: priceColumn.displayName },
      snapshot,
      snapshotColumns: [...content.snapshotColumns],
      columns: [...content.columns],
      keyColumns: [...content.keyColumns],
      viewRights: content.viewRights,
      rowStart: 0,
      rowEnd: snapshot.rowCount,
      pageSize: null,
      format: FORMAT,
      fileName: exportFileName(request, account, now),
      queryLines: [request.queryText ?? t('queryUnknown')],
      requestBody: request.requestBody,
      aboutLabels: NO_ABOUT_LABELS,
      startedAtMs: now.getTime(),
      keep: {
        name,
        note: note === '' ? null : note,
        priceColumn: priceColumnRecord(priceColumn),
        words: request.queryText,
        search: { ...request.search },
        takenAtMs,
      },
    });
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
    ...(isGone ? [{ text: t('keep.expired'), isWarning: true }] : []),
    ...(room !== null && estimate !== null && estimate.bytes * NEEDED_SHARE > room.left
      ? [{ text: t('keep.littleRoom'), isWarning: true }]
      : []),
  ];

  return (
    <Dialog title={t('keep.title')} size={560} onClose={onClose}>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          void handleSubmit(start)(event);
        }}
      >
        <TextInput
          label={t('keep.name')}
          maxLength={MAX_COPY_NAME_LENGTH}
          data-autofocus
          autoComplete="off"
          error={formState.errors.name !== undefined && t('keep.nameMissing')}
          {...register('name')}
        />
        <Textarea label={t('keep.note')} maxLength={MAX_COPY_NOTE_LENGTH} rows={3} {...register('note')} />
        <section className={classes['preflight']} aria-label={t('before')}>
          <p className={classes['summary']}>
            {estimate === null
              ? t('estimateUnknown', { rows, fields })
              : t('estimate', {
                  rows,
                  fields,
                  size: byteText(estimate.bytes),
                  time: formats.formatDuration(estimate.ms),
                })}
          </p>
          <ul className={classes['notes']}>
            {notes.map(({ text, isWarning }) => (
              <li key={text} data-warning={isWarning || undefined}>
                {isWarning ? (
                  <IconAlertTriangle size={15} aria-hidden="true" />
                ) : (
                  <IconInfoCircle size={15} aria-hidden="true" />
                )}
                {text}
              </li>
            ))}
          </ul>
        </section>
        <div className={classes['actions']}>
          <Button variant="default" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" disabled={content.columns.length === 0 || isGone}>
            {t('keep.keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** While it is written, the pages of the service lie beside the copy: ten times what stays. */
const NEEDED_SHARE = 10;
