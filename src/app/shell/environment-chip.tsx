import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { descriptionOfTab } from '@/session/own-description';
import { useSession } from '@/session/session-context';
import { useIsDemoAddress } from '../demo-context';
import classes from './environment-chip.module.css';

/** Shows where the data comes from: the host name of the service, or **Demo data**. */
export function EnvironmentChip() {
  const t = useTranslations('shell');
  const session = useSession();
  const service = 'account' in session ? session.account.service : null;
  const isDemo = useIsDemoAddress(service);
  // A change of the description loads the page again.
  const [isOwnDescription] = useState(() => descriptionOfTab.read() !== null);
  if (service === null) return null;
  return (
    <span className={classes['chip']} title={service}>
      {isDemo ? t('demoData') : new URL(service).host}
      {isOwnDescription && ` · ${t('ownDescription')}`}
    </span>
  );
}
