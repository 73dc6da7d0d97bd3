import { IconColumnsOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';
import type { KnownFields } from '../api/price-columns.queries';

/** Says of which price columns the fields could not be read, so that nobody takes what is shown for all there is. */
export function FieldsNotice({ fields: { failed, retry } }: { readonly fields: KnownFields }) {
  const t = useTranslations('priceColumns');
  if (failed.length === 0) return null;
  const names = failed.map(({ displayName }) => displayName).join(', ');
  return (
    <StatePanel
      icon={<IconColumnsOff size={22} />}
      title={t('unreadFieldsTitle')}
      tone="warning"
      actions={<RetryButton onRetry={retry} />}
    >
      <p>{t('unreadFields', { count: failed.length, names })}</p>
    </StatePanel>
  );
}
