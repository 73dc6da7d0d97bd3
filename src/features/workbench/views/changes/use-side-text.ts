import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { SideName, SnapshotSides } from '../../rows-read/comparison/compared-side';
import type { Comparison } from '../../rows-read/comparison/comparison';
import type { SummaryTable } from '../../rows-read/tables/summary-table';
import { comparisonSummary, createSideText, sideReadings } from './changes-texts';

/** Returns a function that describes a side: when it was taken or which file it is, and its number of rows. */
export function useSideText(sides: SnapshotSides): (name: SideName) => string {
  return createSideText(sides, useTranslations('changes'), useTranslations('files.side'), useFormats());
}

/** Returns the description of a comparison for files: the price column, both sides, and the key. */
export function useComparisonSummary(comparison: Comparison, sides: SnapshotSides): SummaryTable['about'] {
  const t = useTranslations('changes');
  const { priceColumn } = useWorkbenchScope();
  const readings = sideReadings(sides, priceColumn.fields, useTranslations('files'), useFormats());
  return comparisonSummary(comparison, priceColumn.displayName, useSideText(sides), t, readings);
}
