import type { PriceField } from '@/contract/column';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import {
  calledWorker,
  createWorkerCalls,
  type CalledWorker,
  type WorkerCalls,
} from '@/ui/workers/worker-calls';
import { EngineError } from '../engine/analysis-engine';
import type { EngineConnection } from '../engine/engine-connection';
import type { AnalysedTable } from '../engine/analysed-table';
import {
  problem,
  type FileMapping,
  type FileOutline,
  type FileProblem,
  type OutlineChoices,
} from './file-outline';
import type { FileRows, FileRowsSummary } from './read-file-rows';
import type { FileCommand, FileResults } from './serve-file';

/** The worker that reads files, with the commands that the page sends to it. */
export type FileWorker = CalledWorker<FileCommand, FileResults[FileCommand['kind']], FileProblem, number>;

export interface ReadOutlineOptions {
  readonly signal: AbortSignal;
  /** Called with the share that was read, from 0 to 1, if the whole file must be read for the outline. */
  readonly onProgress?: (share: number) => void;
  readonly startWorker?: () => FileWorker;
}

/** Reads an outline in a worker. Nothing leaves the browser. Rejects with FileProblemError, or the signal's reason. */
export function readFileOutline(
  files: readonly File[],
  choices: OutlineChoices,
  { signal, onProgress, startWorker = startFileWorker }: ReadOutlineOptions,
): Promise<FileOutline> {
  return withWorker(startWorker, signal, (call) =>
    call({ kind: 'outline', files, choices }, { signal, onProgress }),
  );
}

/** The chosen files, and how they are read. */
export interface MappedFile {
  readonly files: readonly File[];
  readonly outline: FileOutline;
  readonly mapping: FileMapping;
}

export interface AddedFile extends FileRowsSummary {
  readonly table: AnalysedTable;
  /** The number of misfits (values that do not fit their column), by the column's name. */
  readonly misfits: Readonly<Record<string, number>>;
}

interface AddFileOptions {
  readonly priceColumn: string;
  /** The fields of the price column. Those that are matched become the columns of the table. */
  readonly fields: readonly PriceField[];
  readonly budgetBytes: number;
  readonly signal: AbortSignal;
  readonly onCreated?: (table: AnalysedTable) => void;
  /** Called with the number of rows that are in the engine, and the engine's memory in bytes. */
  readonly onProgress?: (rowCount: number, memoryBytes: number) => void;
  readonly startWorker?: () => FileWorker;
}

/** Reads files into a new table. Rejects with FileProblemError, EngineError, or the signal's reason. */
export async function addFile(
  connection: Pick<EngineConnection, 'createTable' | 'addTexts' | 'drop'>,
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
  const add = async ({ rowCount, columns: texts }: FileRows): Promise<void> => {
    const added = await connection.addTexts(table, startIndex, texts);
    startIndex += rowCount;
    misfits = added.misfits;
    if (added.memoryBytes > budgetBytes) throw problem({ kind: 'too-large' });
    options.onProgress?.(startIndex, added.memoryBytes);
    signal.throwIfAborted();
  };
  try {
    const { format, csv, sheet, headerRow, certificate } = outline;
    const columnNames = outline.columns.map(({ name }) => name);
    const request = {
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
    };
    const summary = await withWorker(startWorker, signal, async (call) => {
      await call({ kind: 'open', request }, { signal });
      const next = () => call({ kind: 'next' }, { signal });
      let read = await next();
      while (read.done !== true) {
        adding = add(read.value);
        // The worker reads the next rows while the engine inserts the current ones.
        [read] = await Promise.all([next(), adding]);
      }
      return read.value;
    });
    if (summary.rowCount !== startIndex) throw new EngineError({ kind: 'query-failed', detail: 'rows' });
    return { ...summary, table, misfits };
  } catch (error) {
    await adding.catch(() => undefined);
    // The table is dropped, because a file that cannot be read must not take memory. If the engine has ended, the table no longer exists.
    await connection.drop(table.sqlName).catch(() => undefined);
    throw error;
  }
}

type Call = WorkerCalls<FileCommand, FileResults, number>['call'];

/** Starts a worker, and ends it after `work` is done. */
async function withWorker<Result>(
  startWorker: () => FileWorker,
  signal: AbortSignal,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const { call, end } = createWorkerCalls<FileCommand, FileResults, FileProblem, never, number>(
    startWorker(),
    {
      errorOf: problem,
      // A worker that crashes while it reads has run out of memory.
      onCrash: (error) => end(problem({ kind: isNotLoaded(error) ? 'not-loaded' : 'too-large' })),
      onSilence: () => end(problem({ kind: 'damaged', damage: { kind: 'endless' } })),
    },
  );
  try {
    return await work(call);
  } finally {
    end(new DOMException('The file is not read any more.', 'AbortError'));
  }
}

function startFileWorker(): FileWorker {
  return calledWorker(new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }));
}
