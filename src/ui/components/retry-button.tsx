import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

/** The **Try again** button among the actions of a panel. */
export function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('common');
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  );
}
