import type { PriceField } from '@/contract/column';
import { comparisonFromSearch } from '@/features/workbench/model/compare-with';
import { computedField } from '@/analysis/conditions/computed-field';
import { queryToSearch } from '@/features/workbench/model/query-address';
import {
  comparableColumns,
  comparisonOfSides,
  metadataKeys,
  numberColumns,
  orderedSides,
  proposedPrice,
  sideOfFile,
  withComputed,
  type ComparableColumns,
  type SideFilters,
  type SnapshotSide,
  type SnapshotSides,
} from '@/analysis/comparison/compared-side';
import { completeComparison, type CompletedComparison } from '@/analysis/comparison/complete-comparison';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { FileProblemError } from '@/analysis/source-files/file-outline';
import { fileSide, openFileRows } from '@/analysis/source-files/open-file-rows';
import { addFile, readFileOutline, type AddedFile, type MappedFile } from '@/analysis/source-files/read-file';
import { refinementText } from '@/analysis/conditions/refinement-text';
import { viewState } from '@/session/rights/rights';
import { localDay } from '@/lib/formats/iso-date';
import { CommandError } from '../command-problem';
import { BUDGET_BYTES, readRows } from '../engine/read-rows';
import type { RunContext } from '../run-context';
import { openView, refinementOf, type OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';
import { mappingOf, startFileReader, type FileChoices } from './file-reader';
import { sideFilters } from '@/features/workbench/rows-read/comparison/side-filters';

export interface CompareRequest {
  /** The path of the file, as the command line names it. */
  readonly path: string;
  /** The file, and its certificate if there is one. */
  readonly files: readonly File[];
  /** The key columns. If null, they come from the view, else from the metadata, else they are guessed from the rows. */
  readonly keys: readonly string[] | null;
  /** The column whose differences are shown as Δ. If null, it comes from the view, else from the metadata. */
  readonly price: string | null;
  /** The region for ambiguous values in the file and for Excel files, as a BCP 47 tag. */
  readonly region: string;
  readonly choices: FileChoices;
}

/** The result of comparing a view with a file. */
export interface Compared {
  readonly request: CompareRequest;
  readonly view: OpenedView;
  readonly engine: AnalysisEngine;
  readonly completed: CompletedComparison;
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly filters: SideFilters;
  /** Text that describes the refinement (filters and computed columns) applied to both sides; null if there is none. */
  readonly refinement: string | null;
  /** Whether the view adds columns from other sources. They are left out, because the file cannot have them. */
  readonly isWithoutAdded: boolean;
  readonly file: MappedFile;
  readonly added: AddedFile;
  readonly isLocked: (field: PriceField) => boolean;
}

/** Compares the rows of a view and a file. The rows exist only while `report` runs. Rejects with CommandError, among others. */
export async function compareView<Result>(
  view: CommandView,
  request: CompareRequest,
  context: RunContext,
  report: (compared: Compared) => Promise<Result>,
): Promise<Result> {
  if (view.search.subset !== undefined) throw new CommandError({ kind: 'part-of-rows' });
  const { signedIn, words, signal, retryUntilDone, connectEngine, progress } = context;
  const { path, files } = request;
  const ofView = choiceOfView(view);
  const reading = { signal, startWorker: startFileReader };
  const outline = await ofFile(path, () => readFileOutline(files, request.choices.outline, reading));
  const opened = await retryUntilDone(() => openView(view, signedIn, words, signal), signal);
  const { priceColumn: ofService } = opened;
  const isLocked = (field: PriceField) => viewState(field, signedIn.rights).state === 'locked';
  const file: MappedFile = {
    files,
    outline,
    mapping: mappingOf(outline, ofService, isLocked, request.region, request.choices),
  };
  if (file.mapping.columns.length === 0) {
    throw new CommandError({ kind: 'no-common-columns', file: path, priceColumn: ofService.name });
  }

  // Before the rows are read, which takes long, refuses columns that cannot be compared.
  const namesOfFile = file.mapping.columns.map(({ field }) => field);
  const ofSides = { earlier: namesOfFile, later: opened.opened.columns };
  const known = comparableColumns(ofSides, ofService.fields, isLocked).common;
  const refinement = refinementOf(
    view.search.refine,
    ofService.fields.filter(({ name }) => known.includes(name)),
  );
  const computed = refinement?.computedColumns.map(computedField) ?? [];
  const fields = [...ofService.fields, ...computed];
  const priceColumn = { ...ofService, fields };
  const { common } = comparableColumns(withComputed(ofSides, refinement), fields, isLocked);
  const keys = request.keys ?? ofView.keys ?? metadataKeys(common, priceColumn);
  const price = request.price ?? (ofView.price === undefined ? proposedPrice(common, fields) : ofView.price);
  requireCommon(keys ?? [], common);
  if (price !== null) requireCommon([price], numberColumns(common, fields));

  const connection = connectEngine();
  const read = await readRows(opened.opened, ofService, () => connection, context);
  const { store, rows } = read;
  const forFile = store.share();
  try {
    const { engine } = store;
    const added = await ofFile(path, () =>
      addFile(forFile, file, {
        priceColumn: priceColumn.name,
        fields: ofService.fields,
        budgetBytes: BUDGET_BYTES,
        onProgress: (rowCount) => {
          context.noteProgress();
          progress.rows(rowCount, Math.max(rowCount, outline.rowCount), null);
        },
        ...reading,
      }),
    );
    // Rows that were changed after the export must not pass for the exported ones.
    if (added.isAsCertified === false) throw new CommandError({ kind: 'not-as-certified', file: path });
    const onScreen = sideOfView(opened);
    const openedFile = await openFileRows(file, added, forFile, ofService, signal);
    const sides = orderedSides(onScreen, sideOfFile(openedFile, file, added));
    const namesOfSides = { earlier: sides.earlier.opened.columns, later: sides.later.opened.columns };
    const columns = comparableColumns(withComputed(namesOfSides, refinement), fields, isLocked);
    const filters = sideFilters(sides, ofService, isLocked, signedIn.client.dialect);
    const ofSnapshot = { table: rows.table, rowCount: rows.snapshot.rowCount, coverage: rows.coverage };
    const sideRows = (side: SnapshotSide) => (side === onScreen ? ofSnapshot : fileSide(file, added));
    const { result, drop } = await completeComparison(
      {
        engine,
        setUp: '',
        refined: refinement === null ? null : { refinement, today: localDay(new Date()) },
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
      return await report({
        request,
        view: { ...opened, priceColumn },
        engine,
        completed: result,
        sides,
        columns,
        filters,
        refinement: refinement === null ? null : refinementText(words, fields, refinement),
        isWithoutAdded: view.search.added !== undefined,
        file,
        added,
        isLocked,
      });
    } finally {
      await drop();
    }
  } finally {
    forFile.terminate();
    store.release();
  }
}

/** Returns the keys and the price of a view that was saved in **Changes**. The view does not say what it is compared with. */
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

/** Runs `work`, and adds the name of the file to the problem that it throws. */
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
