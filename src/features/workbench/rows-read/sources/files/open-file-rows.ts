import type { PriceColumn } from '@/contract/column';
import { KEEPS_EMPTY_TEXTS } from '@/rows/certificates/certificate';
import type { OpenSnapshot } from '../../../snapshot/open-snapshot';
import { rowKeyReader } from '../../../snapshot/row-identity';
import type { AnalysisEngine } from '../../engine/analysis-engine';
import type { ComparedSide } from '../../matching/matched-sides';
import { openSubset } from '../../rows/open-subset';
import { secondDigitsOf, type FileOutline } from './file-outline';
import type { AddedFile, MappedFile } from './read-file';

/** The parts of a file that say when its rows were taken. */
interface OutlinedFile {
  readonly outline: Pick<FileOutline, 'name' | 'certificate' | 'modifiedAtMs'>;
}

/** When the content of a file was current: for an export the time of its snapshot, otherwise the file's last change. */
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
    // A file that was saved again may still have its certificate, so the rows must match it.
    lacksEmptyTexts: isAsCertified !== true && !KEEPS_EMPTY_TEXTS[outline.format],
    isOfWorkbook: outline.format === 'xlsx',
  };
}

/** Opens the rows of a file, which are in the engine, like those of a snapshot. Rejects as `openSubset` does. */
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
        // The service has no such snapshot, so nothing is ever requested by this key.
        snapshot: {
          cacheKey: `file:${file.outline.name}`,
          rowCount,
          createdAtMs: takenAtMs,
          expiresAtMs: Infinity,
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
