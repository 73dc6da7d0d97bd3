import { UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { DemoAccount } from '@/ui/config/demo-kit';
import classes from './demo-accounts.module.css';

const LABELS = {
  'pricing-manager': { name: 'pricingManager', text: 'pricingManagerText' },
  analyst: { name: 'analyst', text: 'analystText' },
  viewer: { name: 'viewer', text: 'viewerText' },
} as const;

export interface DemoAccountsProps {
  readonly accounts: readonly DemoAccount[];
  readonly isBusy: boolean;
  readonly onChoose: (account: DemoAccount) => void;
}

/** Buttons that sign in to the demo. Each account has different rights. */
export function DemoAccounts({ accounts, isBusy, onChoose }: DemoAccountsProps) {
  const t = useTranslations('signIn');
  const id = useId();
  return (
    <div role="group" aria-labelledby={`${id}-title`} className={classes['group']}>
      <h2 id={`${id}-title`} className={classes['title']}>
        {t('demoAccounts')}
      </h2>
      <p className={classes['text']}>{t('demoAccountsText')}</p>
      <ul className={classes['list']}>
        {accounts.map((account) => (
          <li key={account.id}>
            <UnstyledButton
              className={classes['account']}
              disabled={isBusy}
              onClick={() => {
                onChoose(account);
              }}
            >
              <span className={classes['name']}>{t(LABELS[account.id].name)}</span>{' '}
              <span className={classes['rights']}>{t(LABELS[account.id].text)}</span>
              <IconArrowRight size={16} aria-hidden="true" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
