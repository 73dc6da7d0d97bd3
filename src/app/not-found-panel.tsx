import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/shared/ui/state-panel';
import { usePageTitle } from '@/shared/ui/use-page-title';

/** For an address at which there is no screen. */
export function NotFoundPanel() {
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
