import { rowsBetween, rowWithMissingCell, withoutEmptyTexts } from '@/lib/row-batches/row-batch';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import { createFastSha256 } from '@/lib/table-files/fast-sha256';
import { createRowDigest } from '@/lib/table-files/row-digest';
import type { ExtractionPage } from '@/rows/extraction/extraction-page-reader';
import { ExportError } from '../model/export-failure';
import { pageRange, promisedRows, type ExportJob } from '../model/export-job';
import { exportCertificate, quotesNoValue } from './export-certificate';
import type { ExportStorage } from './export-storage';
import type { CreateFileWriter } from './file-writer';
import { createRepeatedRows } from './repeated-rows';

interface OutputParts {
  readonly storage: ExportStorage;
  readonly createWriter: CreateFileWriter;
  /** Whether the page's policy allows WebAssembly. */
  readonly hasWebAssembly: boolean;
}

/** Begins the files of an export, and returns functions that add pages and finish the files. `textColumns`: see `CreateFileWriter`. */
export async function beginExportOutput(
  job: ExportJob,
  { storage, createWriter, hasWebAssembly }: OutputParts,
  textColumns: readonly string[],
) {
  const pages = pageRange(job);
  // Names are made valid UTF-8, so that file and certificate have the same names.
  const columns = job.columns.map((column) => ({ ...column, name: column.name.toWellFormed() }));
  const fileJob = { ...job, columns };
  const writer = await createWriter(fileJob, storage, textColumns);
  const digest = createRowDigest(
    columns,
    digestedSecondDigits(job),
    hasWebAssembly ? await createFastSha256() : undefined,
  );
  const repeatedRows = await createRepeatedRows(job, storage.createScratch);
  let nextPage = pages.first;
  let rowCount = 0;

  const isComplete = () => nextPage > pages.last;

  return {
    nextPage: () => nextPage,
    isComplete,
    progress: () => ({
      nextPage,
      rows: rowCount,
      bytes: writer.size(),
      isCheckingKeys: isComplete() && repeatedRows.isDeferred,
    }),

    /** Adds the next page. Throws ExportError for rows that do not belong to it, and any error of the reader or the writer. */
    add: async (opened: ExtractionPage): Promise<void> => {
      const page = nextPage;
      const batches = opened.batches();
      const repeats = repeatedRows.beginPage(page);
      let pageRows = 0;
      let rowStart = (page - 1) * job.pageSize;
      for (const batch of batches) {
        const skipped = Math.max(0, job.rowStart - rowStart);
        const wanted = rowsBetween(
          batch,
          skipped,
          Math.max(skipped, Math.min(batch.rowCount, job.rowEnd - rowStart)),
        );
        const rowMissing = rowWithMissingCell(wanted);
        const found =
          repeats.add(wanted, rowMissing ?? wanted.rowCount, rowStart + skipped + 1) ??
          (rowMissing === null ? null : { mismatch: 'missing-cell' as const, row: rowMissing });
        if (found !== null) {
          // The page may belong to another snapshot, whose rows also look wrong. If so, the wrong page is reported and not the row.
          for (const _ of batches) continue;
          opened.requireFit();
          const { row, ...mismatch } = found;
          throw new ExportError({ kind: 'mismatch', ...mismatch, page, row: rowStart + skipped + row + 1 });
        }
        pageRows += wanted.rowCount;
        // The digest covers the values as the file holds them.
        const held = quotesNoValue(job) ? withoutEmptyTexts(wanted) : wanted;
        digest.add(held);
        await writer.add(held);
        await storage.ready();
        rowCount += wanted.rowCount;
        rowStart += batch.rowCount;
      }
      opened.requireFit();
      repeats.end(pageRows);
      nextPage += 1;
    },

    /** Completes the files with their certificate. Throws ExportError if rows are missing or were sent twice. */
    finish: async (finishedAtMs: number) => {
      if (nextPage <= pages.last || rowCount !== promisedRows(job)) {
        throw new ExportError({ kind: 'mismatch', mismatch: 'row-count', page: nextPage - 1, row: null });
      }
      const doubled = await repeatedRows.finish();
      const certificate = exportCertificate(fileJob, {
        rowCount,
        doubled,
        digest: await digest.finish(),
        textColumns,
        notes: writer.notes(),
        finishedAtMs,
      });
      return { certificate, files: await writer.finish(certificate) };
    },
  };
}

/** Returns the digits of a second in the digest. A workbook holds fewer than a snapshot, and only these are digested. */
function digestedSecondDigits({ format, digestedSecondDigits: given = null }: ExportJob): number | null {
  return format.kind === 'xlsx' && format.keepsFullSeconds !== true ? EXCEL_SECOND_DIGITS : given;
}
