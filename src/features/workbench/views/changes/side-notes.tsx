import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { Notes, type Note } from '@/shared/ui/notes';
import { queryFromSearch } from '../../model/query-address';
import { useDescribeQuery } from '../../texts/use-describe-query';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { EXCEL_SECOND_DIGITS } from '@/shared/table-files/excel-serial';
import { localDay } from '@/shared/formats/iso-date';
import { secondDigitsOf } from '../../rows-read/sources/files/file-outline';
import { SIDES } from '../../rows-read/matching/matched-sides';
import classes from './changes.module.css';
import type {
  ComparableColumns,
  SideFilters,
  SideName,
  SnapshotSide,
  SnapshotSides,
} from '../../rows-read/comparison/compared-side';
import { LEFT_OUT_KINDS } from '../../rows-read/comparison/comparison';
import type { CompletedComparison } from '../../rows-read/comparison/comparison-store';
import { useSideText } from './use-side-text';

export interface SideNotesProps {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly filters: SideFilters;
  /** Whether the later side is the snapshot on screen. */
  readonly isLaterShown: boolean;
  /** The comparison on screen; null for none. */
  readonly completed: CompletedComparison | null;
  /** Whether another one is being computed. */
  readonly isRenewing: boolean;
}

/** Says which sides are compared, and what has to be known to read what differs. */
export function SideNotes(props: SideNotesProps) {
  const { sides, columns, filters, isLaterShown, completed, isRenewing } = props;
  const t = useTranslations('changes');
  const sideText = useSideText(sides);
  const notes = [...useSideNotes(sides, columns, filters), ...useComparisonNotes(completed)];
  const { rerunLaterSide } = useWorkbenchActions();
  const { earlier, later } = sides;
  // Only the service can take another snapshot, and it has none of a file or a kept copy.
  const canTakeAnew =
    (filters.kind === 'other' || filters.kind === 'lacking') &&
    later.file === undefined &&
    later.opened.keptCopy === undefined;
  return (
    <div className={classes['sides']}>
      <p className={classes['sidesText']}>
        {(['earlier', 'later'] as const).map((name) => (
          <span key={name}>
            <strong>{t(`side.${name}`)}</strong> {sideText(name)}
          </span>
        ))}
      </p>
      <Notes notes={notes} />
      {isRenewing && <p className={classes['note']}>{t('working.comparing')}</p>}
      {canTakeAnew && (
        <p className={classes['note']}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => rerunLaterSide(isLaterShown ? earlier.search : null)}
          >
            {t('notes.takeAnew')}
          </Button>
        </p>
      )}
    </div>
  );
}

const SIDE_NAMES: readonly SideName[] = ['earlier', 'later'];

/** Where the sides differ in more than their rows. */
function useSideNotes(
  sides: SnapshotSides,
  columns: ComparableColumns,
  filters: SideFilters,
): readonly Note[] {
  const t = useTranslations('changes');
  const words = {
    earlier: useFilterWords(sides.earlier),
    later: useFilterWords(sides.later),
  };
  const { priceColumn } = useWorkbenchScope();
  const hasFineSeconds = (name: string) => {
    const field = priceColumn.fields.find((each) => each.name === name);
    return field?.type === 'date' && (field.scale ?? 0) > EXCEL_SECOND_DIGITS;
  };
  const { common, only, locked, written } = columns;
  const notes: string[] = [];
  const list = (names: readonly string[]) => ({ columns: names.join(', '), count: names.length });
  const ofSides = { earlier: words.earlier ?? '', later: words.later ?? '' };
  if (filters.kind === 'unknown') notes.push(t('notes.unknownQuery'));
  else if (filters.kind === 'other') notes.push(t('notes.otherFilter', ofSides));
  else if (filters.kind === 'lacking') {
    notes.push(t('notes.filterNeeds', { ...ofSides, columns: filters.columns.join(', ') }));
  }
  for (const name of SIDE_NAMES) {
    if (only[name].length > 0) notes.push(t(`notes.only.${name}`, list(only[name])));
  }
  // Of both sides, so that the columns are those that are compared.
  const cut = SIDE_NAMES.some((name) => {
    const { file } = sides[name];
    return file !== undefined && secondDigitsOf(file.outline) !== null;
  });
  const moments = cut ? common.filter((name) => hasFineSeconds(name)) : [];
  if (moments.length > 0) notes.push(t('notes.milliseconds', list(moments)));
  if (locked.length > 0) notes.push(t('notes.locked', list(locked)));
  if (written.length > 0) notes.push(t('notes.written', list(written)));
  return notes.map((text) => ({ text, isWarning: false }));
}

/** By what rows were matched, and what could not be compared. */
function useComparisonNotes(completed: CompletedComparison | null): readonly Note[] {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  if (completed === null) return [];
  const { comparison, isKeyProposed } = completed;
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
  return notes.map((text) => ({ text, isWarning: true }));
}

/** Returns the conditions of a side in words, with what relative dates meant on its day; null where they are unknown. */
function useFilterWords({ search, hasQuery, opened, file }: SnapshotSide): string | null {
  const { priceColumn, isLocked } = useWorkbenchScope();
  const describe = useDescribeQuery();
  const certified = file?.outline.certificate?.query.words.join(' · ');
  return useMemo(() => {
    if (certified !== undefined) return certified;
    const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
    if (!hasQuery || draft === null || problems.length > 0) return null;
    return describe(
      { fields: null, filters: draft.filters, sort: [] },
      priceColumn,
      localDay(new Date(opened.takenAtMs)),
    );
  }, [search, hasQuery, opened, certified, priceColumn, isLocked, describe]);
}
