import type { Words } from '@/ui/formats/words';
import type { SetCheck } from './checks-spec';

/** Returns which roles without a column, or which fields, keep a check from running; null if the check lacks none. */
export function offText(
  words: Words,
  { missing, lacking }: Pick<SetCheck, 'missing' | 'lacking'>,
): string | null {
  const t = words.of('checks');
  const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
  if (missing.length > 0)
    return t('off', { roles: list.format(missing.map((role) => t(`roles.names.${role}`))) });
  return lacking.length > 0 ? t('lacking', { fields: list.format(lacking), count: lacking.length }) : null;
}
