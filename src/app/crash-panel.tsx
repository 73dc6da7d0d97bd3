import { IconBug } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { pageEvents } from '@/ui/diagnostics/event-log';
import { faultText } from '@/ui/diagnostics/fault-text';
import { ServiceError } from '@/ui/http/service-error';
import { FailurePanel } from '@/ui/components/failure-panel';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';

let hasBeenTriedAgain = false;

/** Renders the screen again the first time, and reloads the page after that. */
function tryAgain(reset: () => void): void {
  if (hasBeenTriedAgain) window.location.reload();
  else reset();
  hasBeenTriedAgain = true;
}

/** Shown in place of a screen that threw. Shows the failure of a call in the route's loader, or that the console has a fault. */
export function CrashPanel({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('errors');
  // Notes the error here, because the page's error events do not include errors that React has handled.
  useEffect(() => pageEvents.note('fault', faultText(error)), [error]);
  if (error instanceof ServiceError)
    return <FailurePanel failure={error.failure} headingLevel={1} onRetry={reset} />;
  return (
    <StatePanel
      icon={<IconBug size={22} />}
      title={t('crashTitle')}
      tone="failure"
      headingLevel={1}
      actions={<RetryButton onRetry={() => tryAgain(reset)} />}
    >
      <p>{t('crashText')}</p>
    </StatePanel>
  );
}
