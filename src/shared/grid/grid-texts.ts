import { useMemo } from 'react';
import { useTranslations } from 'use-intl';

/** Words that rows show, resolved once for all of them. */
export interface GridTexts {
  readonly loading: string;
  readonly noValue: string;
  readonly emptyText: string;
  readonly withheld: string;
  readonly withheldName: string;
  readonly notLoaded: string;
  readonly tryAgain: string;
}

export function useGridTexts(): GridTexts {
  const t = useTranslations('grid');
  return useMemo(
    () => ({
      loading: t('loading'),
      noValue: t('noValue'),
      emptyText: t('emptyText'),
      withheld: t('withheld'),
      withheldName: t('withheldName'),
      notLoaded: t('notLoaded'),
      tryAgain: t('tryAgain'),
    }),
    [t],
  );
}
