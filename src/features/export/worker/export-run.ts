import { PageMismatchError } from '@/contract/page-mismatch';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { Certificate } from '@/rows/certificates/certificate';
import { createExtractionPageReader } from '@/rows/extraction/extraction-page-reader';
import { ServiceError } from '@/ui/http/service-error';
import { ExportError } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import { beginExportOutput } from './export-output';
import type { ExportStorage } from './export-storage';
import type { CreateFileWriter, ExportedFile } from './file-writer';
import { readColumns } from './repeated-rows';

export interface ExportProgress {
  /** The 1-based number of the next page to add. */
  readonly nextPage: number;
  readonly rows: number;
  readonly bytes: number;
  /** Whether all rows are written and their keys are being compared on disk. */
  readonly isCheckingKeys: boolean;
}

export interface ExportResult {
  readonly files: readonly ExportedFile[];
  readonly certificate: Certificate;
}

/** Turns a snapshot's pages, which are added in order, into files and a certificate. */
export interface ExportRun {
  readonly progress: () => ExportProgress;
  readonly isComplete: () => boolean;
  /** Adds the next page. Throws ExportError if the page does not belong to the snapshot or is not the next one. */
  readonly add: (response: BodyChunks) => Promise<void>;
  readonly finish: (finishedAtMs: number) => Promise<ExportResult>;
}

/** Starts an export, and replays the stored pages of an earlier run. `hasWebAssembly`: whether the page's policy allows it. */
export async function startExportRun(
  job: ExportJob,
  storage: ExportStorage,
  createWriter: CreateFileWriter,
  hasWebAssembly: boolean,
): Promise<ExportRun> {
  const readPage = createExtractionPageReader(
    { ...job, priceColumn: job.priceColumn.name },
    readColumns(job),
  );
  /** Columns that are written as text because their type cannot hold all of their values. A restarted file uses them, too. */
  const textColumns: string[] = [];
  const begin = () => beginExportOutput(job, { storage, createWriter, hasWebAssembly }, textColumns);
  let output = await begin();
  await replayStored();

  async function replayStored(): Promise<void> {
    for await (const response of storage.storedPages()) {
      if (output.isComplete()) break;
      await addOrRestart(response);
    }
  }

  /** Adds a page. If a value does not fit its column's type, the file is begun again with that column as text. */
  async function addOrRestart(response: BodyChunks): Promise<void> {
    const page = output.nextPage();
    for (;;) {
      try {
        return await output.add(readPage(response, page));
      } catch (error) {
        const column = unfitColumn(error);
        if (column === null) throw withPage(error, page);
        if (textColumns.includes(column)) throw error;
        textColumns.push(column);
      }
      output = await begin();
      for await (const kept of storage.storedPages()) {
        if (output.nextPage() === page) break;
        await addOrRestart(kept);
      }
      if (output.nextPage() !== page) {
        throw new ExportError({ kind: 'unfit-column', column: textColumns.join(', ') });
      }
    }
  }

  return {
    progress: () => output.progress(),
    isComplete: () => output.isComplete(),
    add: async (response) => {
      await addOrRestart(response);
      // The page is stored after it was accepted, so that replaying it cannot fail.
      storage.storePage(response);
      await storage.ready();
    },
    finish: (finishedAtMs) => output.finish(finishedAtMs),
  };
}

/** Converts an error of the page reader to the failure of an export; returns other errors unchanged. */
function withPage(error: unknown, page: number): unknown {
  if (error instanceof ServiceError) return new ExportError({ kind: 'service', failure: error.failure });
  if (!(error instanceof PageMismatchError)) return error;
  return new ExportError({ kind: 'mismatch', mismatch: error.mismatch, page, row: null });
}

/** Returns the column whose values do not fit its type. The error is recognized by its name: its class is loaded on demand. */
function unfitColumn(error: unknown): string | null {
  const isUnfit = error instanceof Error && error.name === 'UnfitColumnError' && 'column' in error;
  return isUnfit && typeof error.column === 'string' ? error.column : null;
}
