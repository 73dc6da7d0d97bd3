import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { FindingChange } from './checked-prices';

/** Returns a function that states in a sentence whether the new prices have new findings. */
export function useFindingsText(): (rows: FindingChange) => string {
  const t = useTranslations('proposal.checks');
  const { formatInteger } = useFormats();
  return useMemo(() => {
    const counted = (count: number) => ({ formatted: formatInteger(count), count });
    return ({ added, gone }) => {
      const ofGone = gone === 0 ? '' : ` ${t('gone', counted(gone))}`;
      return added === 0 ? `${t('noneNew')}${ofGone}` : `${t('new', counted(added))}${ofGone}`;
    };
  }, [t, formatInteger]);
}
