import {
  CERTIFICATE_KIND,
  isCoherent,
  isSelfCertified,
  type Certificate,
} from '@/rows/certificates/certificate';
import { certifiedFormat, certifiedHeader, certifiedRows } from '@/rows/certificates/certified-file';
import {
  ownAnyCertificate,
  readAnyCertificate,
  type AnyCertificate,
  type ComputedCertificate,
} from '@/rows/certificates/computed-certificate';
import { damageOf, type Damage } from '@/lib/table-files/damaged-file';
import { BLOCK_ROWS } from '@/lib/table-files/row-digest';
import type { TableRow } from '@/lib/table-files/table-column';
import { walkBlocks, type ChangedPart } from './block-walk';

export interface DroppedFile {
  readonly name: string;
  readonly content: Blob;
}

export interface FileDifference {
  readonly rowCount: number;
  readonly parts: readonly ChangedPart[];
  /** Columns that are missing, added or in another order. */
  readonly otherColumns: readonly string[];
  readonly hasMoreCells: boolean;
}

export type Verification =
  /** The file matches its certificate. This does not prove who created the two. */
  | { readonly kind: 'unchanged'; readonly certificate: Certificate }
  | ({ readonly kind: 'changed'; readonly certificate: Certificate } & FileDifference)
  /** The rows come from no snapshot: new prices, findings, changes, or rows that were chosen or computed in the console. */
  | {
      readonly kind: 'computed';
      readonly certificate: ComputedCertificate;
      /** How the file differs from its certificate; null if it matches. */
      readonly difference: FileDifference | null;
    }
  | { readonly kind: 'needs-file'; readonly certificate: AnyCertificate }
  /** The certificate of this file is a separate file, which was not given. */
  | { readonly kind: 'needs-certificate' }
  /** The file was changed or damaged so that its rows cannot be read. */
  | { readonly kind: 'damaged'; readonly damage: Damage }
  | { readonly kind: 'not-ours' };

/** Compares the rows of an export with its certificate. `files` must contain all parts of the export. `onRows` reports progress. */
export async function verifyExport(
  files: readonly DroppedFile[],
  onRows: (rowCount: number, written: number) => void = () => undefined,
): Promise<Verification> {
  try {
    return await verified(files, onRows);
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    return { kind: 'damaged', damage };
  }
}

async function verified(
  files: readonly DroppedFile[],
  onRows: (rowCount: number, written: number) => void,
): Promise<Verification> {
  const { beside, parts } = await sorted(files);
  const [first] = parts;
  if (first === undefined) {
    return beside === null ? { kind: 'not-ours' } : { kind: 'needs-file', certificate: beside };
  }
  const format = certifiedFormat(first.name);
  if (format === null) return { kind: 'not-ours' };
  const hasOwn = isSelfCertified(format);
  if (!hasOwn && beside === null) {
    return { kind: files.length > parts.length ? 'not-ours' : 'needs-certificate' };
  }
  const certificate = hasOwn ? await ownAnyCertificate(format, first.content) : beside;
  if (certificate === null || certificate.digest.blockRows !== BLOCK_ROWS) return { kind: 'not-ours' };
  return compared(certificate, parts, onRows);
}

/** Finds the certificate by its content, because files may have been renamed. */
async function sorted(
  files: readonly DroppedFile[],
): Promise<{ readonly beside: AnyCertificate | null; readonly parts: readonly DroppedFile[] }> {
  const isJson = ({ name }: DroppedFile) => name.toLowerCase().endsWith('.json');
  let beside: AnyCertificate | null = null;
  for (const file of files.filter(isJson)) beside ??= readAnyCertificate(await file.content.text());
  const parts = files.filter((file) => !isJson(file));
  return { beside, parts: parts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })) };
}

async function compared(
  certificate: AnyCertificate,
  parts: readonly DroppedFile[],
  onRows: (rowCount: number, written: number) => void,
): Promise<Verification> {
  const { columns, rows } = certificate;
  const otherColumns = new Set<string>();
  for (const { content } of parts) {
    const found = await certifiedHeader(content, certificate);
    const expected = columns.map(({ name }) => name);
    if (found === null || found.join('\n') === expected.join('\n')) continue;
    for (const name of found) if (!expected.includes(name)) otherColumns.add(name);
    // All names are expected, but their order differs.
    for (const [index, name] of expected.entries()) if (found[index] !== name) otherColumns.add(name);
  }
  const width = columns.length;
  let hasMoreCells = false;
  const walk = await walkBlocks(
    certificate,
    watched(rowsOf(parts, certificate), (row) => {
      hasMoreCells ||= row.length > width && row.slice(width).some((cell) => cell !== null);
    }),
    (rowCount) => onRows(rowCount, rows.written),
  );
  const isSame =
    walk.isWholeSame && otherColumns.size === 0 && !hasMoreCells && hasCoherentNumbers(certificate);
  const difference: FileDifference = {
    rowCount: walk.rowCount,
    parts: walk.parts,
    otherColumns: [...otherColumns],
    hasMoreCells,
  };
  if (certificate.kind !== CERTIFICATE_KIND) {
    return { kind: 'computed', certificate, difference: isSame ? null : difference };
  }
  return isSame ? { kind: 'unchanged', certificate } : { kind: 'changed', certificate, ...difference };
}

function hasCoherentNumbers(certificate: AnyCertificate): boolean {
  if (certificate.kind === CERTIFICATE_KIND) return isCoherent(certificate);
  const { digest, rows } = certificate;
  return digest.blocks.length === Math.ceil(rows.written / digest.blockRows);
}

async function* watched<Row>(rows: AsyncIterable<Row>, onRow: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    onRow(row);
    yield row;
  }
}

async function* rowsOf(parts: readonly DroppedFile[], certificate: AnyCertificate): AsyncGenerator<TableRow> {
  for (const { content } of parts) yield* await certifiedRows(content, certificate);
}
