import { excelCsv, GUARD_VERSION, MACHINE_CSV } from '@/shared/table-files/csv-dialect';
import type { TableFormat } from './table-file';

/** Returns how a CSV file is written, for its certificate; null for a workbook. */
export function csvNotes(format: TableFormat, excelRegion: string) {
  if (format === 'xlsx') return null;
  const { delimiter, decimal, dateLocale, guardsFormulas } =
    format === 'csv-excel' ? excelCsv(excelRegion) : MACHINE_CSV;
  return { delimiter, decimal, dateLocale, guardsFormulas, guardVersion: GUARD_VERSION };
}
