import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useNow } from '@/shared/ui/use-now';
import classes from './snapshot-clock.module.css';
import { WARN_BELOW_MS } from './use-expiry';

export interface SnapshotClockProps {
  readonly expiresAtMs: number;
  /** Without the two clocks' difference the time left is not known, and not claimed. */
  readonly timesBy: 'this-computer' | 'service';
  /** The service has said so, whatever the clock shows. */
  readonly hasExpired: boolean;
}

/** How long the service will still hold the snapshot; counts down by the clock, without being read out each second. */
export function SnapshotClock({ expiresAtMs, timesBy, hasExpired }: SnapshotClockProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const counts = timesBy === 'this-computer';
  const nowMs = useNow(counts && !hasExpired);
  const isOver = hasExpired || (counts && nowMs >= expiresAtMs);
  if (isOver) {
    return (
      <span data-pressing="" className={classes['warning']}>
        {t('expired')}
      </span>
    );
  }
  if (!counts) return <span>{t('expiresAtService', { time: formats.formatTime(expiresAtMs) })}</span>;
  const leftMs = expiresAtMs - nowMs;
  const time = formats.formatCountdown(leftMs);
  if (leftMs >= WARN_BELOW_MS) return <span aria-live="off">{t('expiresIn', { time })}</span>;
  return (
    <span data-pressing="" aria-live="off" className={classes['warning']}>
      {t('expiresSoon', { time })}
    </span>
  );
}
