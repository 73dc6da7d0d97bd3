import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  DEFAULT_CHOICES,
  exportContent,
  exportFormat,
  FORMAT_CHOICES,
  type ExportChoices,
  type ExportRequest,
} from '@/features/export/model/export-choices';
import { ExportError } from '@/features/export/model/export-failure';
import type { ExportFormat, ExportPlan } from '@/features/export/model/export-job';
import { exportPlan } from '@/features/export/model/export-plan';
import { workbookRefresh } from '@/features/export/model/workbook-refresh';
import { runExport, type RunningExport } from '@/features/export/run/run-export';
import type { ExportResult } from '@/features/export/worker/export-run';
import { createFileWriter } from '@/features/export/worker/file-writer';
import { serveExport, type ExportReport } from '@/features/export/worker/serve-export';
import type { ExportWorker } from '@/features/export/run/worker-connection';
import { TABLE_FORMATS, type TableFormat } from '@/analysis/tables/table-file';
import { FILE_ENDINGS, type Certificate } from '@/rows/certificates/certificate';
import { GUARDED_CSV } from '@/lib/table-files/csv-dialect';
import { certifiedFormat } from '@/rows/certificates/certified-file';
import { CommandError } from '../command-problem';
import { CERTIFICATE_ENDING, errorCode, requireFileName } from '../files';
import type { RunContext } from '../run-context';
import { openView, type OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';
import { createFileStorage, type FileStorage } from './file-storage';

/** `csv-guarded` keeps spreadsheets from running cells as formulas. `.csv` files have it by default, since users may open them there. */
export type FormatChoice = ExportChoices['format'] | 'csv-guarded';

export interface OutputFile {
  readonly folder: string;
  readonly stem: string;
  readonly choice: FormatChoice;
  readonly mode?: number;
}

export interface Extracted {
  readonly view: OpenedView;
  /** Whether the view has rules for new prices, which the command does not apply. */
  readonly isOfProposal: boolean;
  readonly certificate: Certificate;
  /** The path of the file, and that of its certificate if the format cannot contain one. */
  readonly files: readonly string[];
  readonly bytes: number;
}

const CHOICE_OF_ENDING = {
  csv: 'csv-guarded',
  'json-lines': 'json-lines',
  xlsx: 'xlsx',
  parquet: 'parquet',
} as const;

const KIND_OF_CHOICE = {
  'csv-guarded': 'csv',
  'csv-excel': 'csv',
  'csv-machine': 'csv',
  xlsx: 'xlsx',
  'xlsx-refresh': 'xlsx',
  parquet: 'parquet',
  'json-lines': 'json-lines',
} as const satisfies Record<FormatChoice, ExportFormat['kind']>;

/** Returns the format in which rows are written from the engine; null if `choice` is not possible for them. */
export function tableFormat(choice: FormatChoice): TableFormat | null {
  if (choice === 'csv-guarded') return choice;
  return TABLE_FORMATS.find((each) => each === choice) ?? null;
}

/** Returns where and in which format to write. Throws CommandError if the file name and the options do not determine the format. */
export function outputFile(out: string, format: string | undefined): OutputFile {
  requireFileName(out);
  const kind = certifiedFormat(out);
  const choice =
    format === undefined
      ? kind === null
        ? undefined
        : CHOICE_OF_ENDING[kind]
      : FORMAT_CHOICES.find((each) => each === format);
  if (choice === undefined && format !== undefined) {
    throw new CommandError({ kind: 'bad-value', option: '--format', value: format });
  }
  if (choice === undefined || kind !== KIND_OF_CHOICE[choice]) {
    throw new CommandError({ kind: 'bad-format', file: out });
  }
  const { folder, name } = writableFile(out);
  const stem = name.slice(0, -(FILE_ENDINGS[kind].length + 1));
  if (stem === '') throw new CommandError({ kind: 'bad-format', file: out });
  requireOrdinary(path.join(folder, name) + CERTIFICATE_ENDING);
  return { folder, stem, choice };
}

export interface WritableFile {
  readonly folder: string;
  readonly name: string;
}

/** Returns the folder and the name of a file that can be written. Throws CommandError. */
export function writableFile(file: string): WritableFile {
  requireFileName(file);
  const absolute = path.resolve(file);
  const folder = path.dirname(absolute);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandError({ kind: 'no-such-folder', folder });
  }
  requireOrdinary(absolute);
  requireWritable(absolute);
  return { folder, name: path.basename(absolute) };
}

/** Tries to create a file in the same folder, so that a folder without write access is noticed at once. Throws CommandError. */
function requireWritable(file: string): void {
  const trial = path.join(path.dirname(file), `.colonnade-${randomUUID()}`);
  try {
    writeFileSync(trial, '', { flag: 'wx' });
    rmSync(trial);
  } catch (error) {
    throw new CommandError({ kind: 'unwritable-file', file, code: errorCode(error) });
  }
}

/** Throws CommandError if `file` exists and is not a regular file: a folder would be lost, a link replaced instead of its target. */
function requireOrdinary(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const is = found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other';
  throw new CommandError({ kind: 'no-ordinary-file', file, is });
}

