import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Notes } from '@/shared/ui/notes';
import { localDay } from '../../model/calendar';
import { queryFromSearch } from '../../model/query-address';
import { useDescribeQuery } from '../../texts/use-describe-query';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { EXCEL_SECOND_DIGITS } from '@/shared/table-files/excel-serial';
import { secondDigitsOf } from '../../rows-read/sources/files/file-outline';
import classes from './changes.module.css';
import type { ComparableColumns, SideFilters, SideName, SnapshotSide, SnapshotSides } from './compared-side';
import { useSideText } from './use-side-text';

export interface SideNotesProps {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly filters: SideFilters;
  /** Whether the later side is the snapshot on screen. */
  readonly isLaterShown: boolean;
}

/** Says which sides are compared, and where they differ in more than their rows. */
export function SideNotes({ sides, columns, filters, isLaterShown }: SideNotesProps) {
  const t = useTranslations('changes');
  const sideText = useSideText(sides);
  const notes = useNotes(sides, columns, filters);
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
      <Notes label={t('notes.label')} notes={notes.map((text) => ({ text, isWarning: false }))} />
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

function useNotes(sides: SnapshotSides, columns: ComparableColumns, filters: SideFilters): readonly string[] {
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
  return notes;
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
