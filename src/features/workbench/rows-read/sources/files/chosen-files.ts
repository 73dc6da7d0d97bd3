import { readCertificate } from '@/shared/certificates/certified-file';
import type { Certificate } from '@/shared/certificates/certificate';

/** Files that were chosen together, as far as reading them needs. */
export type NamedBlob = Blob & Pick<File, 'name' | 'lastModified'>;

/** Files chosen together: the parts of a table, and what certifies them. */
export interface SortedFiles {
  /** In the order of their names. */
  readonly parts: readonly NamedBlob[];
  readonly certificate: Certificate | null;
}

/** Certificates are smaller; a larger JSON file is a table. */
const MOST_CERTIFICATE_BYTES = 64_000_000;

/** Finds the certificate among the files by its content, since files may have been renamed. */
export async function sortFiles(files: readonly NamedBlob[]): Promise<SortedFiles> {
  const parts: NamedBlob[] = [];
  let certificate: Certificate | null = null;
  for (const file of files) {
    const isJson = file.name.toLowerCase().endsWith('.json') && file.size < MOST_CERTIFICATE_BYTES;
    const read = isJson ? readCertificate(await file.text()) : null;
    if (read === null) parts.push(file);
    else certificate ??= read;
  }
  return {
    parts: parts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
    certificate,
  };
}
