import type { PriceColumn, PriceField } from '@/contract/column';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { checksFromParameter } from '@/analysis/checks/checks-address';
import { matchSource } from '@/analysis/checks/check-sources';
import { checksOfRows } from '@/analysis/checks/checks-of-rows';
import { CHECKS } from '@/analysis/checks/standard-checks';
import {
  canRun,
  isCheckUsed,
  type ChecksSpec,
  type ResolvedChecks,
  type SetCheck,
} from '@/analysis/checks/checks-spec';
import { openFindings, type FindingRow } from '@/analysis/checks/finding-rows';
import { resolveOwnChecks, type OwnCheck, type SetOwnCheck } from '@/analysis/checks/own-checks';
import type { ReferenceRows } from '@/analysis/checks/reference-prices';
import { runChecks, type CheckRun, type RequestedCheck } from '@/analysis/checks/run-checks';
import {
  rowsOfPriceColumn,
  rowsOfSnapshot,
  type Against,
  type SourceRows,
} from '@/analysis/checks/source-rows';
import { rowsReadText } from '@/analysis/reading/coverage-text';
import { takeSnapshot } from '@/analysis/snapshot/open-snapshot';
import { withFields } from '@/rows/price-rows/read-price-columns';
import { viewState } from '@/session/rights/rights';
import { localDay } from '@/lib/formats/iso-date';
import { CommandError } from '../command-problem';
import { readRows, type ReadRows } from '../engine/read-rows';
import { withShownRows, type ShownRows } from '../engine/shown-rows';
import type { RunContext } from '../run-context';
import type { CommandWords } from '../words';
import { openBeside, openView, type OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';

export interface Checked {
  readonly view: OpenedView;
  readonly rowCount: number;
  /** Says which rows were checked; null if they were all rows of the snapshot, without added columns. */
  readonly shown: string | null;
  readonly notes: readonly string[];
  readonly run: CheckRun;
  readonly notRun: readonly SetCheck[];
  readonly own: readonly OwnCheck[];
  readonly keys: readonly { readonly name: string; readonly cellIndex: number }[];
  /** Reads at most `most` rows that a check has found, the worst first. */
  readonly findingsOf: (check: RequestedCheck['id'], most: number) => Promise<readonly FindingRow[]>;
}

/** Rows per query to the engine. With this many, the latency of one query hardly matters. */
const ROWS_PER_READ = 2_000;

/** Runs a view's checks, or the suggested ones. The rows exist only while `report` runs. Rejects with CommandError, among others. */
export async function checkView<Result>(
  view: CommandView,
  context: RunContext,
  report: (checked: Checked) => Promise<Result>,
): Promise<Result> {
  if (view.search.subset !== undefined) throw new CommandError({ kind: 'part-of-rows' });
  const { signedIn, words, signal, retryUntilDone } = context;
  const opened = await retryUntilDone(() => openView(view, signedIn, words, signal), signal);
  requireUsable(view.search.checks, opened);
  fixedRolesOf(view.search.roles);
  return withShownRows(opened, context, async (shown) => {
    const { engine, priceColumn, rowsRead, notes } = shown;
    const { run, notRun, own, keys } = await foundIn(view, opened, shown, context);
    const columns = run.rows.table.columns.map(({ name }) => name);
    return report({
      view: opened,
      rowCount: rowsRead.refined?.rowCount ?? opened.opened.snapshot.rowCount,
      shown: shownText(rowsRead, words),
      notes,
      run,
      notRun,
      own,
      keys: keys.map((name) => ({ name, cellIndex: columns.indexOf(name) })),
      findingsOf: async (check, most) => {
        const query = { checks: [check], areDismissed: false };
        const found = await openFindings(engine, run, null, query, signal, priceColumn.fields);
        const rows: FindingRow[] = [];
        try {
          const wanted = Math.min(found.rowCount, most);
          for (let page = 1; rows.length < wanted; page += 1) {
            rows.push(...(await found.readPage(page, ROWS_PER_READ, signal)));
          }
          return rows.slice(0, wanted);
        } finally {
          await found.close();
        }
      },
    });
  });
}

/** Throws CommandError for checks that cannot be run. Called before the rows are read, because reading them takes long. */
function requireUsable(parameter: string | undefined, { beside }: OpenedView): void {
  if (parameter === undefined) return;
  const read = checksFromParameter(parameter);
  if (!read.ok) throw unreadable(parameter);
  const columns = [...beside.scope.columns, ...beside.addedFields];
  requireOwn(resolveOwnChecks(read.spec.own, columns));
  for (const { id } of CHECKS) {
    const source = isCheckUsed(read.spec, id) ? read.spec.sources[id] : undefined;
    if (source?.kind === 'copy') throw new CommandError({ kind: 'copy-elsewhere' });
    if (source?.kind === 'price-column') requirePriceColumn(source.name, beside.scope.priceColumns);
  }
}

/** Returns the roles of columns that the view was saved with; undefined if it has none. Throws CommandError. */
function fixedRolesOf(parameter: string | undefined): ChecksSpec['roles'] | undefined {
  if (parameter === undefined) return undefined;
  const read = checksFromParameter(parameter);
  if (!read.ok) throw unreadable(parameter);
  return read.spec.roles;
}

function requirePriceColumn(name: string, priceColumns: readonly PriceColumn[]): PriceColumn {
  const found = priceColumns.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = priceColumns.map((each) => each.name);
  throw new CommandError({ kind: 'no-such-price-column', name, names });
}

function unreadable(text: string): CommandError {
  return new CommandError({ kind: 'address', problems: [{ part: 'subset', kind: 'unreadable', text }] });
}

function requireOwn(own: readonly SetOwnCheck[]): void {
  const unusable = own.find(({ check, read }) => check.isUsed && !read.ok);
  if (unusable !== undefined) throw new CommandError({ kind: 'own-check', name: unusable.check.name });
}

async function foundIn(
  { search }: CommandView,
  opened: OpenedView,
  { engine, priceColumn, rowsRead, read: { store } }: ShownRows,
  context: RunContext,
) {
  const { signal } = context;
  const { table, misfits, refined } = rowsRead;
  const { priceColumns } = opened.beside.scope;
  const further: ReadRows[] = [];
  try {
    const checks = await checksOfRows(
      {
        engine,
        table,
        refinedOf: refined?.of ?? null,
        misfits,
        priceColumn,
        parameter: search.checks,
        fixed: fixedRolesOf(search.roles),
        today: localDay(new Date()),
        readSource: referenceRows,
      },
      signal,
    );
    if (checks === null) throw unreadable(search.checks ?? '');
    requireOwn(checks.own);
    const run = await runChecks(engine, checks.rows, checks.checks, signal);
    const keys = checks.keys.filter((name) => table.columns.some((each) => each.name === name));
    const notRun = checks.resolved.checks.filter((check) => check.isUsed && !canRun(check));
    return { run, notRun, own: checks.own.map(({ check }) => check), keys };
  } finally {
    for (const each of further) each.store.release();
  }

  async function referenceRows(
    { definition, source }: SetCheck,
    { roles }: ResolvedChecks,
    keys: readonly string[],
  ): Promise<ReferenceRows | undefined> {
    // `requireUsable` has already refused kept copies (rows saved in a browser).
    if (source === null || source.kind === 'copy') return undefined;
    const { client, rights } = context.signedIn;
    const connect = (): EngineConnection => store.share();
    if (source.kind === 'snapshot') {
      const other = await openBeside(opened, client, opened.priceColumn, source.cacheKey, signal);
      const read = await readRows(other, priceColumn, connect, context);
      further.push(read);
      const amount = roles[definition.sourceRole === 'cost' ? 'cost' : 'price'];
      return readyRows(rowsOfSnapshot(source, sideOf(read), table, keys, amount));
    }
    const reference = await withFields(client, requirePriceColumn(source.name, priceColumns), signal);
    const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
    const matched = matchSource(
      definition.id,
      source,
      reference,
      { columns: table.columns, fields: priceColumn.fields, roles },
      isLocked,
    );
    const fields = [
      ...matched.keys.map((each) => each.reference),
      ...(matched.amount === null ? [] : [matched.amount]),
      ...(matched.currency === null ? [] : [matched.currency.reference]),
    ];
    const query = { fields: [...new Set(fields)], filters: [], sort: [] };
    const other = await takeSnapshot(client, reference, query, signal);
    const read = await readRows(other, reference, connect, context);
    further.push(read);
    return readyRows(rowsOfPriceColumn(source, matched, sideOf(read)));
  }

  function readyRows(against: Against): ReferenceRows | undefined {
    if (against.status !== 'ready') throw new CommandError({ kind: 'unmatched-source' });
    return against.rows ?? undefined;
  }
}

function shownText(rowsRead: ShownRows['rowsRead'], words: CommandWords): string | null {
  const { refined, added, coverage } = rowsRead;
  const isAllOfThem = refined === undefined && added === undefined;
  if (isAllOfThem && coverage.kind === 'all' && (coverage.doubts ?? null) === null) return null;
  return rowsReadText(words, rowsRead);
}

function sideOf({ rows: { table } }: ReadRows): SourceRows {
  return { status: 'read', rows: { table } };
}
