import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { countChanges } from '../model/draft-changes';
import { dividedQuery } from '../model/filter-place';

const NO_FIELDS: readonly string[] = [];

/** Returns the text of the button that runs the draft. It says whether the run also reads the rows, and how many if that is known. */
export function useRunText(snapshotRows: number | null = null): string {
  const t = useTranslations('workbench');
  const { formatInteger } = useFormats();
  const { draft } = useWorkbenchState();
  const { priceColumn, applied, addedFields } = useWorkbenchScope();
  const { ofService, here } = dividedQuery(draft, priceColumn);
  const isReading = here.filters.length > 0 || (here.computed ?? []).length > 0 || addedFields.length > 0;
  if (!isReading) return t('query.run');
  const isOnScreen = applied !== null && countChanges(applied, ofService, NO_FIELDS) === 0;
  return snapshotRows !== null && isOnScreen
    ? t('query.runAndReadRows', { count: snapshotRows, formatted: formatInteger(snapshotRows) })
    : t('query.runAndRead');
}
