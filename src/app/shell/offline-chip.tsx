import { IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useNetwork } from '@mantine/hooks';
import { useSession } from '@/session/session-context';
import classes from './offline-chip.module.css';

/** Shows that the service is unreachable. Its space is reserved, so that nothing moves when it appears. */
export function OfflineChip() {
  const t = useTranslations('shell');
  const session = useSession();
  const { online } = useNetwork();
  const isOffline = !online || (session.status === 'signed-in' && session.connection === 'offline');
  return (
    // Not role="status": that role belongs to the status line of the results.
    <div aria-live="polite" className={classes['slot']}>
      {isOffline && (
        <p className={classes['chip']} title={t('offlineText')}>
          <IconWifiOff size={16} aria-hidden="true" />
          <strong>{t('offline')}</strong>
          <span className={classes['words']}>{t('offlineText')}</span>
        </p>
      )}
    </div>
  );
}
