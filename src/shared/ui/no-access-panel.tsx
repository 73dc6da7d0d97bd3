import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatePanel } from './state-panel';

export interface NoAccessPanelProps {
  /** The id of what is missing. */
  readonly permission: string;
  /** A way to what still works. */
  readonly actions: ReactNode;
}

function code(text: ReactNode) {
  return <code>{text}</code>;
}

/** For those who may not extract prices: what is missing, by id, whom to ask, and what still works. */
export function NoAccessPanel({ permission, actions }: NoAccessPanelProps) {
  const t = useTranslations('errors');
  return (
    <StatePanel
      icon={<IconLock size={22} />}
      title={t('noAccessTitle')}
      tone="warning"
      headingLevel={1}
      actions={actions}
    >
      <p>{t.rich('noAccessText', { permission, code })}</p>
      <p>{t('noAccessStillWorks')}</p>
    </StatePanel>
  );
}
