import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { SideName, SnapshotSides } from '../../rows-read/comparison/compared-side';
import type { Comparison } from '../../rows-read/comparison/comparison';
import type { SummaryTable } from '../../rows-read/tables/summary-table';
import { comparisonSummary, createSideText, sideReadings } from './changes-texts';

/** Returns a function that says what a side is: when it was taken, or which file, and how many rows it has. */
export function useSideText(sides: SnapshotSides): (name: SideName) => string {
  return createSideText(sides, useTranslations('changes'), useTranslations('files.side'), useFormats());
}

/** Returns what files say of a comparison: the price column, both sides, and what they were compared by. */
export function useComparisonSummary(comparison: Comparison, sides: SnapshotSides): SummaryTable['about'] {
  const t = useTranslations('changes');
  const { priceColumn } = useWorkbenchScope();
  const readings = sideReadings(sides, priceColumn.fields, useTranslations('files'), useFormats());
  return comparisonSummary(comparison, priceColumn.displayName, useSideText(sides), t, readings);
}
