import type { PriceField } from '@/contract/column';
import { comparisonFromSearch } from '@/features/workbench/model/compare-with';
import { queryToSearch } from '@/features/workbench/model/query-address';
import { shownRowsName } from '@/features/workbench/model/workbench-search';
import {
  comparableColumns,
  comparisonOfSides,
  metadataKeys,
  numberColumns,
  orderedSides,
  proposedPrice,
  sideFilters,
  type ComparableColumns,
  type SideFilters,
  type SnapshotSide,
  type SnapshotSides,
} from '@/features/workbench/rows-read/comparison/compared-side';
import {
  completeComparison,
  type CompletedComparison,
} from '@/features/workbench/rows-read/comparison/comparison-store';
import type { ComparisonEngine } from '@/features/workbench/rows-read/engine/analysis-engine';
import { createEngineConnection } from '@/features/workbench/rows-read/engine/create-engine-connection';
import { FileProblemError } from '@/features/workbench/rows-read/sources/files/file-outline';
import { fileSide, openFileRows } from '@/features/workbench/rows-read/sources/files/open-file-rows';
import {
  addFile,
  readFileOutline,
  type AddedFile,
  type MappedFile,
} from '@/features/workbench/rows-read/sources/files/read-file';
import { viewState } from '@/session/rights';
import { CommandError } from '../command-problem';
import { BUDGET_BYTES, readRows } from '../engine/read-rows';
import { startEngine } from '../engine/start-engine';
import type { RunContext } from '../run-context';
import { openView, type OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';
import { mappingOf, startFileReader } from './file-reader';

/** What a view is compared with, and by what. */
export interface CompareRequest {
  /** As the run names it. */
  readonly path: string;
  /** The file, and what certifies it. */
  readonly files: readonly File[];
  /** The columns that match rows; null for those of the view, of the metadata, or proposed from the rows. */
  readonly keys: readonly string[] | null;
  /** The column of Δ; null for that of the view, or the one that the metadata propose. */
  readonly price: string | null;
  /** BCP 47: how numbers and dates of a file are read that can be read in several ways. */
  readonly region: string;
}

/** A view compared with a file. */
export interface Compared {
  readonly request: CompareRequest;
  readonly view: OpenedView;
  readonly engine: ComparisonEngine;
  readonly completed: CompletedComparison;
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly filters: SideFilters;
  readonly file: MappedFile;
  readonly added: AddedFile;
  readonly isLocked: (field: PriceField) => boolean;
}

/**
 * Compares all rows of a view with those of a file, as **Changes** does. `report` is called with the comparison, whose rows are gone
 * afterwards. Rejects with CommandError, among others.
 */
export async function compareView<Result>(
  view: CommandView,
  request: CompareRequest,
  context: RunContext,
  report: (compared: Compared) => Promise<Result>,
): Promise<Result> {
  if (shownRowsName(view.search) !== null) throw new CommandError({ kind: 'part-of-rows' });
  const { signedIn, words, signal, retryUntilDone, readModule, progress } = context;
  const { path, files } = request;
  const ofView = choiceOfView(view);
  const reading = { signal, startWorker: startFileReader };
  const outline = await ofFile(path, () => readFileOutline(files, {}, reading));
  const opened = await retryUntilDone(() => openView(view, signedIn, words, signal), signal);
  const { priceColumn } = opened;
  const isLocked = (field: PriceField) => viewState(field, signedIn.rights).state === 'locked';
  const file: MappedFile = {
    files,
    outline,
    mapping: mappingOf(outline, priceColumn, isLocked, request.region),
  };
  if (file.mapping.columns.length === 0) {
    throw new CommandError({ kind: 'no-common-columns', file: path, priceColumn: priceColumn.name });
  }

  // Before anything is read that takes long.
  const namesOfFile = file.mapping.columns.map(({ field }) => field);
  const { common } = comparableColumns(
    { earlier: namesOfFile, later: opened.opened.columns },
    priceColumn,
    isLocked,
  );
  const keys = request.keys ?? ofView.keys ?? metadataKeys(common, priceColumn);
  const price =
    request.price ?? (ofView.price === undefined ? proposedPrice(common, priceColumn) : ofView.price);
  requireCommon(keys ?? [], common);
  if (price !== null) requireCommon([price], numberColumns(common, priceColumn));

  const connection = createEngineConnection(() => startEngine(readModule));
  const read = await readRows(opened.opened, priceColumn, () => connection, context);
  const { store, rows } = read;
  const forFile = store.share();
  try {
    const { engine } = store;
    const added = await ofFile(path, () =>
      addFile(forFile, file, {
        priceColumn: priceColumn.name,
        fields: priceColumn.fields,
        budgetBytes: BUDGET_BYTES,
        onProgress: (rowCount) => {
          context.noteProgress();
          progress.rows(rowCount, Math.max(rowCount, outline.rowCount), null);
        },
        ...reading,
      }),
    );
    // Other rows than those that were exported must not pass for those of the last time.
    if (added.isAsCertified === false) throw new CommandError({ kind: 'not-as-certified', file: path });
    const onScreen = sideOfView(opened);
    const sides = orderedSides(onScreen, {
      opened: await openFileRows(file, added, forFile, priceColumn, signal),
      search: {},
      hasQuery: false,
      file,
    });
    const columns = comparableColumns(
      { earlier: sides.earlier.opened.columns, later: sides.later.opened.columns },
      priceColumn,
      isLocked,
    );
    const filters = sideFilters(sides, priceColumn, isLocked);
    const ofSnapshot = { table: rows.table, rowCount: rows.snapshot.rowCount, coverage: rows.coverage };
    const sideRows = (side: SnapshotSide) => (side === onScreen ? ofSnapshot : fileSide(file, added));
    const { result, drop } = await completeComparison(
      {
        engine,
        setUp: '',
        ...comparisonOfSides({
          rows: { earlier: sideRows(sides.earlier), later: sideRows(sides.later) },
          filters,
          common: columns.common,
          priceColumn,
          keys,
          price,
        }),
      },
      signal,
    );
    if (result === 'no-keys') throw new CommandError({ kind: 'no-keys' });
    try {
      const compared = { request, view: opened, engine, completed: result, file, added };
      return await report({ ...compared, sides, columns, filters, isLocked });
    } finally {
      await drop();
    }
  } finally {
    forFile.terminate();
    store.release();
  }
}

/** The keys and the price of a view that was saved in **Changes**; what it is compared with there is known to the browser. */
function choiceOfView({ search }: CommandView): {
  readonly keys: readonly string[] | null;
  readonly price: string | null | undefined;
} {
  const read = comparisonFromSearch(search);
  if (read === null) return { keys: null, price: undefined };
  if (read.ok) return read.choice;
  const { text } = read.problem;
  throw new CommandError({ kind: 'address', problems: [{ part: 'subset', kind: 'unreadable', text }] });
}

function requireCommon(wanted: readonly string[], names: readonly string[]): void {
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined) throw new CommandError({ kind: 'not-on-both-sides', column: missing, names });
}

function sideOfView({ opened, draft }: OpenedView): SnapshotSide {
  const query = draft === null ? [] : Object.entries(queryToSearch(draft));
  const search = Object.fromEntries(
    query.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return { opened, search, hasQuery: draft !== null };
}

/** Says of which file a problem is. */
async function ofFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileProblemError)) throw error;
    const { problem } = error;
    throw new CommandError(
      problem.kind === 'too-large' ? { kind: 'too-many-rows' } : { kind: 'compared-file', file, problem },
    );
  }
}
