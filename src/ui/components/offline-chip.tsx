import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './offline-chip.module.css';

/** Shows that the service is unreachable. Its space is reserved, so that nothing moves when it appears. */
export function OfflineChip({
  text,
  isServiceAway = false,
}: {
  /** What being offline means on this screen. */
  readonly text: string;
  /** Whether the service is known to be unreachable although there is a network. */
  readonly isServiceAway?: boolean;
}) {
  const t = useTranslations('common');
  const { online } = useNetwork();
  return (
    // Not role="status": that role belongs to the status line of the results.
    <div aria-live="polite" className={classes['slot']}>
      {(isServiceAway || !online) && (
        <p className={classes['chip']} title={text}>
          <IconWifiOff size={16} aria-hidden="true" />
          <strong>{t('offline')}</strong>
          <span className={classes['words']}>{text}</span>
        </p>
      )}
    </div>
  );
}
