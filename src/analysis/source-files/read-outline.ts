import { isSelfCertified, type Certificate, type CertifiedFormat } from '@/rows/certificates/certificate';
import { certifiedHeader, ownCertificate } from '@/rows/certificates/certified-file';
import { BLOCK_ROWS } from '@/lib/table-files/row-digest';
import { sortFiles, type NamedBlob } from './chosen-files';
import { problem, type FileColumn, type FileOutline, type OutlineChoices } from './file-outline';
import { isJsonLines } from './json-lines-file';
import { openTableFile } from './open-table-file';
import { RECOGNISED_BYTES, recogniseFile, type RecognisedFile } from './recognise-file';

interface ExportTraits {
  /** The format that the content of a file shows. Without a certificate, only this format is known. */
  readonly readAs: FileOutline['format'];
  /** Whether a file without rows is empty, because only its rows contain the names of the columns. */
  readonly isEmptyWithoutRows: boolean;
}

const EXPORT_TRAITS: Readonly<Record<CertifiedFormat, ExportTraits>> = {
  csv: { readAs: 'csv', isEmptyWithoutRows: false },
  'json-lines': { readAs: 'json-lines', isEmptyWithoutRows: true },
  xlsx: { readAs: 'xlsx', isEmptyWithoutRows: false },
  parquet: { readAs: 'parquet', isEmptyWithoutRows: false },
};

/** Reads an outline. `onProgress`: called with shares from 0 to 1. Rejects with FileProblemError, or with an error of the browser. */
export async function readOutline(
  files: readonly NamedBlob[],
  choices: OutlineChoices = {},
  onProgress: (share: number) => void = () => undefined,
): Promise<FileOutline> {
  const { parts, certificate: beside } = await sortFiles(files);
  const [first, ...others] = parts;
  if (first === undefined) {
    throw problem(
      beside === null ? { kind: 'empty' } : { kind: 'certificate-only', fileName: beside.file.name },
    );
  }
  const found = recogniseFile(new Uint8Array(await first.slice(0, RECOGNISED_BYTES).arrayBuffer()));
  const format = formatOfNoRows(found, beside) ?? (await formatOf(first, found));
  const own = isSelfCertified(format) ? await ownCertificate(format, first) : null;
  const given = own ?? beside;
  const certificate = given !== null && (await fits(first, format, found, given)) ? given : null;
  if (others.length > 0 && certificate === null) throw problem({ kind: 'several-files' });
  const table = await openTableFile(format, parts, certificate);
  const outline = await table.outline(found, choices, onProgress);
  return {
    name: first.name,
    format,
    byteCount: parts.reduce((count, { size }) => count + size, 0),
    modifiedAtMs: first.lastModified,
    csv: null,
    sheets: [],
    sheet: null,
    headerRow: 1,
    firstRows: [],
    doubledHeaders: certificate === null ? doubledNames(outline.columns) : [],
    certificate,
    hasOtherCertificate: certificate === null && given !== null,
    ...outline,
  };
}

/** Returns the headers that occur more than once. */
function doubledNames(columns: readonly FileColumn[]): readonly string[] {
  const names = columns.map(({ name }) => name).filter((name) => name !== '');
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Returns the format of an export that is empty because it has no rows; null for any other file. */
function formatOfNoRows(
  { kind }: RecognisedFile,
  certificate: Certificate | null,
): FileOutline['format'] | null {
  if (kind !== 'empty' || certificate === null || certificate.rows.written > 0) return null;
  const { readAs, isEmptyWithoutRows } = EXPORT_TRAITS[certificate.file.format];
  return isEmptyWithoutRows ? readAs : null;
}

async function formatOf(file: NamedBlob, found: RecognisedFile): Promise<FileOutline['format']> {
  switch (found.kind) {
    case 'empty':
      throw problem({ kind: 'empty' });
    case 'foreign':
      throw problem(found);
    case 'parquet':
      return 'parquet';
    case 'zip':
      await requireWorkbook(file);
      return 'xlsx';
    case 'text':
      return (await isJsonLines(file)) ? 'json-lines' : 'csv';
  }
}

/** Rejects with FileProblemError if an archive is not a workbook, because other programs write archives, too. */
async function requireWorkbook(file: NamedBlob): Promise<void> {
  const { openWorkbook } = await import('@/lib/table-files/xlsx-reader');
  if ((await openWorkbook(file)) !== null) return;
  const { openZip } = await import('@/lib/table-files/zip-reader');
  const zip = await openZip(file);
  if (zip === null) throw problem({ kind: 'damaged', damage: null });
  const isOpenDocument = (await zip.entry('mimetype')) !== null;
  throw problem({ kind: 'foreign', found: isOpenDocument ? 'open-document' : 'archive' });
}

/** Returns whether a certificate describes the file, and whether the file still has the columns that the certificate lists. */
async function fits(
  file: NamedBlob,
  format: FileOutline['format'],
  found: RecognisedFile,
  certificate: Certificate,
): Promise<boolean> {
  if (EXPORT_TRAITS[certificate.file.format].readAs !== format || certificate.digest.blockRows !== BLOCK_ROWS)
    return false;
  if (found.kind === 'text' && found.encoding !== 'utf-8') return false;
  const header = await certifiedHeader(file, certificate);
  const names = certificate.columns.map(({ name }) => name);
  return header === null || header.join('\n') === names.join('\n');
}
