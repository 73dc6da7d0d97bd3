import type { PriceColumn } from '@/contract/column';
import type { SnapshotTraits } from '@/contract/extraction';
import { isProvable, KEEPS_EMPTY_TEXTS, takenAt } from '@/rows/certificates/certificate';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { rowKeyReader } from '../snapshot/row-identity';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { ComparedSide } from '../matching/matched-sides';
import { openSubset } from '../rows/open-subset';
import { NO_DOUBTS } from '../reading/check-rows';
import type { Coverage } from '../reading/rows-read';
import { secondDigitsOf, type FileOutline } from './file-outline';
import type { AddedFile, MappedFile } from './read-file';

/** The properties of a file that show when its rows were current. */
interface OutlinedFile {
  readonly outline: Pick<FileOutline, 'name' | 'certificate' | 'modifiedAtMs'>;
}

interface CertifiedFile {
  readonly outline: Pick<FileOutline, 'certificate'>;
}

/** Returns when the content of a file was current: for an export the time of its snapshot, otherwise the file's last change. */
function fileTime({ outline }: OutlinedFile): number {
  return outline.certificate === null ? outline.modifiedAtMs : takenAt(outline.certificate).ms;
}

/** Returns what the certificate of a file says about the snapshot of its rows; null if there is nothing to tell. */
function fileTraits({ outline: { certificate } }: CertifiedFile): SnapshotTraits | null {
  if (certificate === null) return null;
  const isTimeTold = takenAt(certificate).isTold;
  const isEndTold = certificate.snapshot.expires !== null;
  const isCounted = certificate.snapshot.counted === true;
  if (isProvable(certificate) && isTimeTold && isEndTold && !isCounted) return null;
  return { isStable: isProvable(certificate), isTimeTold, isEndTold, isCounted, repeats: null };
}

/** Returns which rows a file has: all, of which some may have moved while they were read. */
export function fileCoverage(
  file: CertifiedFile,
  rowCount: number,
): Extract<Coverage, { readonly kind: 'all' }> {
  return {
    kind: 'all',
    rowCount,
    ...(fileTraits(file)?.isStable === false && { doubts: { ...NO_DOUBTS, mayHaveMoved: true } }),
  };
}

/** Returns the rows of a file, which are in the engine, as a side of a comparison. */
export function fileSide(
  { outline }: Pick<MappedFile, 'outline'>,
  { table, rowCount, isAsCertified }: Pick<AddedFile, 'table' | 'rowCount' | 'isAsCertified'>,
): ComparedSide & { readonly lacksEmptyTexts: boolean } {
  return {
    table,
    rowCount,
    coverage: fileCoverage({ outline }, rowCount),
    secondDigits: secondDigitsOf(outline),
    // If a file was saved again, it may still contain its certificate, so the rows must match the certificate.
    lacksEmptyTexts: isAsCertified !== true && !KEEPS_EMPTY_TEXTS[outline.format],
    isOfWorkbook: outline.format === 'xlsx',
  };
}

/** Opens the rows of a file, which are in the engine, like those of a snapshot. Rejects like `openSubset`. */
export function openFileRows(
  file: OutlinedFile,
  { table, rowCount }: AddedFile,
  engine: AnalysisEngine,
  priceColumn: PriceColumn,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const columns = table.columns.map(({ name }) => name);
  const takenAtMs = fileTime(file);
  return openSubset(
    {
      whole: {
        // The service has no snapshot with this key, and nothing is ever requested with it.
        snapshot: {
          cacheKey: `file:${file.outline.name}`,
          rowCount,
          createdAtMs: takenAtMs,
          expiresAtMs: Infinity,
          traits: fileTraits(file),
        },
        columns,
        keyOfRow: rowKeyReader(columns, priceColumn),
        takenAtMs,
        expiresAtMs: Infinity,
        timesBy: 'this-computer',
      },
      rowsRead: { engine, table, revision: 0 },
      fields: priceColumn.fields,
    },
    { conditions: [] },
    signal,
  );
}
