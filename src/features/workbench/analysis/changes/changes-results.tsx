import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import classes from './changes.module.css';
import { CHANGE_KINDS, LEFT_OUT_KINDS, SIDES } from './comparison';
import type { MadeComparison } from './comparison-store';

export interface ChangesResultsProps {
  readonly made: MadeComparison;
}

/** What differs: the counts of each kind of row. */
export function ChangesResults({ made }: ChangesResultsProps) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { counts } = made.comparison;
  return (
    <>
      <dl aria-label={t('counts.label')} className={classes['counts']}>
        {CHANGE_KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`counts.${kind}`)}</dt>
            <dd>{formatInteger(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      <ComparisonNotes made={made} />
    </>
  );
}

/** What has to be known to read the counts: by what rows were matched, and what could not be compared. */
function ComparisonNotes({ made }: { readonly made: MadeComparison }) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { comparison } = made;
  const { spec, leftOut, otherScale, tooLongForDelta } = comparison;
  const notes: string[] = [];
  const keys = { columns: spec.keys.join(', ') };
  for (const kind of LEFT_OUT_KINDS) {
    const counts = SIDES.map((side) => leftOut[side][kind]);
    if (counts.every((count) => count === 0)) continue;
    const [earlier = 0, later = 0] = counts.map((count) => formatInteger(count));
    notes.push(t(`notes.${kind}`, { ...keys, earlier, later }));
  }
  if (otherScale.length > 0) {
    notes.push(t('notes.otherScale', { columns: otherScale.join(', '), count: otherScale.length }));
  }
  if (tooLongForDelta > 0) {
    notes.push(t('notes.tooLong', { formatted: formatInteger(tooLongForDelta), count: tooLongForDelta }));
  }
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('notes.ofComparison')} className={classes['notes']}>
      {notes.map((note) => (
        <li key={note}>
          <IconAlertTriangle size={14} aria-hidden="true" /> {note}
        </li>
      ))}
    </ul>
  );
}
