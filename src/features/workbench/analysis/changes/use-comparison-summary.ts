import { useTranslations } from 'use-intl';
import { useWorkbenchScope } from '../../use-workbench';
import type { SnapshotSides } from './compared-side';
import { SIDES, type Comparison } from './comparison';
import { useSideText } from './use-side-text';

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
