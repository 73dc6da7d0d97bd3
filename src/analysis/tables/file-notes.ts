import { GUARD_VERSION } from '@/lib/table-files/csv-dialect';
import { csvDialect, type TableFormat } from './table-file';

/** Returns facts for a certificate about the format in which a file with these columns is written. */
export function fileNotes(
  name: string,
  { format, excelRegion }: { readonly format: TableFormat; readonly excelRegion: string },
  columnCount: number,
) {
  return {
    name,
    format: format === 'xlsx' ? ('xlsx' as const) : ('csv' as const),
    csv: csvNotes(format, excelRegion, columnCount),
  };
}

function csvNotes(format: TableFormat, excelRegion: string, columnCount: number) {
  if (format === 'xlsx') return null;
  const { delimiter, decimal, dateLocale, guardsFormulas } = csvDialect(format, excelRegion);
  const quotesNoValue = columnCount === 1 ? { quotesNoValue: true as const } : {};
  return { delimiter, decimal, dateLocale, guardsFormulas, guardVersion: GUARD_VERSION, ...quotesNoValue };
}
