import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useSession } from '@/session/session-context';
import { useOwnDescription } from '@/session/use-own-description';
import { useFocusSoon } from '@/ui/components/use-focus-soon';
import { useIsDemoAddress } from '../demo-context';
import { RELOAD_BUTTON_ID } from './own-description-notice';
import classes from './environment-chip.module.css';

/** Shows where the data comes from: the host name of the service, or **Demo data**, and whether the person's own description is in use. */
export function EnvironmentChip() {
  const t = useTranslations('shell');
  const tOwn = useTranslations('serviceCheck.own');
  const session = useSession();
  const own = useOwnDescription();
  const focusSoon = useFocusSoon();
  const service = 'account' in session ? session.account.service : null;
  const isDemo = useIsDemoAddress(service);
  if (service === null) return null;
  const chip = (
    <span className={classes['chip']} title={service}>
      {isDemo ? t('demoData') : new URL(service).host}
      {own.isInForce && ` · ${t('ownDescription')}`}
    </span>
  );
  if (!own.isInForce) return chip;
  return (
    <span className={classes['own']}>
      {chip}
      {own.storedText !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          title={tOwn('inForce')}
          onClick={() => {
            focusSoon(RELOAD_BUTTON_ID);
            own.forget();
          }}
        >
          {tOwn('forget')}
        </Button>
      )}
    </span>
  );
}
