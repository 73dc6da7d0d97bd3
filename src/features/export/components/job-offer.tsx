import classes from './export-dialog.module.css';
import { Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { storageRoomQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useByteText } from '@/ui/formats/use-byte-text';
import type { Estimate } from '../model/estimate';

export interface JobOfferProps {
  readonly estimate: Estimate;
  readonly onShowJobs: () => void;
}

/** The duration above which a program is offered. A tab that has to stay open for longer is likely to be closed. */
const LONG_EXPORT_MS = 30 * 60_000;

/** Offers a program that downloads a snapshot outside this browser, if the snapshot is too large for it. */
export function JobOffer({ estimate, onShowJobs }: JobOfferProps) {
  const t = useTranslations('export');
  const { formatDuration } = useFormats();
  const byteText = useByteText();
  const room = useQuery(storageRoomQuery()).data ?? null;
  const isLong = estimate.ms > LONG_EXPORT_MS;
  const isTooLarge = room !== null && estimate.stagedBytes > room.left;
  if (!isLong && !isTooLarge) return null;
  return (
    <Stack gap={8} align="flex-start">
      <ul className={classes['notes']}>
        <li data-warning>
          <IconAlertTriangle size={15} aria-hidden="true" />
          {room !== null && isTooLarge
            ? t('jobs.tooLarge', { size: byteText(estimate.stagedBytes), left: byteText(room.left) })
            : t('jobs.long', { time: formatDuration(estimate.ms) })}{' '}
          {t('jobs.text')}
        </li>
      </ul>
      <Button size="compact-sm" variant="default" onClick={onShowJobs}>
        {t('jobs.show')}
      </Button>
    </Stack>
  );
}
