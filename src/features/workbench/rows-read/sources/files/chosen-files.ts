import { readCertificate } from '@/rows/certificates/certified-file';
import type { Certificate } from '@/rows/certificates/certificate';

/** A chosen file, with the properties that reading needs. */
export type NamedBlob = Blob & Pick<File, 'name' | 'lastModified'>;

/** Files that were chosen together: the parts of a table, and their certificate. */
interface SortedFiles {
  /** In alphabetical order. */
  readonly parts: readonly NamedBlob[];
  readonly certificate: Certificate | null;
}

/** Certificates are smaller; a larger JSON file is a table. */
const MOST_CERTIFICATE_BYTES = 64_000_000;

/** Certificates of findings, changes or new prices. They do not describe rows, and are not tables either. */
const OTHER_CERTIFICATE = /^\s*\{\s*"kind":\s*"colonnade-[a-z]+-certificate"/;

/** Finds the certificate among the files by its content, since files may have been renamed. */
export async function sortFiles(files: readonly NamedBlob[]): Promise<SortedFiles> {
  const parts: NamedBlob[] = [];
  let certificate: Certificate | null = null;
  for (const file of files) {
    const isJson = file.name.toLowerCase().endsWith('.json') && file.size < MOST_CERTIFICATE_BYTES;
    const text = isJson ? await file.text() : '';
    const read = isJson ? readCertificate(text) : null;
    if (read !== null) certificate ??= read;
    else if (!OTHER_CERTIFICATE.test(text)) parts.push(file);
  }
  return {
    parts: parts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
    certificate,
  };
}
