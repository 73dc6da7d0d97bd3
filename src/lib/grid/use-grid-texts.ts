import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { GridTexts } from './cell-content';

/** Returns the texts that cells show. `wayOut` is the label of the button that replaces the retry button in failed rows. */
export function useGridTexts(wayOut?: string): GridTexts {
  const t = useTranslations('grid');
  return useMemo(
    () => ({
      loading: t('loading'),
      noValue: t('noValue'),
      emptyText: t('emptyText'),
      withheld: t('withheld'),
      withheldName: t('withheldName'),
      notLoaded: t('notLoaded'),
      tryAgain: wayOut ?? t('tryAgain'),
      shortened: (value) => t('shortened', { value }),
    }),
    [t, wayOut],
  );
}
