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

/** Replaces a screen that threw: shows the failure of a loader's call, or a fault of ours. */
export function CrashPanel({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('errors');
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
      actions={<RetryButton onRetry={() => tryAgain(reset)} />}
    >
      <p>{t('crashText')}</p>
    </StatePanel>
  );
}
