import type { ReadField } from './cell-values';
import type { FileColumn, FileMapping } from './file-outline';
import { fold } from '@/lib/base/search-terms';

/** Matches each column with one field by name: equal names first, then similar ones, then those with an addition (`Price (EUR)`). */
export function proposeColumns(
  columns: readonly Pick<FileColumn, 'name' | 'isReadable'>[],
  fields: readonly Pick<ReadField, 'name'>[],
): FileMapping['columns'] {
  const matched = new Map<string, number>();
  const taken = new Set<number>();
  for (const formsOf of FORMS) {
    const forms = columns.map(({ name }) => formsOf(name));
    for (const field of fields) {
      if (matched.has(field.name)) continue;
      const wanted = formsOf(field.name);
      const columnIndex = forms.findIndex(
        (given, index) =>
          columns[index]?.isReadable === true &&
          !taken.has(index) &&
          given.some((form) => form !== '' && wanted.includes(form)),
      );
      if (columnIndex === -1) continue;
      matched.set(field.name, columnIndex);
      taken.add(columnIndex);
    }
  }
  return fields.flatMap(({ name }) => {
    const columnIndex = matched.get(name);
    return columnIndex === undefined ? [] : [{ field: name, columnIndex }];
  });
}

/** Functions that return forms of a name, from strict to lenient. Two names match if they have a form in common. */
const FORMS: readonly ((name: string) => readonly string[])[] = [
  (name) => [name],
  // Files that this console exports for Excel may have an apostrophe before a name.
  (name) => [name.replace(/^'/, '').trim().toLowerCase()],
  simpleForms,
  (name) => simpleForms(name.replaceAll(/[([{].*?[)\]}]/g, '')),
  (name) => simpleForms(name.replace(/^_*(?:cd|dt|id|fk)(?=_|[A-Z])/, '')),
];

/** Returns forms of a name that contain only letters and digits, with both spellings of umlauts. */
function simpleForms(name: string): readonly string[] {
  const lower = name.normalize('NFC').toLowerCase();
  const spelledOut = lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  const plain = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [plain(lower), plain(spelledOut)];
}
