import { Button } from '@mantine/core';
import { IconBug, IconRefresh } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { pageEvents } from '@/ui/diagnostics/event-log';
import { faultText } from '@/ui/diagnostics/fault-text';
import { ServiceError } from '@/ui/http/service-error';
import { FailurePanel } from '@/ui/components/failure-panel';
import { StatePanel } from '@/ui/components/state-panel';

let hasBeenTriedAgain = false;

/** Renders the screen again the first time, and reloads the page after that. */
function tryAgain(reset: () => void): void {
  if (hasBeenTriedAgain) window.location.reload();
  else reset();
  hasBeenTriedAgain = true;
}

/** Replaces a screen that threw: shows the failure of a loader's call, or a fault of ours. */
export function CrashPanel({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('errors');
  const tCommon = useTranslations('common');
  // React has handled the error, so the page does not report it.
  useEffect(() => pageEvents.note('fault', faultText(error)), [error]);
  if (error instanceof ServiceError)
    return <FailurePanel failure={error.failure} headingLevel={1} onRetry={reset} />;
  return (
    <StatePanel
      icon={<IconBug size={22} />}
      title={t('crashTitle')}
      tone="failure"
      headingLevel={1}
      actions={
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => tryAgain(reset)}>
          {tCommon('tryAgain')}
        </Button>
      }
    >
      <p>{t('crashText')}</p>
    </StatePanel>
  );
}
