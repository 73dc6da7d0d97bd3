import { IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useNetwork } from '@mantine/hooks';
import { useSession } from '@/session/session-context';
import classes from './offline-chip.module.css';

/** Says that the service is out of reach. It stands where there is room for it, so that nothing moves when it comes. */
export function OfflineChip() {
  const t = useTranslations('frame');
  const session = useSession();
  const { online } = useNetwork();
  const isOffline = !online || (session.status === 'signed-in' && session.connection === 'offline');
  return (
    // No role of status: that name belongs to the status line of the results.
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
