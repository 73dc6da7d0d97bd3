import type { PriceColumn, PriceField } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import type { ComparisonEngine } from '@/features/workbench/rows-read/engine/analysis-engine';
import { createEngineConnection } from '@/features/workbench/rows-read/engine/create-engine-connection';
import type { EngineConnection } from '@/features/workbench/rows-read/engine/engine-connection';
import { keysOf } from '@/features/workbench/rows-read/checks/check-settings';
import { matchSource } from '@/features/workbench/rows-read/checks/check-sources';
import { checksFromParameter } from '@/features/workbench/rows-read/checks/checks-address';
import {
  PROPOSED_CHECKS,
  resolveChecks,
  type SetCheck,
} from '@/features/workbench/rows-read/checks/checks-spec';
import { openFindings, type FindingRow } from '@/features/workbench/rows-read/checks/finding-rows';
import { resolveOwnChecks, type OwnCheck } from '@/features/workbench/rows-read/checks/own-checks';
import { proposeByValues } from '@/features/workbench/rows-read/checks/propose-by-values';
import type { ReferenceRows } from '@/features/workbench/rows-read/checks/reference-prices';
import {
  runChecks,
  type CheckRun,
  type RequestedCheck,
} from '@/features/workbench/rows-read/checks/run-checks';
import {
  rowsOfPriceColumn,
  rowsOfSnapshot,
  type Against,
} from '@/features/workbench/rows-read/checks/source-rows';
import type { SourceState } from '@/features/workbench/rows-read/sources/use-source';
import { shownRowsName } from '@/features/workbench/model/workbench-search';
import { readSnapshot, takeSnapshot } from '@/features/workbench/snapshot/open-snapshot';
import { keyColumns } from '@/features/workbench/snapshot/row-identity';
import { proposeRoles } from '@/price-rows/column-roles';
import { notesWriting } from '@/price-rows/field-meaning';
import { viewState } from '@/session/rights';
import { localDay } from '@/shared/formats/iso-date';
import { CommandError } from '../command-problem';
import { readRows, type ReadRows } from '../engine/read-rows';
import { startEngine } from '../engine/start-engine';
import type { RunContext } from '../run-context';
import { openView, type OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';

/** The findings of a view's checks. */
export interface Checked {
  readonly view: OpenedView;
  readonly rowCount: number;
  readonly run: CheckRun;
  readonly own: readonly OwnCheck[];
  /** The columns that tell rows apart, and where they are among a row's cells. */
  readonly keys: readonly { readonly name: string; readonly cellIndex: number }[];
  /** Reads the rows that a check has found, the worst first, at most so many. */
  readonly findingsOf: (check: RequestedCheck['id'], most: number) => Promise<readonly FindingRow[]>;
}

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 2_000;

/**
 * Runs the checks of a view on all of its rows, those that are proposed where the view says nothing. `report` is called with what they have
 * found, which is gone afterwards. Rejects with CommandError, among others.
 */
export async function checkView<Result>(
  view: CommandView,
  context: RunContext,
  report: (checked: Checked) => Promise<Result>,
): Promise<Result> {
  if (shownRowsName(view.search) !== null) throw new CommandError({ kind: 'part-of-rows' });
  const { signedIn, words, signal, retryUntilDone, readModule } = context;
  const opened = await retryUntilDone(() => openView(view, signedIn, words, signal), signal);
  const { priceColumn } = opened;
  const connection = createEngineConnection(() => startEngine(readModule));
  const read = await readRows(opened.opened, priceColumn, () => connection, context);
  try {
    const { engine } = read.store;
    const { run, own, keys } = await foundIn(view, priceColumn, read, engine, context);
    const columns = run.rows.table.columns.map(({ name }) => name);
    return await report({
      view: opened,
      rowCount: opened.opened.snapshot.rowCount,
      run,
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
  } finally {
    read.store.release();
  }
}

async function foundIn(
  { search }: CommandView,
  priceColumn: PriceColumn,
  { rows, store }: ReadRows,
  engine: ComparisonEngine,
  context: RunContext,
) {
  const { signal } = context;
  const { table } = rows;
  const today = localDay(new Date());
  const chosen = search.checks === undefined ? null : checksFromParameter(search.checks);
  if (chosen?.ok === false) {
    const { text } = chosen.problem;
    throw new CommandError({ kind: 'address', problems: [{ part: 'subset', kind: 'unreadable', text }] });
  }
  const spec = chosen?.spec ?? PROPOSED_CHECKS;
  const columns = table.columns.filter(({ name }) => {
    const field = priceColumn.fields.find((each) => each.name === name);
    return field === undefined || !notesWriting(field);
  });
  const byMetadata = proposeRoles(columns, priceColumn.fields);
  const proposals = await proposeByValues(engine, table, priceColumn.fields, byMetadata, signal);
  const metadataKeys = keyColumns(priceColumn);
  const resolved = resolveChecks(spec, proposals, columns, today, metadataKeys);
  const keys = keysOf(resolved, metadataKeys).filter((name) =>
    table.columns.some((each) => each.name === name),
  );

  const standard: RequestedCheck[] = [];
  const further: ReadRows[] = [];
  try {
    for (const check of resolved.checks) {
      if (!check.isUsed || check.missing.length > 0) continue;
      const { definition, parameters, source } = check;
      const against = source === null ? undefined : await referenceRows(check, further);
      standard.push({ id: definition.id, parameters, against });
    }
    const own = resolveOwnChecks(spec.own, table.columns).flatMap(({ check, read }): RequestedCheck[] => {
      if (!check.isUsed) return [];
      if (!read.ok) throw new CommandError({ kind: 'own-check', name: check.name });
      return [{ id: check.id, own: check, refinement: read.refinement, today }];
    });
    const { roles, key, rowKey, currencyScope, day } = resolved;
    const checkedRows = {
      table,
      misfits: rows.misfits,
      refinedOf: null,
      roles,
      key,
      rowKey,
      currencyScope,
      day,
    };
    const run = await runChecks(engine, checkedRows, [...standard, ...own], signal);
    return { run, own: spec.own, keys };
  } finally {
    for (const each of further) each.store.release();
  }

  /** Reads the rows that a check holds prices against. */
  async function referenceRows(
    { definition, source }: SetCheck,
    opened: ReadRows[],
  ): Promise<ReferenceRows | undefined> {
    if (source === null) return undefined;
    if (source.kind === 'copy') throw new CommandError({ kind: 'copy-elsewhere' });
    const { client, rights } = context.signedIn;
    const connect = (): EngineConnection => store.share();
    if (source.kind === 'snapshot') {
      const other = await readSnapshot(client, priceColumn, source.cacheKey, null, signal);
      const read = await readRows(other, priceColumn, connect, context);
      opened.push(read);
      const amount = resolved.roles[definition.sourceRole === 'cost' ? 'cost' : 'price'];
      return readyRows(rowsOfSnapshot(source, sideOf(read), table, keys, amount));
    }
    const all = await client.send(priceColumnsEndpoint, undefined, { signal });
    const reference = all.find(({ name }) => name === source.name);
    if (reference === undefined) {
      throw new CommandError({
        kind: 'no-such-price-column',
        name: source.name,
        names: all.map(({ name }) => name),
      });
    }
    const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
    const matched = matchSource(
      definition.id,
      source,
      reference,
      { columns: table.columns, fields: priceColumn.fields, roles: resolved.roles },
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
    opened.push(read);
    return readyRows(rowsOfPriceColumn(source, matched, sideOf(read)));
  }

  function readyRows(against: Against): ReferenceRows | undefined {
    if (against.status !== 'ready') throw new CommandError({ kind: 'unmatched-source' });
    return against.rows ?? undefined;
  }
}

/** The rows of a source, as the checks take them. */
function sideOf({ rows: { table, snapshot, coverage } }: ReadRows): SourceState {
  const rows = { table, rowCount: snapshot.rowCount, coverage };
  return { status: 'read', rows, revision: table.sqlName, added: null };
}
