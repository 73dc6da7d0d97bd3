import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { SideName, SnapshotSides } from '../../rows-read/comparison/compared-side';
import type { Comparison } from '../../rows-read/comparison/comparison';
import { SIDES } from '../../rows-read/matching/matched-sides';

/** Returns a function that says what a side is: when it was taken, or which file, and how many rows it has. */
export function useSideText(sides: SnapshotSides): (name: SideName) => string {
  const t = useTranslations('changes');
  const tFiles = useTranslations('files.side');
  const { formatDateTime, formatExactDateTime, formatInteger } = useFormats();
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
export function useComparisonSummary({ spec }: Comparison, sides: SnapshotSides): Lines {
  const t = useTranslations('changes');
  const { priceColumn } = useWorkbenchScope();
  const sideText = useSideText(sides);
  return [
    [t('export.priceColumn'), priceColumn.displayName],
    ...SIDES.map((side) => [t(`side.${side}`), sideText(side)] as const),
    [t('form.keys'), spec.keys.join(', ')],
    [t('form.price'), spec.price ?? t('form.noPrice')],
  ];
}
