import type { Words } from '@/ui/formats/words';
import type { AddedFile } from './read-file';

/** Returns texts about what was found while a file was read. */
export function fileNotes(
  words: Words,
  { isAsCertified, counts, misfits }: Pick<AddedFile, 'isAsCertified' | 'counts' | 'misfits'>,
): readonly string[] {
  const t = words.of('sources.file');
  const { formatInteger } = words.formats;
  const notes: string[] = [];
  if (isAsCertified !== null) notes.push(t(isAsCertified ? 'asCertified' : 'notAsCertified'));
  const { shortRows, blankRows, misquotedRows, misquotedRow } = counts;
  if (misquotedRow !== null) {
    const row = formatInteger(misquotedRow);
    notes.push(t('misquoted', { formatted: formatInteger(misquotedRows), count: misquotedRows, row }));
  }
  if (shortRows > 0) {
    notes.push(t('shortRows', { formatted: formatInteger(shortRows), count: shortRows }));
  }
  if (blankRows > 0) {
    notes.push(t('blankRows', { formatted: formatInteger(blankRows), count: blankRows }));
  }
  const counted = Object.entries(misfits).map(([column, count]) => `${column} (${formatInteger(count)})`);
  if (counted.length > 0) notes.push(t('misfits', { columns: counted.join(', ') }));
  return notes;
}
