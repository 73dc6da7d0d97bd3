import type { PriceColumn } from '@/contract/column';
import { KEEPS_EMPTY_TEXTS } from '@/rows/certificates/certificate';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { rowKeyReader } from '../snapshot/row-identity';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { ComparedSide } from '../matching/matched-sides';
import { openSubset } from '../rows/open-subset';
import { secondDigitsOf, type FileOutline } from './file-outline';
import type { AddedFile, MappedFile } from './read-file';

/** The properties of a file that show when its rows were current. */
interface OutlinedFile {
  readonly outline: Pick<FileOutline, 'name' | 'certificate' | 'modifiedAtMs'>;
}

/** Returns when the content of a file was current: for an export the time of its snapshot, otherwise the file's last change. */
function fileTime({ outline }: OutlinedFile): number {
  return outline.certificate === null
    ? outline.modifiedAtMs
    : Date.parse(outline.certificate.snapshot.created);
}

/** Returns the rows of a file, which are in the engine, as a side of a comparison. */
export function fileSide(
  { outline }: Pick<MappedFile, 'outline'>,
  { table, rowCount, isAsCertified }: Pick<AddedFile, 'table' | 'rowCount' | 'isAsCertified'>,
): ComparedSide & { readonly lacksEmptyTexts: boolean } {
  return {
    table,
    rowCount,
    coverage: { kind: 'all', rowCount },
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
          traits: null,
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
