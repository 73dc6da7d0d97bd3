import type { PriceField } from '@/contract/column';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { onWorkerEnd } from '@/ui/workers/worker-end';
import { watchSilence, type SilenceWatch } from '@/ui/workers/worker-silence';
import { EngineError } from '../../engine/analysis-engine';
import type { EngineConnection } from '../../engine/engine-connection';
import type { AnalysedTable } from '../../engine/analysed-table';
import {
  FileProblemError,
  type FileMapping,
  type FileOutline,
  type FileProblem,
  type OutlineChoices,
} from './file-outline';
import type { FileRowsSummary } from './read-file-rows';
import type { FileCommand, FileReport } from './serve-file';

/** The worker that reads files, as the page sees it. */
export interface FileWorker {
  readonly send: (command: FileCommand) => void;
  readonly listen: (onReport: (report: FileReport) => void, onCrash: (error: Error) => void) => void;
  readonly terminate: () => void;
}

export interface ReadOutlineOptions {
  readonly signal: AbortSignal;
  /** Called with the share, from 0 to 1, if the whole file must be read for the outline. */
  readonly onProgress?: (share: number) => void;
  readonly startWorker?: () => FileWorker;
}

/** Reads an outline; nothing leaves the browser. Rejects with FileProblemError, or the signal's reason. */
export function readFileOutline(
  files: readonly File[],
  choices: OutlineChoices,
  { signal, onProgress, startWorker = startFileWorker }: ReadOutlineOptions,
): Promise<FileOutline> {
  return withWorker(startWorker, signal, (worker, resolve) => {
    worker.send({ kind: 'outline', files, choices });
    return (report) => {
      if (report.kind === 'scanned') onProgress?.(report.share);
      if (report.kind === 'outline') resolve(report.outline);
    };
  });
}

/** The chosen files, and how they are read. */
export interface MappedFile {
  readonly files: readonly File[];
  readonly outline: FileOutline;
  readonly mapping: FileMapping;
}

export interface AddedFile extends FileRowsSummary {
  readonly table: AnalysedTable;
  /** The number of values that do not fit their column, by the column's name. */
  readonly misfits: Readonly<Record<string, number>>;
}

export interface AddFileOptions {
  readonly priceColumn: string;
  /** The fields of the price column; matched fields become the columns of the table. */
  readonly fields: readonly PriceField[];
  readonly budgetBytes: number;
  readonly signal: AbortSignal;
  readonly onCreated?: (table: AnalysedTable) => void;
  /** Called with the number of rows in the engine, and its memory. */
  readonly onProgress?: (rowCount: number, memoryBytes: number) => void;
  readonly startWorker?: () => FileWorker;
}

/** Reads files into a table. Rejects with FileProblemError, EngineError, or the signal's reason. */
export async function addFile(
  connection: Pick<EngineConnection, 'createTable' | 'addTexts' | 'dropTable'>,
  { files, outline, mapping }: MappedFile,
  options: AddFileOptions,
): Promise<AddedFile> {
  const { priceColumn, signal, budgetBytes, startWorker = startFileWorker } = options;
  const fields = mapping.columns.flatMap(
    ({ field: name }) => options.fields.find((field) => field.name === name) ?? [],
  );
  const columns = fields.map((field) => ({ name: field.name, field }));
  const request = { priceColumn, snapshot: null, columns, pageSize: 1 };
  const table = await connection.createTable(request, signal);
  options.onCreated?.(table);
  let startIndex = 0;
  let misfits: AddedFile['misfits'] = {};
  let adding = Promise.resolve();
  try {
    const { format, csv, sheet, headerRow, certificate } = outline;
    const columnNames = outline.columns.map(({ name }) => name);
    const summary = await withWorker<FileRowsSummary>(startWorker, signal, (worker, resolve, reject) => {
      worker.send({
        kind: 'rows',
        request: {
          files,
          outline: { format, csv, sheet, headerRow, certificate, columnNames },
          mapping,
          fields: fields.map(({ name, type, sqlType, scale, formatting }) => ({
            name,
            type,
            sqlType,
            scale,
            formatting,
          })),
        },
      });
      const add = async (report: FileReport & { readonly kind: 'rows' }): Promise<void> => {
        const { rowCount, columns: texts } = report.rows;
        const added = await connection.addTexts(table, startIndex, texts);
        startIndex += rowCount;
        misfits = added.misfits;
        if (added.memoryBytes > budgetBytes) throw new FileProblemError({ kind: 'too-large' });
        options.onProgress?.(startIndex, added.memoryBytes);
        worker.send({ kind: 'taken' });
      };
      return (report) => {
        if (report.kind === 'rows') {
          adding = adding.then(() => add(report));
          adding.catch(reject);
        } else if (report.kind === 'end') {
          adding.then(() => resolve(report.summary), reject);
        }
      };
    });
    if (summary.rowCount !== startIndex) throw new EngineError({ kind: 'query-failed', detail: 'rows' });
    return { ...summary, table, misfits };
  } catch (error) {
    await adding.catch(() => undefined);
    // A file that cannot be read must not keep memory. If the engine has ended, there is no table to drop.
    await connection.dropTable(table).catch(() => undefined);
    throw error;
  }
}

/** Runs a worker until it resolves, fails or makes no progress, or the signal is aborted. */
async function withWorker<Result>(
  startWorker: () => FileWorker,
  signal: AbortSignal,
  work: (
    worker: FileWorker,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) => (report: FileReport) => void,
): Promise<Result> {
  signal.throwIfAborted();
  const worker = startWorker();
  const ended = new AbortController();
  let watch: SilenceWatch | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      watch = watchSilence(() =>
        reject(new FileProblemError({ kind: 'damaged', damage: { kind: 'endless' } })),
      );
      signal.addEventListener('abort', () => reject(signal.reason as unknown), { signal: ended.signal });
      let onReport: (report: FileReport) => void = () => undefined;
      worker.listen(
        (report) => {
          watch?.heard();
          if (report.kind === 'problem') reject(new FileProblemError(report.problem));
          else onReport(report);
        },
        (error) => reject(new FileProblemError(crashProblem(error))),
      );
      onReport = work(worker, resolve, reject);
    });
  } finally {
    watch?.end();
    ended.abort();
    worker.terminate();
  }
}

/** A worker that ends by itself has run out of memory. */
function crashProblem(error: Error): FileProblem {
  return { kind: isNotLoaded(error) ? 'not-loaded' : 'too-large' };
}

function startFileWorker(): FileWorker {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
    send: (command) => worker.postMessage(command),
    listen: (onReport, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FileReport>) => onReport(data));
      onWorkerEnd(worker, onCrash);
    },
    terminate: () => worker.terminate(),
  };
}
