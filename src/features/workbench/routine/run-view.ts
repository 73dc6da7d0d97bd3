import type { PriceColumn, PriceField } from '@/contract/column';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import { copyCacheKey } from '@/rows/kept-copies/kept-copy';
import { ROLES } from '@/rows/price-rows/column-roles';
import { withFields } from '@/rows/price-rows/read-price-columns';
import { withoutUses } from '@/rows/price-rows/refused-uses';
import type { ServiceClient } from '@/session/service-client';
import { localDay } from '@/lib/formats/iso-date';
import { queryFromSearch } from '../model/query-address';
import { refusedOfView } from '../snapshot/refused-of-view';
import { refinementProblem, type Refinement } from '@/analysis/conditions/refinement';
import { refinementFromParameter } from '@/analysis/conditions/refinement-address';
import { resolveQuery } from '../model/resolve-query';
import { viewForService } from '../model/search-for-service';
import type { SavedView } from '../model/saved-view';
import { sourceToParameter } from '@/analysis/conditions/source';
import {
  comparableColumns,
  comparisonOfSides,
  metadataKeys,
  proposedPrice,
  withComputed,
  type SideName,
  type SnapshotSides,
} from '@/analysis/comparison/compared-side';
import type { Comparison } from '@/analysis/comparison/comparison';
import { completeComparison, type MadeComparison } from '@/analysis/comparison/complete-comparison';
import { checksFromParameter, fixedRolesToParameter } from '@/analysis/checks/checks-address';
import { checksOfRows, type ChecksOfRows } from '@/analysis/checks/checks-of-rows';
import type { ChecksSpec } from '@/analysis/checks/checks-spec';
import type { CheckedRows } from '@/analysis/checks/checks-sql';
import { dropCheckRun, runChecks, type CheckRun } from '@/analysis/checks/run-checks';
import { EngineError, type EngineFailure } from '@/analysis/engine/analysis-engine';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import type { ComparedSide } from '@/analysis/matching/matched-sides';
import { ReadingError, type AllRows } from '@/analysis/reading/read-all-rows';
import { MOST_ROWS_AT_ONCE } from '@/analysis/reading/reading-plan';
import type { ReadingFailure } from '@/analysis/reading/reading-state';
import { refineRows } from '@/analysis/steps/refined-rows';
import { takeSnapshot } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure, type SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { readCheckOutcomes, readEffects } from './routine-figures';
import type { CheckOutcome, ComparedRows, RoutineResult, RoutineSide } from './routine-result';
import type { KeptRows, KeptRowsRead, RoutineStorage } from './routine-storage';
import { sideFilters } from '../rows-read/comparison/side-filters';

/** The reason why a view could not be run. The routine continues with the other views. */
export type ViewFailure =
  /** The price column no longer exists, or the account may not read it. */
  | { readonly kind: 'no-price-column'; readonly name: string }
  /** Parts of the query that no longer apply, in the notation of the view. */
  | { readonly kind: 'query'; readonly parts: readonly string[] }
  | { readonly kind: 'too-many-rows'; readonly rowCount: number; readonly most: number }
  | { readonly kind: 'snapshot'; readonly failure: SnapshotFailure }
  /** The rows could not be kept; the list of exports shows why. */
  | { readonly kind: 'not-kept' }
  | { readonly kind: 'reading'; readonly failure: ReadingFailure }
  | { readonly kind: 'engine'; readonly failure: EngineFailure };

export const VIEW_STEPS = ['snapshot', 'keeping', 'reading', 'comparing', 'checking'] as const;
export type ViewStep = (typeof VIEW_STEPS)[number];

/** The dependencies that read the kept rows of a view. */
export interface KeptSidesPorts {
  readonly storage: Pick<RoutineStorage, 'readRows'>;
  readonly isLocked: (field: PriceField) => boolean;
  readonly connect: () => EngineConnection;
}

