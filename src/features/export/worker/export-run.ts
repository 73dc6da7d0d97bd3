import { PageMismatchError } from '@/contract/page-mismatch';
import { createExtractionPageReader } from '@/rows/extraction/extraction-page-reader';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { ServiceError } from '@/ui/http/service-error';
import {
  type RowBatch,
  rowsBetween,
  rowWithMissingCell,
  withoutEmptyTexts,
} from '@/lib/row-batches/row-batch';
import { hashRow } from '@/lib/row-batches/row-hash';
import { keyWriter } from '@/lib/table-files/canonical-rows';
import { GUARD_VERSION } from '@/lib/table-files/csv-dialect';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import { createFastSha256 } from '@/lib/table-files/fast-sha256';
import { createRowDigest } from '@/lib/table-files/row-digest';
import { TextBuffer } from '@/lib/table-files/text-buffer';
import { CERTIFICATE_KIND, type Certificate } from '@/rows/certificates/certificate';
import { ExportError } from '../model/export-failure';
import { neededColumns, pageRange, promisedRows, type ExportJob } from '../model/export-job';
import type { ExportStorage } from './export-storage';
import type { CreateFileWriter, ExportedFile } from './file-writer';
import { createKeyCheck, type DoubledKeyCounts } from './key-check';

/** The progress of an export. */
export interface ExportProgress {
  /** 1-based: the next page to add. */
  readonly nextPage: number;
  readonly rows: number;
  readonly bytes: number;
  /** All rows are written; their keys are being compared on disk. */
  readonly isCheckingKeys: boolean;
}

export interface ExportResult {
  readonly files: readonly ExportedFile[];
  readonly certificate: Certificate;
}

/** Turns a snapshot's pages, added in order, into files and a certificate. */
export interface ExportRun {
  readonly progress: () => ExportProgress;
  readonly isComplete: () => boolean;
  /** Adds the next page. Throws ExportError if the page does not belong there. */
  readonly add: (response: BodyChunks) => Promise<void>;
  readonly finish: (finishedAtMs: number) => Promise<ExportResult>;
}

interface BatchMismatch {
  readonly mismatch: 'missing-cell' | 'double-key';
  /** Within the batch. */
  readonly row: number;
  readonly key?: string;
}

/** The rows of a page that repeat earlier ones. `first`: the 1-based number of the first, and its key. */
interface PageRepeats {
  rowCount: number;
  first: { readonly row: number; readonly key?: string } | null;
}

/** Keys that are named one by one. */
const MOST_NAMED_KEYS = 5;
/** Fewer rows may be the same by chance. */
const LEAST_REPEATED_PAGE = 10;

/**
 * Starts an export and replays the pages that an earlier run stored. `hasWebAssembly`: whether the page's policy allows it.
 */
