import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** Says of how many price columns the fields are still being read. */
export function PendingFields({ count }: { readonly count: number }) {
  const t = useTranslations('priceColumns');
  return count > 0 && <Text size="xs">{t('readingFieldsOfOthers', { count })}</Text>;
}
