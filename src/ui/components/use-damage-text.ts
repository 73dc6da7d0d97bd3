import { useTranslations } from 'use-intl';
import type { Damage } from '@/lib/table-files/damaged-file';

type Translator = ReturnType<typeof useTranslations<'files.damage'>>;

/** Returns a function that describes the damage of a file; null stands for damage that is not known. */
export function useDamageText(): (damage: Damage | null) => string {
  const t = useTranslations('files.damage');
  return (damage) => damageText(damage, t);
}

/** Like `useDamageText`, in a given language. */
export function damageText(damage: Damage | null, t: Translator): string {
  const values = { part: '', place: '', ...damage };
  return t(damage?.kind ?? 'unknown', { part: values.part, place: values.place });
}
