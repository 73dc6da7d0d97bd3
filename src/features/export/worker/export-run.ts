import type { BodyPieces } from '@/shared/http/read-pieces';
import { rowsBetween, rowWithMissingCell, type RowBatch } from '@/shared/row-batches/row-batch';
import { keyWriter } from '@/shared/table-files/canonical-rows';
import { GUARD_VERSION } from '@/shared/table-files/csv-dialect';
import { createRowDigest } from '@/shared/table-files/row-digest';
import { TextBuffer } from '@/shared/table-files/text-buffer';
import { CERTIFICATE_KIND, type Certificate } from '../model/certificate';
import { ExportError } from '../model/export-failure';
import { pageRange, promisedRows, type ExportJob } from '../model/export-job';
import type { ExportStorage } from './export-storage';
import { createFileWriter, type ExportedFile } from './file-writer';
import { createKeyCheck } from './key-check';
import { createPageOpener } from './read-page';

/** How far an export has come. */
export interface ExportProgress {
  /** 1-based; the next one to be taken. */
  readonly nextPage: number;
  readonly rows: number;
  readonly bytes: number;
  /** All rows are written, and their keys, which are many, are compared. */
  readonly isCheckingKeys: boolean;
}

export interface ExportResult {
  readonly files: readonly ExportedFile[];
  readonly certificate: Certificate;
}

/** An export in the making: takes the snapshot's pages in order and yields the files with their certificate. */
export interface ExportRun {
  readonly progress: () => ExportProgress;
  readonly isComplete: () => boolean;
  /** Takes the next page. Throws ExportError when it cannot belong there. */
  readonly add: (answer: BodyPieces) => Promise<void>;
  readonly finish: (finishedAtMs: number) => Promise<ExportResult>;
}

