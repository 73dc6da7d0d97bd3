import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '@/session/session-context';
import { StatePanel } from '@/ui/components/state-panel';
import { usePageTitle } from '@/ui/components/page-title';

/** Shown for an address without a screen. During a session, the app shell with its navigation stays around it. */
export function NotFoundPage() {
  const { status } = useSession();
  const { SignedInProviders } = useRouter().options.context;
  if (status === 'restoring') return null;
  if (status === 'signed-out') return <NotFoundPanel />;
  return (
    <SignedInProviders>
      <NotFoundPanel />
    </SignedInProviders>
  );
}

function NotFoundPanel() {
  const t = useTranslations('errors');
  const tCommon = useTranslations('common');
  usePageTitle(t('notFoundTitle'));
  return (
    <StatePanel
      icon={<IconMapQuestion size={22} />}
      title={t('notFoundTitle')}
      headingLevel={1}
      actions={
        <Button component={Link} to="/prices">
          {tCommon('backToPrices')}
        </Button>
      }
    >
      <p>{t('notFoundText')}</p>
    </StatePanel>
  );
}
