import type { Damage } from '@/lib/table-files/damaged-file';
import type { Words } from '@/ui/formats/words';

/** Describes the damage of a file. `damage` is null if its kind is not known. */
export function damageText(words: Words, damage: Damage | null): string {
  const values = { part: '', place: '', ...damage };
  return words.of('files.damage')(damage?.kind ?? 'unknown', { part: values.part, place: values.place });
}
