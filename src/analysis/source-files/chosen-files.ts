import { readCertificate } from '@/rows/certificates/certified-file';
import type { Certificate } from '@/rows/certificates/certificate';

/** A chosen file, with the properties that are needed to read it. */
export type NamedBlob = Blob & Pick<File, 'name' | 'lastModified'>;

/** Files that were chosen together: the parts of a table, and their certificate if there is one. */
interface SortedFiles {
  /** The parts in alphabetical order. */
  readonly parts: readonly NamedBlob[];
  readonly certificate: Certificate | null;
}

/** The maximum size of a certificate. A larger JSON file is a table. */
const MOST_CERTIFICATE_BYTES = 64_000_000;

/** Matches certificates of findings, changes or new prices. They describe no file that can be read, and are not tables either. */
const OTHER_CERTIFICATE = /^\s*\{\s*"kind":\s*"colonnade-[a-z]+-certificate"/;

/** Sorts files that were chosen together. The certificate is found by its content, because files may have been renamed. */
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