export async function startExportRun(
  job: ExportJob,
  storage: ExportStorage,
  createWriter: CreateFileWriter,
  hasWebAssembly: boolean,
): Promise<ExportRun> {
  const pages = pageRange(job);
  // Written columns come first: writers only read as many cells as they have columns.
  const needed = neededColumns(job);
  // Only equal fields make rows with the same key the same row, so all are read; from a kept copy, only the needed ones.
  const readColumns =
    job.keyColumns.length === 0 || job.copyId !== undefined
      ? [...needed]
      : [...new Set([...needed, ...job.rowColumns])];
  const keyPlaces = job.keyColumns.map((name) => readColumns.indexOf(name));
  const writeKey = keyWriter(keyPlaces);
  const keyText = new TextBuffer();
  const hasAllFields = job.hasAllFields && job.rowColumns.every((name) => readColumns.includes(name));
  const readPage = createExtractionPageReader({ ...job, priceColumn: job.priceColumn.name }, readColumns);
  const textColumns: string[] = [];
  // Names as UTF-8 holds them, in the file and its certificate alike.
  const columns = job.columns.map((column) => ({ ...column, name: column.name.toWellFormed() }));
  const isSingleColumnCsv = job.format.kind === 'csv' && columns.length === 1;
  let output = await begin();
  await replayStored();

  /** The state that depends on the rows added so far. */
  async function begin() {
    return {
      writer: await createWriter({ ...job, columns }, storage, textColumns),
      digest: createRowDigest(
        columns,
        digestedSecondDigits(job),
        hasWebAssembly ? await createFastSha256() : undefined,
      ),
      keys: await createKeyCheck(keyPlaces.length > 0 ? promisedRows(job) : 0, storage.createScratch),
      nextPage: pages.first,
      rowCount: 0,
      /** The names of the first keys that occur in several rows. */
      doubledKeys: new Set<string>(),
    };
  }

  async function replayStored(): Promise<void> {
    for await (const response of storage.storedPages()) {
      if (output.nextPage > pages.last) break;
      await addOrRestart(response);
    }
  }

  /** Restarts the file with a column as text if its type cannot hold one of the column's values. */
  async function addOrRestart(response: BodyChunks): Promise<void> {
    const page = output.nextPage;
    for (;;) {
      try {
        return await addPage(response);
      } catch (error) {
        const column = unfitColumn(error);
        if (column === null) throw withPage(error, page);
        if (textColumns.includes(column)) throw error;
        textColumns.push(column);
      }
      output = await begin();
      for await (const kept of storage.storedPages()) {
        if (output.nextPage === page) break;
        await addOrRestart(kept);
      }
      if (output.nextPage !== page) {
        throw new ExportError({ kind: 'unfit-column', column: textColumns.join(', ') });
      }
    }
  }

  async function addPage(response: BodyChunks): Promise<void> {
    const page = output.nextPage;
    const opened = readPage(response, page);
    const batches = opened.batches();
    const repeated: PageRepeats = { rowCount: 0, first: null };
    let pageRows = 0;
    let rowStart = (page - 1) * job.pageSize;
    for (const batch of batches) {
      const skipped = Math.max(0, job.rowStart - rowStart);
      const wanted = rowsBetween(
        batch,
        skipped,
        Math.max(skipped, Math.min(batch.rowCount, job.rowEnd - rowStart)),
      );
      const found = firstMismatch(wanted, repeated, rowStart + skipped + 1);
      if (found !== null) {
        // A page of another snapshot also contradicts its rows. The wrong page is then the failure to report.
        for (const _ of batches) continue;
        opened.requireFit();
        const { row, ...mismatch } = found;
        throw new ExportError({ kind: 'mismatch', ...mismatch, page, row: rowStart + skipped + row + 1 });
      }
      pageRows += wanted.rowCount;
      // What the file holds is digested.
      const held = isSingleColumnCsv ? withoutEmptyTexts(wanted) : wanted;
      output.digest.add(held);
      await output.writer.add(held);
      await storage.ready();
      output.rowCount += wanted.rowCount;
      rowStart += batch.rowCount;
    }
    opened.requireFit();
    requireNewRows(page, pageRows, repeated);
    output.nextPage += 1;
  }

  /** `row` is relative to the batch. `firstRow`: the 1-based number of its first row. */
  function firstMismatch(batch: RowBatch, repeated: PageRepeats, firstRow: number): BatchMismatch | null {
    const rowMissing = rowWithMissingCell(batch);
    const wholeEnd = rowMissing ?? batch.rowCount;
    if (keyPlaces.length > 0) {
      for (let row = 0; row < wholeEnd; row += 1) {
        writeKey(batch, row, keyText);
        const key = keyText.take();
        const outcome = output.keys.add(key, hashRow(batch, row));
        if (outcome === 'new') continue;
        const name = keyName(key);
        if (outcome === 'repeated' && hasAllFields) return { mismatch: 'double-key', row, key: name };
        if (output.doubledKeys.size < MOST_NAMED_KEYS) output.doubledKeys.add(name);
        if (outcome !== 'repeated') continue;
        repeated.rowCount += 1;
        repeated.first ??= { row: firstRow + row, key: name };
      }
    }
    return rowMissing === null ? null : { mismatch: 'missing-cell', row: rowMissing };
  }

  /** A page that contains only rows of other pages was sent twice, whatever fields it has. */
  function requireNewRows(page: number, pageRows: number, { rowCount, first }: PageRepeats): void {
    if (first === null || rowCount < pageRows || rowCount < LEAST_REPEATED_PAGE) return;
    throw new ExportError({ kind: 'mismatch', mismatch: 'double-key', page, ...first });
  }

  function isComplete(): boolean {
    return output.nextPage > pages.last;
  }

  /** Counts the keys that stand in several rows. Throws ExportError where rows are repeated. */
  async function countDoubledKeys(): Promise<DoubledKeyCounts> {
    const pageOf = (row: number) => Math.floor((job.rowStart + row) / job.pageSize) + 1;
    const repeats = new Map<number, { rowCount: number; first: number }>();
    const counts = await output.keys.finish((row, outcome) => {
      if (outcome !== 'repeated') return;
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
    return counts;
  }

  return {
    progress: () => ({
      nextPage: output.nextPage,
      rows: output.rowCount,
      bytes: output.writer.size(),
      isCheckingKeys: isComplete() && output.keys.isDeferred,
    }),
    isComplete,
    add: async (response) => {
      await addOrRestart(response);
      // Stored only after it was accepted, so that a replay cannot fail for the same page.
      storage.storePage(response);
      await storage.ready();
    },
    finish: async (finishedAtMs) => {
      const { writer, digest, nextPage, rowCount } = output;
      const promised = promisedRows(job);
      if (nextPage <= pages.last || rowCount !== promised) {
        throw new ExportError({ kind: 'mismatch', mismatch: 'row-count', page: nextPage - 1, row: null });
      }
      const doubled = await countDoubledKeys();
      const certificate: Certificate = {
        kind: CERTIFICATE_KIND,
        version: 1,
        service: job.account.service,
        priceColumn: job.priceColumn.name,
        snapshot: {
          cacheKey: job.snapshot.cacheKey,
          rows: job.snapshot.rowCount,
          created: new Date(job.snapshot.createdAtMs).toISOString(),
          expires: new Date(job.snapshot.expiresAtMs).toISOString(),
        },
        query: { words: job.queryLines, request: job.requestBody },
        columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
        rows: { first: job.rowStart + 1, last: job.rowEnd, promised, written: rowCount },
        pages: { ...pages, size: job.pageSize },
        keys: {
          columns: job.keyColumns.map((name) => name.toWellFormed()),
          areUnique: job.keyColumns.length > 0 ? doubled.keys === 0 : null,
          ...(doubled.keys > 0 && { doubled: { ...doubled, named: [...output.doubledKeys] } }),
        },
        digest: await digest.finish(),
        file: {
          name: job.fileName,
          format: job.format.kind,
          csv:
            job.format.kind === 'csv'
              ? {
                  ...csvNotes(job.format.dialect),
                  ...(isSingleColumnCsv && { quotesNoValue: true as const }),
                }
              : null,
          textColumns,
          ...writer.notes(),
        },
        started: new Date(job.startedAtMs).toISOString(),
        finished: new Date(finishedAtMs).toISOString(),
      };
      return { certificate, files: await writer.finish(certificate) };
    },
  };
}

/** A workbook holds fewer digits of a second than a snapshot, and only the digits that it holds are digested. */
function digestedSecondDigits({ format, digestedSecondDigits: given = null }: ExportJob): number | null {
  return format.kind === 'xlsx' && format.keepsFullSeconds !== true ? EXCEL_SECOND_DIGITS : given;
}

/** Converts an error of the page reader to a failure of an export; returns other errors unchanged. */
function withPage(error: unknown, page: number): unknown {
  if (error instanceof ServiceError) return new ExportError({ kind: 'service', failure: error.failure });
  if (!(error instanceof PageMismatchError)) return error;
  return new ExportError({ kind: 'mismatch', mismatch: error.mismatch, page, row: null });
}

function csvNotes(dialect: Extract<ExportJob['format'], { kind: 'csv' }>['dialect']) {
  const { delimiter, decimal, dateLocale, guardsFormulas } = dialect;
  return { delimiter, decimal, dateLocale, guardsFormulas, guardVersion: GUARD_VERSION };
}

const decoder = new TextDecoder();

/** The parts of a key, as `keyWriter` writes them, for people. */
function keyName(key: Uint8Array): string {
  const parts: unknown = JSON.parse(`[${decoder.decode(key)}]`);
  return Array.isArray(parts) ? parts.map((part) => (part === null ? '∅' : String(part))).join(' · ') : '';
}

/** Returns the column whose values do not fit its type. Compares names because the encoder is loaded on demand. */
function unfitColumn(error: unknown): string | null {
  const isUnfit = error instanceof Error && error.name === 'UnfitColumnError' && 'column' in error;
  return isUnfit && typeof error.column === 'string' ? error.column : null;
}
