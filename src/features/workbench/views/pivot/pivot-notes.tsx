import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Words } from '@/ui/formats/words';
import { Notes } from '@/ui/components/notes';
import { mixtureText } from '@/rows/price-rows/mixture-text';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { MAX_COLUMN_GROUPINGS, MAX_ROW_GROUPINGS, type PivotSpec } from '@/analysis/pivot/pivot-spec';
import { mixedFigures } from '@/analysis/pivot/mixed-figures';
import { measureText } from '@/analysis/pivot/pivot-texts';
import { ownMember } from '@/lib/base/own-member';
import type { ComputedPivot } from '@/analysis/pivot/read-pivot';

export interface PivotNote {
  readonly text: string;
  readonly isWarning: boolean;
  /** A field that separates the mixed currencies or units if columns or rows are grouped by it; null if there is none. */
  readonly splitBy: string | null;
}

/** Returns the notes about a pivot: mixed currencies and units, excluded rows, and groups that are not shown. */
export function pivotNotes(
  words: Words,
  { spec, summary, mixtures }: ComputedPivot,
  { misfits, table }: RowsRead,
): readonly PivotNote[] {
  const t = words.of('pivot');
  const { formatInteger } = words.formats;
  const grouped = new Set(
    [...spec.rows, ...spec.columns].filter(({ step }) => step === null).map(({ field }) => field),
  );
  const notes: PivotNote[] = [];
  for (const mixture of mixtures) {
    const { cells, apart } = mixedFigures(spec, mixture);
    const measure = measureText(words, mixture.measure);
    if (cells !== null) {
      notes.push({
        text: t('mixture', { measure, mixture: mixtureText(words, cells) }),
        isWarning: true,
        splitBy: mixture.mixed.find(({ field }) => !grouped.has(field))?.field ?? null,
      });
    }
    if (apart !== null) {
      const text = t('totalMixture', { measure, mixture: mixtureText(words, apart) });
      notes.push({ text, isWarning: true, splitBy: null });
    }
  }
  const measured = new Set(spec.measures.flatMap(({ field }) => (field === null ? [] : [field])));
  for (const field of new Set([...measured, ...grouped])) {
    const count = ownMember(misfits, field) ?? 0;
    const isText = table.columns.find(({ name }) => name === field)?.type === 'text';
    // Misfits of a grouping form a separate group, so they need no note. Texts need one, because unreadable texts are among the others.
    if (count === 0 || (!isText && !measured.has(field))) continue;
    const text = t(isText ? 'halfTexts' : 'misfits', {
      field,
      count,
      formatted: formatInteger(count),
    });
    notes.push({ text, isWarning: true, splitBy: null });
  }
  const { rowGroups, rowGroupCount, columnGroups, columnGroupCount } = summary;
  const first = (shown: number, all: number) => ({
    shown: formatInteger(shown),
    all: formatInteger(all),
  });
  if (rowGroupCount > rowGroups.length) {
    const text = t('firstRowGroups', first(rowGroups.length, rowGroupCount));
    notes.push({ text, isWarning: false, splitBy: null });
  }
  if (columnGroupCount > columnGroups.length) {
    const text = t('firstColumnGroups', first(columnGroups.length, columnGroupCount));
    notes.push({ text, isWarning: false, splitBy: null });
  }
  return notes;
}

export interface PivotNotesProps {
  readonly notes: readonly PivotNote[];
  readonly spec: PivotSpec;
  readonly onSplit: (spec: PivotSpec) => void;
}

/** Shows the notes about a pivot. A button in a note separates the currencies or units that are mixed. */
export function PivotNotes({ notes, spec, onSplit }: PivotNotesProps) {
  const t = useTranslations('pivot');
  return (
    <Notes
      notes={notes.map(({ text, isWarning, splitBy }) => {
        const split = splitBy === null ? null : withSplit(spec, splitBy);
        return {
          text,
          isWarning,
          action: split !== null && (
            <Button variant="default" size="compact-xs" onClick={() => onSplit(split)}>
              {t('split', { field: splitBy ?? '' })}
            </Button>
          ),
        };
      })}
    />
  );
}

/** Returns the spec with an additional grouping, of the columns if possible, of the rows if not; null if neither is possible. */
function withSplit(spec: PivotSpec, field: string): PivotSpec | null {
  const grouping = { field, step: null };
  if ([...spec.rows, ...spec.columns].some((each) => each.field === field)) return null;
  if (spec.columns.length < MAX_COLUMN_GROUPINGS) return { ...spec, columns: [...spec.columns, grouping] };
  return spec.rows.length < MAX_ROW_GROUPINGS ? { ...spec, rows: [...spec.rows, grouping] } : null;
}
