import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './offline-chip.module.css';

/** Shows that the browser is offline or the service unreachable. Its space is reserved, so that nothing moves when it appears. */
export function OfflineChip({
  text,
  isServiceAway = false,
}: {
  /** A text that says what being offline means for the user of the screen. */
  readonly text: string;
  /** Whether the service is known to be unreachable although there is a network. */
  readonly isServiceAway?: boolean;
}) {
  const t = useTranslations('common');
  const { online } = useNetwork();
  return (
    // The element has no role="status", because the status line of the results has that role.
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
