import type { PriceColumn, PriceField } from '@/contract/column';
import { localDay } from '@/lib/formats/iso-date';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import type { Words } from '@/ui/formats/words';
import { describeQuery } from '../../model/describe-query';
import { queryFromSearch } from '../../model/query-address';
import {
  mayHaveMoved,
  type ComparableColumns,
  type SideFilters,
  type SideName,
  type SnapshotSide,
  type SnapshotSides,
} from '@/analysis/comparison/compared-side';
import { LEFT_OUT_KINDS, type Comparison } from '@/analysis/comparison/comparison';
import type { CompletedComparison } from '@/analysis/comparison/complete-comparison';
import { SIDES } from '@/analysis/matching/matched-sides';
import { secondDigitsOf } from '@/analysis/source-files/file-outline';

const SIDE_NAMES: readonly SideName[] = ['earlier', 'later'];

export interface SidesNoted {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly filters: SideFilters;
  /** The description of the conditions of each side; null if they are unknown. */
  readonly filterWords: Readonly<Record<SideName, string | null>>;
  readonly fields: readonly PriceField[];
}

/** Returns notes on differences between the sides that their rows do not show, such as different filters. */
export function sideNotes(
  words: Words,
  { sides, columns, filters, filterWords, fields }: SidesNoted,
): readonly string[] {
  const t = words.of('changes');
  const hasFineSeconds = (name: string) => {
    const field = fields.find((each) => each.name === name);
    return field?.type === 'date' && (field.scale ?? 0) > EXCEL_SECOND_DIGITS;
  };
  const { common, only, locked, written } = columns;
  const notes: string[] = [];
  const list = (names: readonly string[]) => ({ columns: names.join(', '), count: names.length });
  const ofSides = { earlier: filterWords.earlier ?? '', later: filterWords.later ?? '' };
  if (SIDE_NAMES.some((name) => mayHaveMoved(sides[name]))) {
    notes.push(words.of('analysis')('coverage.mayHaveMoved'));
  }
  if (filters.kind === 'unknown') notes.push(t('notes.unknownQuery'));
  else if (filters.kind === 'other') notes.push(t('notes.otherFilter', ofSides));
  else if (filters.kind === 'lacking') {
    notes.push(t('notes.filterNeeds', { ...ofSides, columns: filters.columns.join(', ') }));
  }
  for (const name of SIDE_NAMES) {
    if (only[name].length > 0) notes.push(t(`notes.only.${name}`, list(only[name])));
  }
  // A file may be either side. If its times are cut, the note lists the columns that both sides have, because only these are compared.
  const cut = SIDE_NAMES.some((name) => {
    const { file } = sides[name];
    return file !== undefined && secondDigitsOf(file.outline) !== null;
  });
  const moments = cut ? common.filter((name) => hasFineSeconds(name)) : [];
  if (moments.length > 0) notes.push(t('notes.milliseconds', list(moments)));
  const lacksEmptyTexts = SIDE_NAMES.some((name) => sides[name].file?.lacksEmptyTexts === true);
  const texts = common.filter((name) => fields.find((each) => each.name === name)?.type === 'text');
  if (lacksEmptyTexts && texts.length > 0) notes.push(t('notes.emptyTexts'));
  if (locked.length > 0) notes.push(t('notes.locked', list(locked)));
  if (written.length > 0) notes.push(t('notes.written', list(written)));
  return notes;
}

/** Returns notes on the columns that matched rows, and on rows that could not be compared. */
export function comparisonNotes(
  words: Words,
  { comparison, isKeyProposed }: Pick<CompletedComparison, 'comparison' | 'isKeyProposed'>,
): readonly string[] {
  const t = words.of('changes');
  const { formatInteger } = words.formats;
  const { spec, leftOut, filteredOut, otherScale, tooLongForDelta, beyondDigits, keysBeyondDigits } =
    comparison;
  const notes: string[] = [];
  const keys = { columns: spec.keys.join(', ') };
  if (isKeyProposed) notes.push(t('notes.proposedKeys', keys));
  for (const side of SIDES) {
    const count = filteredOut[side];
    if (count > 0) notes.push(t(`notes.filteredOut.${side}`, { formatted: formatInteger(count), count }));
  }
  for (const kind of LEFT_OUT_KINDS) {
    const counts = SIDES.map((side) => leftOut[side][kind]);
    if (counts.every((count) => count === 0)) continue;
    const [earlier = 0, later = 0] = counts.map((count) => formatInteger(count));
    notes.push(t(`notes.${kind}`, { ...keys, earlier, later }));
  }
  if (otherScale.length > 0) {
    notes.push(t('notes.otherScale', { columns: otherScale.join(', '), count: otherScale.length }));
  }
  if (beyondDigits > 0) {
    notes.push(t('notes.beyondDigits', { formatted: formatInteger(beyondDigits), count: beyondDigits }));
  }
  if (keysBeyondDigits > 0) {
    const values = { ...keys, formatted: formatInteger(keysBeyondDigits), count: keysBeyondDigits };
    notes.push(t('notes.keysBeyondDigits', values));
  }
  if (tooLongForDelta > 0) {
    notes.push(t('notes.tooLong', { formatted: formatInteger(tooLongForDelta), count: tooLongForDelta }));
  }
  return notes;
}

/** Returns the conditions of a side in words; null if unknown. Relative days, such as today, are those of the day of the side. */
export function filterText(
  words: Words,
  { search, hasQuery, opened, file }: SnapshotSide,
  priceColumn: PriceColumn,
  isLocked: (field: PriceField) => boolean,
): string | null {
  const certified = file?.outline.certificate?.query.words.join(' · ');
  if (certified !== undefined) return certified;
  const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
  if (!hasQuery || draft === null || problems.length > 0) return null;
  const ranOn = localDay(new Date(opened.takenAtMs));
  return describeQuery(words, { fields: null, filters: draft.filters, sort: [] }, priceColumn, ranOn);
}

/** Whether none of the compared rows differ. */
export function hasNoDifferences({ counts }: Pick<Comparison, 'counts'>): boolean {
  return counts.added + counts.removed + counts.changed === 0;
}

/** Whether both sides have rows, but none could be compared because of their keys. */
export function hasNothingCompared({ counts, leftOut }: Comparison): boolean {
  return (
    counts.unchanged === 0 && SIDES.some((side) => LEFT_OUT_KINDS.some((kind) => leftOut[side][kind] > 0))
  );
}

/** Returns the key of the title for a comparison without differences; null if there are differences. */
export function outcomeWithoutDifferences(
  comparison: Comparison,
): 'noMatch.title' | 'noDifferences.title' | 'noDifferences.uncomparedTitle' | null {
  if (comparison.hasNoMatch) return 'noMatch.title';
  if (!hasNoDifferences(comparison)) return null;
  return hasNothingCompared(comparison) ? 'noDifferences.uncomparedTitle' : 'noDifferences.title';
}
