import { IconInfoCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { localDay } from '../../model/calendar';
import { queryFromSearch } from '../../model/query-address';
import { useDescribeQuery } from '../../use-describe-query';
import { useWorkbenchScope } from '../../use-workbench';
import classes from './changes.module.css';
import type { ComparableColumns, SideName, SnapshotSide, SnapshotSides } from './compared-side';
import { useSideText } from './use-side-text';

export interface SideNotesProps {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
}

/** Says which sides are compared, and where they differ in more than their rows. */
export function SideNotes({ sides, columns }: SideNotesProps) {
  const t = useTranslations('changes');
  const sideText = useSideText(sides);
  const notes = useNotes(sides, columns);
  return (
    <div className={classes['sides']}>
      <p className={classes['sidesText']}>
        {(['earlier', 'later'] as const).map((name) => (
          <span key={name}>
            <strong>{t(`side.${name}`)}</strong> {sideText(name)}
          </span>
        ))}
      </p>
      {notes.length > 0 && (
        <ul aria-label={t('notes.label')} className={classes['notes']}>
          {notes.map((note) => (
            <li key={note}>
              <IconInfoCircle size={14} aria-hidden="true" /> {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useNotes(sides: SnapshotSides, columns: ComparableColumns): readonly string[] {
  const t = useTranslations('changes');
  const words = {
    earlier: useFilterWords(sides.earlier),
    later: useFilterWords(sides.later),
  };
  const { only, locked, written } = columns;
  const notes: string[] = [];
  const list = (names: readonly string[]) => ({ columns: names.join(', '), count: names.length });
  if (words.earlier === null || words.later === null) notes.push(t('notes.unknownQuery'));
  else if (words.earlier !== words.later) {
    notes.push(t('notes.otherFilter', { earlier: words.earlier, later: words.later }));
  }
  const names: readonly SideName[] = ['earlier', 'later'];
  for (const name of names) {
    if (only[name].length > 0) notes.push(t(`notes.only.${name}`, list(only[name])));
  }
  if (locked.length > 0) notes.push(t('notes.locked', list(locked)));
  if (written.length > 0) notes.push(t('notes.written', list(written)));
  return notes;
}

/** Returns the conditions of a side in words, with what relative dates meant on its day; null where they are unknown. */
function useFilterWords({ search, hasQuery, opened }: SnapshotSide): string | null {
  const { priceColumn, isLocked } = useWorkbenchScope();
  const describe = useDescribeQuery();
  return useMemo(() => {
    const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
    if (!hasQuery || draft === null || problems.length > 0) return null;
    return describe(
      { fields: null, filters: draft.filters, sort: [] },
      priceColumn,
      localDay(new Date(opened.takenAtMs)),
    );
  }, [search, hasQuery, opened, priceColumn, isLocked, describe]);
}
