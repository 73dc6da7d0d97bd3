import { GUARD_VERSION } from '@/shared/table-files/csv-dialect';
import { csvDialect, type TableFormat } from './table-file';

/** Returns how a CSV file of so many columns is written, for its certificate; null for a workbook. */
export function csvNotes(format: TableFormat, excelRegion: string, columnCount: number) {
  if (format === 'xlsx') return null;
  const { delimiter, decimal, dateLocale, guardsFormulas } = csvDialect(format, excelRegion);
  const quotesNoValue = columnCount === 1 ? { quotesNoValue: true as const } : {};
  return { delimiter, decimal, dateLocale, guardsFormulas, guardVersion: GUARD_VERSION, ...quotesNoValue };
}
