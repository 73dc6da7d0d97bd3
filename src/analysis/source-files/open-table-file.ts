import type { Certificate } from '@/rows/certificates/certificate';
import { certifiedFile } from './certified-rows';
import { csvFile } from './csv-file';
import type { FileOutline } from './file-outline';
import { jsonLinesFile } from './json-lines-file';
import type { TableFile } from './table-file';

/** Opens the parts of an export with its certificate, or a single file without one. Code for a binary format is loaded when needed. */
export async function openTableFile(
  format: FileOutline['format'],
  [file = new Blob(), ...others]: readonly Blob[],
  certificate: Certificate | null,
): Promise<TableFile> {
  if (certificate !== null) return certifiedFile([file, ...others], certificate);
  switch (format) {
    case 'csv':
      return csvFile(file);
    case 'json-lines':
      return jsonLinesFile(file);
    case 'xlsx':
      return (await import('./workbook-file')).workbookFile(file);
    case 'parquet':
      return (await import('./parquet-file')).parquetFile(file);
  }
}