function fileName({ stem, choice }: OutputFile): string {
  return `${stem}.${FILE_ENDINGS[KIND_OF_CHOICE[choice]]}`;
}

/** Writes the rows of a view to a file, with the console's checks and certificate. Rejects with CommandError, among others. */
export async function extract(
  view: CommandView,
  output: OutputFile,
  region: string,
  context: RunContext,
): Promise<Extracted> {
  const { signedIn, words, signal, retryUntilDone } = context;
  const opened = await retryUntilDone(() => openView(view, signedIn, words, signal), signal);
  const written = await writeRows(opened, output, region, context);
  return { view: opened, isOfProposal: isOfProposal(view), ...written };
}

/** Whether a view shows new prices, or was saved with rules for them. */
export function isOfProposal({ search }: CommandView): boolean {
  return search.proposal !== undefined || search.show === 'proposal';
}

/** The rows of a snapshot, and what an exported file says about them. */
export type WrittenRows = Pick<
  OpenedView,
  'priceColumn' | 'opened' | 'shownColumns' | 'words' | 'requestBody' | 'highlights'
>;

/** Writes the rows of a snapshot that is already open. `region` is the region for Excel files, as a BCP 47 tag. */
export async function writeRows(
  rows: WrittenRows,
  output: OutputFile,
  region: string,
  context: RunContext,
): Promise<Omit<Extracted, 'view' | 'isOfProposal'>> {
  const plan = { ...planOf(rows, output, region, context), fileName: output.stem };
  const storage = createFileStorage(
    { folder: output.folder, name: fileName(output), mode: output.mode },
    plan.id.slice(0, 8),
  );
  const leave = context.onLeave(storage.removeAll);
  try {
    const result = await written(plan, storage, context);
    await storage.commit(result.files);
    return {
      certificate: result.certificate,
      files: result.files.map(({ name }) => path.join(output.folder, name)),
      bytes: result.files[0]?.size ?? 0,
    };
  } catch (error) {
    throw storage.problem() ?? error;
  } finally {
    storage.removeAll();
    leave();
  }
}

function planOf(
  { priceColumn, opened, shownColumns, words: queryText, requestBody, highlights }: WrittenRows,
  { choice }: OutputFile,
  region: string,
  { signedIn: { account, rights, client }, words }: RunContext,
): ExportPlan {
  const request: ExportRequest = {
    priceColumn,
    snapshot: opened.snapshot,
    takenAtMs: opened.takenAtMs,
    expiresAtMs: opened.expiresAtMs,
    columns: opened.columns,
    shownColumns,
    selection: null,
    queryText,
    search: {},
    requestBody,
    highlights,
    sampleRows: [],
    hasExpired: false,
    onTakeNew: () => undefined,
  };
  const choices = { ...DEFAULT_CHOICES, format: choice === 'csv-guarded' ? 'csv-machine' : choice };
  const content = exportContent(request, choices, rights);
  const refresh =
    choice === 'xlsx-refresh' ? workbookRefresh(request, content, account, client.dialect) : null;
  if (typeof refresh === 'string') throw new CommandError({ kind: 'no-refresh', reason: refresh });
  return exportPlan({
    request,
    account: { service: account.service, userName: account.userName },
    content,
    format:
      choice === 'csv-guarded'
        ? { kind: 'csv', dialect: GUARDED_CSV }
        : exportFormat(choices, { region, language: words.language, locale: words.formats.locale, refresh }),
    queryUnknown: words.of('export')('queryUnknown'),
  });
}

/** Runs the export, and stops it when the run or its session ends. */
async function written(plan: ExportPlan, storage: FileStorage, context: RunContext): Promise<ExportResult> {
  const { signedIn, clock, signal, progress } = context;
  const over = new AbortController();
  let running: RunningExport | null = null;
  const result = new Promise<ExportResult>((resolve, reject) => {
    running = runExport(
      plan,
      {
        client: signedIn.client,
        startWorker: () => workerInProcess(storage),
        hasWebAssembly: true,
        sealingKey: async () => null,
        clock,
        random: Math.random,
        isVersionGone: async () => false,
      },
      {
        onPlanned: () => undefined,
        onProgress: ({ rows, bytes }) => {
          context.noteProgress();
          progress.rows(rows, plan.rowEnd - plan.rowStart, bytes);
        },
        onRetrying: (reason) => {
          if (reason !== null && reason.kind !== 'not-loaded') context.noteFailure(reason);
          progress.waiting(reason !== null);
        },
        onDone: resolve,
        onFailed: (failure) => reject(new ExportError(failure)),
      },
    );
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([result, signedIn.ended]);
  } catch (error) {
    await (running as RunningExport | null)?.discard();
    throw error;
  } finally {
    over.abort();
  }
}

/** Runs the code of the console's export worker on the main thread, because the command has no screen that it could block. */
function workerInProcess(storage: FileStorage): ExportWorker {
  let report: (message: ExportReport) => void = () => undefined;
  const receive = serveExport(
    (message) => void setImmediate(() => report(message)),
    async () => storage,
    createFileWriter,
    Date.now,
  );
  return {
    send: (command) => void setImmediate(() => receive(command)),
    listen: (onReport) => {
      report = onReport;
    },
    terminate: () => undefined,
  };
}
