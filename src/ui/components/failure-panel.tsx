import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloudOff,
  IconHourglass,
  IconLock,
  IconRefresh,
  IconWifiOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import type { ServiceFailure } from '@/ui/http/service-error';
import { reloadPage } from '@/ui/page-version/page-version';
import { RetryButton } from './retry-button';
import { StatePanel } from './state-panel';
import { failureText, isOffline } from './failure-text';

export interface FailurePanelProps {
  readonly failure: ServiceFailure;
  /** Sends the request again; absent if trying again cannot help. */
  readonly onRetry?: () => void;
  readonly actions?: ReactNode;
  readonly headingLevel?: 1 | 2;
}

/** Shown in place of content whose request has failed. Says what happened, who can resolve it, and what to do next. */
export function FailurePanel({ failure, onRetry, actions, headingLevel = 2 }: FailurePanelProps) {
  const t = useTranslations('common');
  const { title, text, messages, request } = failureText(useWords(), failure);
  const isRefusal = failure.kind === 'forbidden';
  // Another service, or another server, now answers at the address, so only a reload of the page can help.
  const isOver = failure.kind === 'misdirected';
  return (
    <StatePanel
      icon={failureIcon(failure)}
      title={title}
      tone={isRefusal ? 'warning' : 'failure'}
      headingLevel={headingLevel}
      actions={
        <>
          {isOver && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={reloadPage}>
              {t('reload')}
            </Button>
          )}
          {!isOver && onRetry !== undefined && <RetryButton onRetry={onRetry} />}
          {actions}
        </>
      }
    >
      <p>{text}</p>
      {messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {request !== null && <p>{request}</p>}
    </StatePanel>
  );
}

function failureIcon(failure: ServiceFailure): ReactNode {
  switch (failure.kind) {
    case 'unreachable':
      return isOffline(failure) ? <IconWifiOff size={22} /> : <IconCloudOff size={22} />;
    case 'forbidden':
    case 'unauthenticated':
      return <IconLock size={22} />;
    case 'throttled':
    case 'timed-out':
    case 'expired-snapshot':
      return <IconHourglass size={22} />;
    case 'misdirected':
    case 'no-custody':
    case 'rejected':
    case 'malformed':
    case 'beyond-limit':
    case 'oversized':
    case 'cancelled':
      return <IconAlertTriangle size={22} />;
  }
}
