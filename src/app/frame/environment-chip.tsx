import { useTranslations } from 'use-intl';
import { useSession } from '@/session/session-context';
import { useIsDemoAddress } from '../demo-context';
import classes from './environment-chip.module.css';

/** Which service these numbers come from: its host, or the demo. */
export function EnvironmentChip() {
  const t = useTranslations('frame');
  const session = useSession();
  const service = 'identity' in session ? session.identity.service : null;
  const isDemo = useIsDemoAddress(service);
  if (service === null) return null;
  return (
    <span className={classes['chip']} data-demo={isDemo} title={service}>
      {isDemo ? t('demoData') : new URL(service).host}
    </span>
  );
}
