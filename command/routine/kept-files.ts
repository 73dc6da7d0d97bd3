import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PriceColumn, PriceField } from '@/contract/column';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import { routineResultSchema, type RoutineResult } from '@/features/workbench/routine/routine-result';
import type { KeepRequest, KeptRowsRead, RoutineStorage } from '@/features/workbench/routine/routine-storage';
import type { SavedView } from '@/features/workbench/model/saved-view';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { sharedConnection } from '@/analysis/engine/shared-connection';
import { FileProblemError, type FileOutline } from '@/analysis/source-files/file-outline';
import { fileCoverage, openFileRows } from '@/analysis/source-files/open-file-rows';
import { addFile, readFileOutline, type AddedFile } from '@/analysis/source-files/read-file';
import { NOTHING_FOUND } from '@/analysis/source-files/table-file';
import { ReadingError } from '@/analysis/reading/read-all-rows';
import { localDay } from '@/lib/formats/iso-date';
import { randomId } from '@/lib/base/random-id';
import { mappingOf, openFiles, startFileReader } from '../compare/file-reader';
import { BUDGET_BYTES } from '../engine/read-rows';
import { createFileStorage } from '../extract/file-storage';
import { writeRows } from '../extract/extract';
import { errorCode } from '../files';
import { CommandError } from '../command-problem';
import type { RunContext } from '../run-context';

/** The mode allows only the account that runs the routine to read the prices. */
const PRIVATE_FILE = 0o600;

/** How old the files of a killed run must be to be removed. Younger files may belong to a run that is still at work. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;

const LONGEST_SLUG = 40;

/** Any region gives the same result, because values in Parquet have types and need no interpretation. */
const ANY_REGION = 'en';

/** Returns the name for the kept files of a view: the same in each run, and readable. `service` is the address of the service. */
export function keptName(
  { name, priceColumn }: Pick<SavedView, 'name' | 'priceColumn'>,
  service: string,
): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG);
  const hash = createHash('sha256')
    .update(JSON.stringify([service, priceColumn, name]))
    .digest('hex')
    .slice(0, 12);
  return slug === '' ? hash : `${slug}-${hash}`;
}

/**
 * Keeps the rows of a routine in an existing folder, as Parquet with certificates, and the result of each view as JSON. A file gets its
 * final name once it is complete. In a request to keep rows, the name is the `keptName` of the view.
 */
export function routineStorageOfFolder(folder: string, context: RunContext): RoutineStorage {
  const rowsFile = (id: string) => path.join(folder, `${plain(id)}.parquet`);
  const resultFile = (viewId: string) => path.join(folder, `${plain(viewId)}.json`);

  return {
    lastResult: async (viewId) => readResult(resultFile(viewId)),
    putResult: async (result) => {
      await writeText(resultFile(result.viewId), `${JSON.stringify(result, null, 2)}\n`, context);
      removeLeftBehind(folder, result);
    },
    keep: async ({ openSnapshot, priceColumn, search, words, name }: KeepRequest, signal) => {
      const id = `${name}-${localDay(new Date(openSnapshot.takenAtMs))}-${randomId().slice(0, 8)}`;
      const { columns, snapshot, takenAtMs } = openSnapshot;
      await writeRows(
        {
          priceColumn,
          opened: openSnapshot,
          shownColumns: columns,
          words,
          requestBody: null,
          highlights: [],
        },
        { folder, stem: plain(id), choice: 'parquet', mode: PRIVATE_FILE },
        ANY_REGION,
        { ...context, signal },
      );
      return { id, takenAtMs, rowCount: snapshot.rowCount, search };
    },
    readRows: async (id, options) => readKeptFile(rowsFile(id), options, context),
    deleteRows: async (id) => rmSync(rowsFile(id), { force: true }),
  };
}

/** Refuses a name that leads out of the folder, because the JSON file that contains the name may have been edited. */
function plain(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new CopyError({ kind: 'missing' });
  return name;
}

