import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { SetCheck } from '../../rows-read/checks/checks-spec';

type Translator = ReturnType<typeof useTranslations<'checks'>>;

/** Returns a function that names what a check lacks to run; null if the rows have everything. */
export function useOffText(): (check: Pick<SetCheck, 'missing' | 'lacking'>) => string | null {
  const t = useTranslations('checks');
  const language = useLocale();
  return useCallback((check) => offText(check, t, language), [t, language]);
}

/** Like `useOffText`, in a given language (BCP 47). */
export function offText(
  { missing, lacking }: Pick<SetCheck, 'missing' | 'lacking'>,
  t: Translator,
  language: string,
): string | null {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  if (missing.length > 0)
    return t('off', { roles: list.format(missing.map((role) => t(`roles.names.${role}`))) });
  return lacking.length > 0 ? t('lacking', { fields: list.format(lacking), count: lacking.length }) : null;
}
