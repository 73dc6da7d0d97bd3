import { isStable } from '@/contract/extraction';
import { hashRow } from '@/lib/row-batches/row-hash';
import type { RowBatch } from '@/lib/row-batches/row-batch';
import { keyWriter } from '@/lib/table-files/canonical-rows';
import { TextBuffer } from '@/lib/table-files/text-buffer';
import { ExportError } from '../model/export-failure';
import { neededColumns, promisedRows, type ExportJob } from '../model/export-job';
import type { ExportStorage } from './export-storage';
import { createKeyCheck } from './key-check';

/** The rows of a page that repeat earlier rows. `first` is the 1-based number and the key of the first of them. */
interface PageRepeats {
  readonly rowCount: number;
  readonly first: { readonly row: number; readonly key?: string } | null;
}

const MOST_NAMED_KEYS = 5;
/** The minimum number of rows in a page that counts as repeated. In a shorter page, rows may be the same by chance. */
const LEAST_REPEATED_PAGE = 10;

/** Returns the columns to read, in the order of a batch's cells. */
export function readColumns(job: ExportJob): readonly string[] {
  // The columns to write come first, because writers read only as many cells as they have columns.
  const needed = neededColumns(job);
  // Rows with the same key are the same row only if all fields are equal, so all are read. A kept copy is read only where needed.
  return job.keyColumns.length === 0 || job.copyId !== undefined
    ? needed
    : [...new Set([...needed, ...job.rowColumns])];
}

/**
 * Compares rows by their keys. If rows were sent twice, the export fails, unless there is no stable snapshot: rows then move between pages,
 * and are counted like the keys that different rows share.
 */
export async function createRepeatedRows(job: ExportJob, openScratch: ExportStorage['createScratch']) {
  const columns = readColumns(job);
  const hasAllFields = job.hasAllFields && job.rowColumns.every((name) => columns.includes(name));
  const keyPlaces = job.keyColumns.map((name) => columns.indexOf(name));
  const hasKeys = keyPlaces.length > 0;
  const writeKey = keyWriter(keyPlaces);
  const keyText = new TextBuffer();
  const keys = await createKeyCheck(hasKeys ? promisedRows(job) : 0, openScratch);
  /** The first few keys that occur in several rows, as text. */
  const doubledKeys = new Set<string>();
  const hasOneMoment = isStable(job.snapshot);

  return {
    isDeferred: keys.isDeferred,

    beginPage: (page: number) => {
      let rowCount = 0;
      let first: PageRepeats['first'] = null;
      return {
        /**
         * Adds the first `count` rows of a batch. `firstRow` is the 1-based number of the first. Returns the index of the
         * first row in the batch that must have been sent twice, or null.
         */
        add: (batch: RowBatch, count: number, firstRow: number) => {
          if (!hasKeys) return null;
          for (let row = 0; row < count; row += 1) {
            writeKey(batch, row, keyText);
            const key = keyText.take();
            const outcome = keys.add(key, hashRow(batch, row));
            if (outcome === 'new') continue;
            const name = keyName(key);
            if (outcome === 'repeated' && hasAllFields && hasOneMoment) {
              return { mismatch: 'double-key' as const, row, key: name };
            }
            if (doubledKeys.size < MOST_NAMED_KEYS) doubledKeys.add(name);
            if (outcome !== 'repeated' || !hasOneMoment) continue;
            rowCount += 1;
            first ??= { row: firstRow + row, key: name };
          }
          return null;
        },
        /** Throws ExportError if the page with `pageRows` rows was sent twice. */
        end: (pageRows: number): void => requireNewRows(page, pageRows, { rowCount, first }),
      };
    },

    /** Counts the keys that occur in several rows, and names the first ones. Throws ExportError if rows were sent twice. */
    finish: async () => {
      const pageOf = (row: number) => Math.floor((job.rowStart + row) / job.pageSize) + 1;
      const repeats = new Map<number, { rowCount: number; first: number }>();
      const counts = await keys.finish((row, outcome) => {
        if (outcome !== 'repeated' || !hasOneMoment) return;
        const { rowCount, first } = repeats.get(pageOf(row)) ?? { rowCount: 0, first: row };
        repeats.set(pageOf(row), { rowCount: rowCount + 1, first: Math.min(first, row) });
      });
      for (const [page, { rowCount, first }] of [...repeats].toSorted(([a], [b]) => a - b)) {
        const row = job.rowStart + first + 1;
        if (hasAllFields) throw new ExportError({ kind: 'mismatch', mismatch: 'double-key', page, row });
        const pageStart = (page - 1) * job.pageSize;
        const pageRows = Math.min(pageStart + job.pageSize, job.rowEnd) - Math.max(pageStart, job.rowStart);
        requireNewRows(page, pageRows, { rowCount, first: { row } });
      }
      return { ...counts, named: [...doubledKeys] };
    },
  };
}

/** Throws if a page contains only rows of other pages: it was sent twice, even if not all fields were compared. */
function requireNewRows(page: number, pageRows: number, { rowCount, first }: PageRepeats): void {
  if (first === null || rowCount < pageRows || rowCount < LEAST_REPEATED_PAGE) return;
  throw new ExportError({ kind: 'mismatch', mismatch: 'double-key', page, ...first });
}

const decoder = new TextDecoder();

/** Returns the parts of a key, as `keyWriter` writes them, in a readable form. */
function keyName(key: Uint8Array): string {
  const parts: unknown = JSON.parse(`[${decoder.decode(key)}]`);
  return Array.isArray(parts) ? parts.map((part) => (part === null ? '∅' : String(part))).join(' · ') : '';
}