function readResult(file: string): RoutineResult | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new CommandError({ kind: 'unreadable-file', file, code: errorCode(error) });
  }
  try {
    const read = routineResultSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

async function writeText(file: string, text: string, { onLeave }: RunContext): Promise<void> {
  const storage = createFileStorage(
    { folder: path.dirname(file), name: path.basename(file), mode: PRIVATE_FILE },
    randomId().slice(0, 8),
  );
  const leave = onLeave(storage.removeAll);
  try {
    const content = new Blob([text]);
    await storage.commit([{ name: path.basename(file), content, seal: null, size: content.size }]);
  } finally {
    storage.removeAll();
    leave();
  }
}

function removeLeftBehind(folder: string, { viewId, now, before }: RoutineResult): void {
  const kept = [now.copyId, before?.copyId].map((id) => `${id}.parquet`);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${viewId}-`) || !name.endsWith('.parquet') || kept.includes(name)) continue;
    const file = path.join(folder, name);
    const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) rmSync(file, { force: true });
  }
}

/** Reads a file of kept rows into an engine. Rejects with CopyError if the file is missing or changed. */
async function readKeptFile(
  file: string,
  { priceColumn, isLocked, connect, signal }: Parameters<RoutineStorage['readRows']>[1],
  { progress }: RunContext,
): Promise<KeptRowsRead> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) throw new CopyError({ kind: 'missing' });
  const files = await openFiles(file);
  const connection = connect();
  const reading = { signal, startWorker: startFileReader };
  try {
    const outline = await outlineOf(files, reading);
    const added =
      outline === null
        ? await noRows(connection, priceColumn, isLocked, signal)
        : await addFile(
            connection,
            { files, outline, mapping: mappingOf(outline, priceColumn, isLocked, ANY_REGION) },
            {
              priceColumn: priceColumn.name,
              fields: priceColumn.fields,
              budgetBytes: BUDGET_BYTES,
              onProgress: (rowCount) => progress.rows(rowCount, Math.max(rowCount, outline.rowCount), null),
              ...reading,
            },
          );
    if (added.isAsCertified === false) throw new CopyError({ kind: 'damaged' });
    const { table, misfits, rowCount } = added;
    const { name, lastModified } = files[0] ?? new File([], '');
    const shown = outline ?? { name, modifiedAtMs: lastModified, certificate: null };
    return {
      opened: await openFileRows({ outline: shown }, added, connection, priceColumn, signal),
      rows: {
        engine: connection,
        side: { table, rowCount, coverage: fileCoverage({ outline: shown }, rowCount) },
        misfits,
        share: () => sharedConnection(connection, () => undefined),
        release: connection.terminate,
      },
    };
  } catch (error) {
    connection.terminate();
    if (!(error instanceof FileProblemError)) throw error;
    if (error.problem.kind === 'too-large') {
      throw new ReadingError({ kind: 'memory', budgetBytes: BUDGET_BYTES });
    }
    throw new CopyError({ kind: 'damaged' });
  }
}

const PARQUET_MAGIC = 'PAR1';

/** Reads the outline of a kept file; null if it has no rows. Rejects with CopyError if it is not Parquet with a certificate. */
async function outlineOf(
  files: readonly File[],
  options: Parameters<typeof readFileOutline>[2],
): Promise<FileOutline | null> {
  try {
    const outline = await readFileOutline(files, {}, options);
    if (outline.format === 'parquet' && outline.certificate !== null) return outline;
  } catch (error) {
    const hasNoRows = error instanceof FileProblemError && error.problem.kind === 'no-rows';
    if (!hasNoRows) throw error;
    if ((await files[0]?.slice(0, PARQUET_MAGIC.length).text()) === PARQUET_MAGIC) return null;
  }
  throw new CopyError({ kind: 'damaged' });
}

/** Creates an empty table with all readable columns. The other side of the comparison decides which of them are compared. */
async function noRows(
  connection: EngineConnection,
  { name, fields }: PriceColumn,
  isLocked: (field: PriceField) => boolean,
  signal: AbortSignal,
): Promise<AddedFile> {
  const columns = fields.filter((field) => !isLocked(field)).map((field) => ({ name: field.name, field }));
  const request = { priceColumn: name, snapshot: null, columns, pageSize: 1 };
  const table = await connection.createTable(request, signal);
  return { table, misfits: {}, rowCount: 0, ...NOTHING_FOUND };
}