/** Begins an export, and goes through the pages that an earlier run of it has kept. */
export async function startExportRun(job: ExportJob, storage: ExportStorage): Promise<ExportRun> {
  const pages = pageRange(job);
  // First those that are written: whoever takes the rows looks no further.
  const readColumns = [...new Set([...job.columns.map(({ name }) => name), ...job.keyColumns])];
  const keyPlaces = job.keyColumns.map((name) => readColumns.indexOf(name));
  const writeKey = keyWriter(keyPlaces);
  const keyText = new TextBuffer();
  const openPage = createPageOpener(job, readColumns);
  const textColumns: string[] = [];
  let made = await begin();
  await replayKept();

  /** Everything that grows with the rows. */
  async function begin() {
    return {
      writer: await createFileWriter(job, storage, textColumns),
      digest: createRowDigest(job.columns),
      keys: await createKeyCheck(keyPlaces.length > 0 ? promisedRows(job) : 0, storage.createScratch),
      nextPage: pages.first,
      rowCount: 0,
    };
  }

  async function replayKept(): Promise<void> {
    for await (const answer of storage.keptPages()) {
      if (made.nextPage > pages.last) break;
      await takeOrBeginAnew(answer);
    }
  }

  /** A file whose column turns out to hold more than its type can is written again, with that column as text. */
  async function takeOrBeginAnew(answer: BodyPieces): Promise<void> {
    const page = made.nextPage;
    for (;;) {
      try {
        return await take(answer);
      } catch (error) {
        const column = unfitColumn(error);
        if (column === null) throw error;
        if (textColumns.includes(column)) throw error;
        textColumns.push(column);
      }
      made = await begin();
      for await (const kept of storage.keptPages()) {
        if (made.nextPage === page) break;
        await takeOrBeginAnew(kept);
      }
      if (made.nextPage !== page) {
        throw new ExportError({ kind: 'unfit-column', column: textColumns.join(', ') });
      }
    }
  }

  async function take(answer: BodyPieces): Promise<void> {
    const page = made.nextPage;
    const opened = openPage(answer, page);
    const batches = opened.batches();
    let rowStart = (page - 1) * job.pageSize;
    for (const batch of batches) {
      const skipped = Math.max(0, job.rowStart - rowStart);
      const wanted = rowsBetween(
        batch,
        skipped,
        Math.max(skipped, Math.min(batch.rowCount, job.rowEnd - rowStart)),
      );
      const found = firstBreach(wanted);
      if (found !== null) {
        // Rows of another page or snapshot break the rest, too; that is then what is to be told.
        for (const _ of batches) continue;
        opened.requireFit();
        const row = rowStart + skipped + found.row + 1;
        throw new ExportError({ kind: 'breach', breach: found.breach, page, row });
      }
      made.digest.add(wanted);
      await made.writer.add(wanted);
      await storage.ready();
      made.rowCount += wanted.rowCount;
      rowStart += batch.rowCount;
    }
    opened.requireFit();
    made.nextPage += 1;
  }

  /** `row`: within the batch. */
  function firstBreach(
    batch: RowBatch,
  ): { readonly breach: 'missing-cell' | 'double-key'; readonly row: number } | null {
    const rowMissing = rowWithMissingCell(batch);
    const wholeEnd = rowMissing ?? batch.rowCount;
    if (keyPlaces.length > 0) {
      for (let row = 0; row < wholeEnd; row += 1) {
        writeKey(batch, row, keyText);
        if (!made.keys.add(keyText.take())) return { breach: 'double-key', row };
      }
    }
    return rowMissing === null ? null : { breach: 'missing-cell', row: rowMissing };
  }

  function isComplete(): boolean {
    return made.nextPage > pages.last;
  }

  async function requireUniqueKeys(): Promise<void> {
    const doubled = await made.keys.finish();
    if (doubled === null) return;
    const row = job.rowStart + doubled;
    const page = Math.floor(row / job.pageSize) + 1;
    throw new ExportError({ kind: 'breach', breach: 'double-key', page, row: row + 1 });
  }

  return {
    progress: () => ({
      nextPage: made.nextPage,
      rows: made.rowCount,
      bytes: made.writer.size(),
      isCheckingKeys: isComplete() && made.keys.isDeferred,
    }),
    isComplete,
    add: async (answer) => {
      await takeOrBeginAnew(answer);
      // Only once it has proved good: a page kept for a reload must not bring the same failure back.
      storage.keepPage(answer);
      await storage.ready();
    },
    finish: async (finishedAtMs) => {
      const { writer, digest, nextPage, rowCount } = made;
      const promised = promisedRows(job);
      if (nextPage <= pages.last || rowCount !== promised) {
        throw new ExportError({ kind: 'breach', breach: 'row-count', page: nextPage - 1, row: null });
      }
      await requireUniqueKeys();
      const certificate: Certificate = {
        kind: CERTIFICATE_KIND,
        version: 1,
        service: job.owner.service,
        priceColumn: job.priceColumn.name,
        snapshot: {
          cacheKey: job.snapshot.cacheKey,
          rows: job.snapshot.rowCount,
          created: new Date(job.snapshot.createdAtMs).toISOString(),
          expires: new Date(job.snapshot.expiresAtMs).toISOString(),
        },
        query: { words: job.queryLines, request: job.requestBody },
        columns: job.columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
        rows: { first: job.rowStart + 1, last: job.rowEnd, promised, written: rowCount },
        pages: { ...pages, size: job.pageSize },
        keys: { columns: job.keyColumns, areUnique: job.keyColumns.length > 0 ? true : null },
        digest: await digest.finish(),
        file: {
          name: job.fileName,
          format: job.format.kind,
          csv: job.format.kind === 'csv' ? csvNotes(job.format.dialect) : null,
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

function csvNotes(dialect: Extract<ExportJob['format'], { kind: 'csv' }>['dialect']) {
  const { delimiter, decimal, dateLocale, guardsFormulas } = dialect;
  return { delimiter, decimal, dateLocale, guardsFormulas, guardVersion: GUARD_VERSION };
}

/** The column that an encoder could not keep in its type; told by name, since the encoder is fetched only when used. */
function unfitColumn(error: unknown): string | null {
  const isUnfit = error instanceof Error && error.name === 'UnfitColumnError' && 'column' in error;
  return isUnfit && typeof error.column === 'string' ? error.column : null;
}
