import { useTranslations } from 'use-intl';
import type { Formats } from '@/shared/formats/formats';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { SideName, SnapshotSides } from '../../rows-read/comparison/compared-side';
import type { Comparison } from '../../rows-read/comparison/comparison';
import { SIDES } from '../../rows-read/matching/matched-sides';

type Translator = ReturnType<typeof useTranslations<'changes'>>;

/** Returns a function that says what a side is: when it was taken, or which file, and how many rows it has. */
export function useSideText(sides: SnapshotSides): (name: SideName) => string {
  return createSideText(sides, useTranslations('changes'), useTranslations('files.side'), useFormats());
}

/** Like `useSideText`, in a given language. */
export function createSideText(
  sides: SnapshotSides,
  t: Translator,
  tFiles: ReturnType<typeof useTranslations<'files.side'>>,
  { formatDateTime, formatExactDateTime, formatInteger }: Formats,
): (name: SideName) => string {
  const { earlier, later } = sides;
  const isSameMinute = formatDateTime(earlier.opened.takenAtMs) === formatDateTime(later.opened.takenAtMs);
  const format = isSameMinute ? formatExactDateTime : formatDateTime;
  return (name) => {
    const { opened, file } = sides[name];
    const { snapshot, takenAtMs, timesBy } = opened;
    const values = {
      time: format(takenAtMs),
      rows: t('rows', { formatted: formatInteger(snapshot.rowCount), count: snapshot.rowCount }),
    };
    if (file === undefined) return t(timesBy === 'service' ? 'side.takenService' : 'side.taken', values);
    const { certificate, name: fileName } = file.outline;
    return tFiles(certificate === null ? 'modified' : 'certified', { ...values, name: fileName });
  };
}

type Lines = readonly (readonly [label: string, value: string])[];

/** Returns what files say of a comparison: the price column, both sides, and what they were compared by. */
export function useComparisonSummary(comparison: Comparison, sides: SnapshotSides): Lines {
  const t = useTranslations('changes');
  const { priceColumn } = useWorkbenchScope();
  return comparisonSummary(comparison, priceColumn.displayName, useSideText(sides), t);
}

/** Like `useComparisonSummary`, in a given language. */
export function comparisonSummary(
  { spec }: Comparison,
  priceColumnName: string,
  sideText: (name: SideName) => string,
  t: Translator,
): Lines {
  return [
    [t('export.priceColumn'), priceColumnName],
    ...SIDES.map((side) => [t(`side.${side}`), sideText(side)] as const),
    [t('form.keys'), spec.keys.join(', ')],
    [t('form.price'), spec.price ?? t('form.noPrice')],
  ];
}