export interface RunViewPorts extends KeptSidesPorts {
  readonly client: ServiceClient;
  readonly storage: RoutineStorage;
  /** Returns the user's checks of a price column in the notation of an address; undefined if none are saved. */
  readonly savedChecks: (priceColumn: string) => string | undefined;
  readonly nowMs: () => number;
}

export interface RunViewRequest {
  readonly view: SavedView;
  /** The price column of the view; undefined if no price column has that name. */
  readonly priceColumn: PriceColumn | undefined;
  /** A description of the view's query. */
  readonly words: string;
  readonly copyName: string;
}

export type ViewOutcome =
  | { readonly ok: true; readonly result: RoutineResult }
  | { readonly ok: false; readonly failure: ViewFailure };

/** Takes, keeps, compares and checks rows. The last rows are replaced only at the end. Rejects with the signal's reason. */
export async function runView(
  { view: saved, priceColumn: listed, words, copyName }: RunViewRequest,
  ports: RunViewPorts,
  signal: AbortSignal,
  onStep: (step: ViewStep, share: number | null) => void,
): Promise<ViewOutcome> {
  if (listed === undefined)
    return { ok: false, failure: { kind: 'no-price-column', name: saved.priceColumn } };
  const { storage, client, isLocked } = ports;
  let copy: KeptRows | null = null;
  try {
    onStep('snapshot', null);
    const today = localDay(new Date(ports.nowMs()));
    const known = await withFields(client, listed, signal);
    const refused = await refusedOfView(saved.query, known, { client, isLocked, today }, signal);
    const priceColumn = withoutUses(known, refused);
    const view = viewOfService(saved, { priceColumn, isLocked });
    const { draft, problems } = queryFromSearch(view.query, priceColumn, isLocked);
    const resolved = draft === null ? null : resolveQuery(draft, { priceColumn, isLocked, today });
    if (problems.length > 0 || resolved?.ok !== true) {
      return { ok: false, failure: { kind: 'query', parts: problems.map(({ text }) => text) } };
    }
    const openSnapshot = await takeSnapshot(client, priceColumn, resolved.query, signal);
    const { rowCount } = openSnapshot.snapshot;
    if (rowCount > MOST_ROWS_AT_ONCE) {
      return { ok: false, failure: { kind: 'too-many-rows', rowCount, most: MOST_ROWS_AT_ONCE } };
    }
    onStep('keeping', 0);
    // What is done on the rows read is that of the view, unless a filter was moved there.
    const moved = view === saved ? {} : { refine: view.display?.refine };
    const search = Object.fromEntries(
      Object.entries({ ...view.query, ...moved }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    const kept = await storage.keep(
      { openSnapshot, priceColumn, search, words, name: copyName },
      signal,
      (share) => onStep('keeping', share),
    );
    if (kept === null) return { ok: false, failure: { kind: 'not-kept' } };
    copy = kept;
    const last = await storage.lastResult(view.id);
    const result = await compareWithLast({ view, priceColumn, copy, last, today }, ports, signal, onStep);
    await storage.putResult(result);
    // From here on the result owns the copy, so that the copy is not deleted below.
    copy = null;
    // The rows of the routine before the last one are deleted, because nothing compares them any more.
    const stale = last?.before?.copyId;
    if (stale !== undefined && stale !== result.before?.copyId)
      await storage.deleteRows(stale).catch(() => undefined);
    return { ok: true, result };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, failure: failureOf(error) };
  } finally {
    // A copy that no result refers to is deleted, because it would stay forever.
    if (copy !== null) await storage.deleteRows(copy.id).catch(() => undefined);
  }
}

interface KeptView {
  readonly view: SavedView;
  readonly priceColumn: PriceColumn;
  readonly copy: KeptRows;
  readonly last: RoutineResult | null;
  /** The current day as an ISO date. */
  readonly today: string;
}

/** The kept rows of a view in one engine, and their comparison. */
export interface KeptSides {
  readonly later: AllRows;
  /** The rows of the last routine; null if there is nothing to compare with. */
  readonly earlier: AllRows | null;
  /** The comparison of the rows; null if there is nothing to compare with. */
  readonly made: MadeComparison | null;
}

interface KeptSidesOf {
  readonly view: SavedView;
  readonly priceColumn: PriceColumn;
  readonly now: RoutineSide;
  readonly before: RoutineSide | null;
  /** The ISO day that relative days of the refinement are resolved against. */
  readonly today: string;
}

/** Compares kept rows for `work`, and then releases them. Rejects like reading and comparing, or with the signal's reason. */
export async function withKeptSides<Result>(
  { view: saved, priceColumn, now, before, today }: KeptSidesOf,
  { storage, isLocked, connect }: KeptSidesPorts,
  signal: AbortSignal,
  work: (sides: KeptSides) => Promise<Result>,
  onStep: (step: ViewStep, share: number | null) => void = () => undefined,
): Promise<Result> {
  onStep('reading', null);
  const view = viewOfService(saved, { priceColumn, isLocked });
  const options = { priceColumn, isLocked, signal };
  const ofNow = await storage.readRows(now.copyId, { ...options, connect });
  const later = ofNow.rows;
  let earlier: AllRows | null = null;
  let made: MadeComparison | null = null;
  try {
    const ofBefore =
      before === null
        ? null
        : await storage
            .readRows(before.copyId, { ...options, connect: later.share })
            .catch(unlessRowsAreGone);
    if (ofBefore !== null) {
      earlier = ofBefore.rows;
      onStep('comparing', null);
      made = await compareSides(
        { earlier: ofBefore, later: ofNow },
        { priceColumn, view, today, isLocked, searchThen: before?.search ?? {}, searchNow: now.search },
        signal,
      );
    }
    return await work({ later, earlier, made });
  } finally {
    // Everything is released, because the engine has no memory for anything else. Releasing the later side ends the engine.
    await made?.drop().catch(() => undefined);
    earlier?.release();
    later.release();
  }
}

function compareWithLast(
  { view, priceColumn, copy, last, today }: KeptView,
  ports: RunViewPorts,
  signal: AbortSignal,
  onStep: (step: ViewStep, share: number | null) => void,
): Promise<RoutineResult> {
  const now = sideOf(copy);
  const work = async ({ later, earlier, made }: KeptSides): Promise<RoutineResult> => {
    onStep('checking', null);
    const comparison = made === null || made.result === 'no-keys' ? null : made.result.comparison;
    const parameter = view.display?.checks ?? ports.savedChecks(priceColumn.name);
    const how = { view, priceColumn, parameter, today, fixed: fixedRoles(view, last) };
    const shownNow = await refinedSide(later, how, signal);
    const shownThen = earlier === null ? null : await refinedSide(earlier, how, signal);
    const checked = await runChecksOf(shownNow, how, signal);
    try {
      const outcomes = await outcomesOf(
        checked,
        comparison === null ? null : { comparison, earlier: shownThen },
        how,
        signal,
      );
      // If the refinement does not fit both sides, the unrefined rows are compared.
      const isRefined = !isUnrefined({ view, priceColumn }, [later, earlier]);
      // Misfits in texts are left out. They are halves of characters, which do not matter for prices.
      const misfits = Object.fromEntries(
        Object.entries(later.misfits).filter(([name]) =>
          priceColumn.fields.some((field) => field.name === name && field.type !== 'text'),
        ),
      );
      const withRefined = (side: RoutineSide, { refinedRowCount }: ShownSide): RoutineSide =>
        isRefined && refinedRowCount !== null ? { ...side, refinedRowCount } : side;
      return {
        viewId: view.id,
        priceColumn: priceColumn.name,
        ranAtMs: ports.nowMs(),
        now: withRefined(now, shownNow),
        before: shownThen === null || last === null ? null : withRefined(last.now, shownThen),
        comparison:
          made === null
            ? null
            : comparison === null
              ? 'no-keys'
              : await comparedRows(later, comparison, checked?.rows.roles.currency ?? null, signal),
        checks: outcomes === null ? null : [...outcomes],
        notRun: [...(checked?.withoutSource ?? [])],
        ...(checked !== null && setUpOf(checked, last)),
        isWithoutAdded: view.display?.added !== undefined,
        ...(!isRefined && { isUnrefined: true }),
        ...(hasAny(shownNow.tooLong) && { tooLong: shownNow.tooLong }),
        ...(hasAny(misfits) && { misfits }),
      };
    } finally {
      await checked?.drop();
    }
  };
  return withKeptSides(
    { view, priceColumn, now, before: last?.now ?? null, today },
    ports,
    signal,
    work,
    onStep,
  );
}

interface CheckedHow {
  readonly view: SavedView;
  readonly priceColumn: PriceColumn;
  /** The checks in the notation of an address; undefined for the suggested checks. */
  readonly parameter: string | undefined;
  /** Roles that replace the suggested roles; undefined without such roles. */
  readonly fixed: ChecksSpec['roles'] | undefined;
  readonly today: string;
}

interface CheckedSide extends ChecksOfRows {
  readonly engine: AllRows['engine'];
  readonly run: CheckRun;
  readonly drop: () => Promise<void>;
}

/** The rows of a side after the refinement of the view. They are released with the rows of the side. */
interface ShownSide extends Pick<AllRows, 'engine' | 'misfits'>, Pick<CheckedRows, 'table' | 'refinedOf'> {
  /** The number of rows after the refinement; null without a refinement, or if it does not fit. */
  readonly refinedRowCount: number | null;
  readonly tooLong: Readonly<Record<string, number>>;
}

function hasAny(counts: Readonly<Record<string, number>>): boolean {
  return Object.keys(counts).length > 0;
}

async function refinedSide(
  { engine, side: { table }, misfits }: AllRows,
  { view, priceColumn, today }: CheckedHow,
  signal: AbortSignal,
): Promise<ShownSide> {
  const names = table.columns.map(({ name }) => name);
  const refinement = refinementOf(view, priceColumn, names);
  if (refinement === null)
    return { engine, misfits, table, refinedOf: null, refinedRowCount: null, tooLong: {} };
  const refined = await refineRows(engine, table, refinement, { today, signal });
  const { rowCount: refinedRowCount, tooLong } = refined;
  return { engine, misfits, table: refined.table, refinedOf: table, refinedRowCount, tooLong };
}

/** Runs the checks on rows; null if the checks cannot be read. */
async function runChecksOf(
  { engine, table, refinedOf = null, misfits }: ShownSide,
  { priceColumn, parameter, fixed, today }: CheckedHow,
  signal: AbortSignal,
): Promise<CheckedSide | null> {
  const rows = { table, refinedOf, misfits, priceColumn, parameter, fixed, today };
  const checks = await checksOfRows({ engine, ...rows }, signal);
  if (checks === null) return null;
  const run = await runChecks(engine, checks.rows, checks.checks, signal);
  return { ...checks, engine, run, drop: () => dropCheckRun(engine, run).catch(() => undefined) };
}

/** Compares the current findings with the findings in the last rows; null if the checks cannot be read. */
async function outcomesOf(
  checked: CheckedSide | null,
  compared: { readonly comparison: Comparison; readonly earlier: ShownSide | null } | null,
  how: CheckedHow,
  signal: AbortSignal,
): Promise<readonly CheckOutcome[] | null> {
  if (checked === null) return null;
  const { engine, run: later } = checked;
  // Both sides are checked with the same roles, so that only the rows decide whether a finding is new or gone.
  const same = { ...how, fixed: checked.resolved.wanted };
  const before = compared?.earlier == null ? null : await runChecksOf(compared.earlier, same, signal);
  try {
    const sides =
      compared === null || before === null
        ? null
        : { comparison: compared.comparison, earlier: before.run, later };
    return await readCheckOutcomes(engine, later, sides, signal);
  } finally {
    await before?.drop();
  }
}

/** Returns the roles to check a view with: those saved with the view, or else those of the last routine; undefined at the first routine. */
function fixedRoles({ display }: SavedView, last: RoutineResult | null): ChecksSpec['roles'] | undefined {
  const saved = display?.roles === undefined ? null : checksFromParameter(display.roles);
  return saved?.ok === true ? saved.spec.roles : last?.usualRoles;
}

/** Returns the roles that the checks used, the last roles if they were different, and the checks that lack fields. */
function setUpOf(
  { resolved }: CheckedSide,
  last: RoutineResult | null,
): Pick<RoutineResult, 'roles' | 'usualRoles' | 'key' | 'rolesBefore' | 'keyBefore' | 'lacking'> {
  const roles = { ...resolved.wanted };
  const key = [...resolved.key];
  const areOther =
    last?.roles !== undefined && ROLES.some((role) => (last.roles?.[role] ?? null) !== roles[role]);
  const isOther = last?.key !== undefined && JSON.stringify(last.key) !== JSON.stringify(key);
  return {
    roles,
    usualRoles: { ...resolved.usual },
    key,
    ...(areOther && { rolesBefore: last.roles }),
    ...(isOther && { keyBefore: last.key }),
    lacking: resolved.checks.flatMap(({ definition: { id }, isUsed, missing, lacking }) =>
      isUsed && missing.length === 0 && lacking.length > 0 ? [{ check: id, fields: [...lacking] }] : [],
    ),
  };
}

/** Returns null if the last rows were deleted or have a different version, so that they cannot be compared. Throws other errors. */
function unlessRowsAreGone(error: unknown): null {
  if (error instanceof CopyError) return null;
  throw error;
}

function sideOf({ id, takenAtMs, rowCount, search }: KeptRows): RoutineSide {
  return { copyId: id, takenAtMs, rowCount, search };
}

interface ComparedHow {
  readonly priceColumn: PriceColumn;
  readonly view: SavedView;
  readonly today: string;
  readonly isLocked: (field: PriceField) => boolean;
  readonly searchThen: Readonly<Record<string, string>>;
  readonly searchNow: Readonly<Record<string, string>>;
}

/** Compares like the **Changes** view: by metadata keys, or else by suggested keys, within the rows that both queries allow. */
async function compareSides(
  { earlier, later }: Readonly<Record<SideName, KeptRowsRead>>,
  { priceColumn, view, today, isLocked, searchThen, searchNow }: ComparedHow,
  signal: AbortSignal,
): Promise<MadeComparison> {
  const sides: SnapshotSides = {
    earlier: { opened: earlier.opened, search: searchThen, hasQuery: 'v' in searchThen },
    later: { opened: later.opened, search: searchNow, hasQuery: 'v' in searchNow },
  };
  // No side is a file, whose certificate would hold a request.
  const filters = sideFilters(sides, priceColumn, isLocked, null);
  const names = { earlier: earlier.opened.columns, later: later.opened.columns };
  const { fields } = priceColumn;
  const refinement = refinementOf(view, priceColumn, comparableColumns(names, fields, isLocked).common);
  const { common } = comparableColumns(withComputed(names, refinement), fields, isLocked);
  return completeComparison(
    {
      engine: later.rows.engine,
      setUp: view.id,
      refined: refinement === null ? null : { refinement, today },
      ...comparisonOfSides({
        rows: { earlier: earlier.rows.side, later: later.rows.side },
        filters,
        common,
        priceColumn,
        keys: metadataKeys(common, priceColumn),
        price: proposedPrice(common, fields),
      }),
    },
    signal,
  );
}

/** Returns the refinement of a view if both sides have all its columns, else null. */
function refinementOf(
  { display }: SavedView,
  { fields }: PriceColumn,
  common: readonly string[],
): Refinement | null {
  if (display?.refine === undefined) return null;
  const known = fields.filter(({ name }) => common.includes(name));
  const read = refinementFromParameter(display.refine, known);
  return read.ok && refinementProblem(read.refinement, known) === null ? read.refinement : null;
}

/** Whether the view has a refinement that does not fit all sides. */
function isUnrefined(
  { view, priceColumn }: Pick<KeptView, 'view' | 'priceColumn'>,
  sides: readonly (AllRows | null)[],
): boolean {
  if (view.display?.refine === undefined) return false;
  return sides.some((rows) => {
    const names = rows?.side.table.columns.map(({ name }) => name);
    return names !== undefined && refinementOf(view, priceColumn, names) === null;
  });
}

async function comparedRows(
  { engine }: AllRows,
  comparison: Comparison,
  currency: string | null,
  signal: AbortSignal,
): Promise<ComparedRows> {
  const { counts, leftOut, filteredOut, spec, sides } = comparison;
  const has = (side: ComparedSide, name: string) => side.table.columns.some((column) => column.name === name);
  const namesOf = (side: ComparedSide) => side.table.columns.map(({ name }) => name);
  return {
    ...counts,
    keys: [...spec.keys],
    price: spec.price,
    leftOut: [leftOut.earlier, leftOut.later].reduce((sum, each) => sum + each.duplicated + each.missing, 0),
    filteredOut: filteredOut.earlier + filteredOut.later,
    effects: [...(await readEffects(engine, comparison, currency, signal))],
    onlyThen: namesOf(sides.earlier).filter((name) => !has(sides.later, name)),
    onlyNow: namesOf(sides.later).filter((name) => !has(sides.earlier, name)),
  };
}

/** Returns a view of which the service can do all filters. A routine adds no columns, so a refinement of some stays as it is. */
function viewOfService(
  view: SavedView,
  scope: { readonly priceColumn: PriceColumn; readonly isLocked: (field: PriceField) => boolean },
): SavedView {
  return viewForService(view, { ...scope, priceColumns: [] });
}

function failureOf(error: unknown): ViewFailure {
  if (error instanceof ReadingError) return { kind: 'reading', failure: error.failure };
  if (error instanceof EngineError) return { kind: 'engine', failure: error.failure };
  const failure = snapshotFailure(error);
  if (failure === null) throw error;
  return { kind: 'snapshot', failure };
}

/** Returns the search parameters that show the rows of a result as they were compared and checked: a kept copy with its refinement. */
function resultSearch({ display }: SavedView, { now, isUnrefined }: RoutineResult): RowsSearch {
  const { refine: moved, ...search } = now.search;
  const refine = isUnrefined === true ? undefined : (moved ?? display?.refine);
  return { ...search, cacheKey: copyCacheKey(now.copyId), ...(refine !== undefined && { refine }) };
}
type RowsSearch = Readonly<Record<string, string>>;

/** Returns the search parameters that show the comparison of a result: both sides are kept copies. */
export function comparisonSearch(view: SavedView, result: RoutineResult): RowsSearch {
  const { before, comparison } = result;
  const rows = resultSearch(view, result);
  if (before === null || comparison === null || comparison === 'no-keys') return rows;
  return { ...rows, show: 'changes', with: sourceToParameter({ kind: 'copy', id: before.copyId }) };
}

/** Returns the search parameters that show the findings of a check of a view. */
export function findingsSearch(
  view: SavedView,
  result: RoutineResult,
  { check }: Pick<CheckOutcome, 'check'>,
): RowsSearch {
  const checks = view.display?.checks;
  return {
    ...resultSearch(view, result),
    show: 'checks',
    ...(checks !== undefined && { checks }),
    ...(result.roles !== undefined && { roles: fixedRolesToParameter(result.roles) }),
    finding: check,
  };
}
