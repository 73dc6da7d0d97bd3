// This script runs in the page: new prices by rules, their checks and their file, on a snapshot in the build's own worker.
import { proposeRolesOfRows } from '@/rows/price-rows/column-roles';
import { canRun, PROPOSED_CHECKS, resolveChecks } from '@/analysis/checks/checks-spec';
import { proposeByValues } from '@/analysis/checks/propose-by-values';
import { dropCheckRun, runChecks } from '@/analysis/checks/run-checks';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { openSubset, type SubsetSource } from '@/analysis/rows/open-subset';
import { summaryColumn } from '@/analysis/tables/summary-table';
import { writeRowsFile } from '@/analysis/tables/write-rows-file';
import { checkNewPrices } from '@/analysis/new-prices/checked-prices';
import { writeRowTable } from '@/analysis/row-table/row-table-file';
import { proposalFile } from '@/analysis/new-prices/proposal-file';
import { FIRST_RULE, type PriceRule } from '@/analysis/new-prices/proposal-spec';
import { dropProposal, readProposal, type Proposal } from '@/analysis/new-prices/read-proposal';
import { median, priceFieldOf } from './checks-in-page';
import {
  connect,
  fieldsOf,
  headersOf,
  readRows,
  takeSnapshot,
  WORDS,
  type Account,
  type Field,
} from './engine-in-page';

interface Measuring {
  readonly script: string;
  readonly account: Account;
  readonly pageSize: number;
}

const TODAY = '2026-11-23';
/** The number of times that each measurement is repeated; the median counts. */
const TIMES = 3;
const { signal } = new AbortController();

const currency = (value: string): PriceRule['conditions'] => ({
  kind: 'group',
  join: 'all',
  parts: [
    {
      kind: 'condition',
      column: 'Currency',
      operator: 'is',
      operand: { kind: 'values', values: [value] },
    },
  ],
});
const RULES: readonly PriceRule[] = [
  {
    ...FIRST_RULE,
    conditions: currency('EUR'),
    change: { kind: 'percent', percent: '3' },
    rounding: { kind: 'ending', ending: '0.95' },
    atMost: '8',
  },
  {
    ...FIRST_RULE,
    conditions: currency('CHF'),
    change: { kind: 'percent', percent: '2.5' },
    rounding: { kind: 'step', step: '0.05' },
    notBelow: { kind: 'value', value: '1' },
  },
  { ...FIRST_RULE, change: { kind: 'amount', amount: '0.10' } },
];

/** Reads a snapshot into the engine, then makes and writes new prices. Resolves with the milliseconds, by name. */
export async function measureInPage({
  script,
  account,
  pageSize,
}: Measuring): Promise<Record<string, number>> {
  const cacheKey = await takeSnapshot(account);
  const headers = await headersOf(account);
  const fields = await fieldsOf(headers);
  const connection = connect(script);
  try {
    const rows = await readRows(connection, headers, fields, { cacheKey, pageSize });
    return {
      ...(await measureProposal(connection, rows, fields)),
      ...(await measureFiles(connection, rows, fields)),
      "engine's memory before, MB": Math.round(rows.memoryBytes / 1e6),
    };
  } finally {
    connection.terminate();
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>;

function priced({ table }: Rows, group: string | null) {
  const price = table.columns.find(({ name }) => name === 'Value');
  if (price === undefined) throw new Error('There is no price.');
  const columns = { price: 'Value', cost: null, currency: 'Currency', group };
  return { table, price, priceDigits: null, columns, weight: null, today: TODAY };
}

async function measureProposal(
  engine: EngineConnection,
  rows: Rows,
  described: readonly Field[],
): Promise<Record<string, number>> {
  const { table } = rows;
  const fields = described.map((field) => priceFieldOf(field));
  const { columns } = table;
  const proposals = await proposeByValues(engine, table, fields, proposeRolesOfRows(columns, fields), signal);
  const resolved = resolveChecks(PROPOSED_CHECKS, { proposals, fields, columns, today: TODAY });
  const requested = resolved.checks
    .filter((check) => check.isUsed && canRun(check))
    .map(({ definition: { id }, parameters }) => ({ id, parameters }));
  const checkedRows = { ...resolved, table, misfits: {} };
  const [effects, checked, again]: [number[], number[], number[]] = [[], [], []];
  let counts: Record<string, number> = {};
  for (let time = 0; time < TIMES; time += 1) {
    const startedMs = performance.now();
    const proposal = await readProposal(engine, RULES, priced(rows, resolved.roles.group), signal);
    const effectMs = performance.now();
    effects.push(effectMs - startedMs);
    const before = await runChecks(engine, checkedRows, requested, signal);
    const beforeMs = performance.now();
    const after = await checkNewPrices(
      engine,
      proposal,
      { rows: checkedRows, requested, before },
      { keys: [], marks: [] },
      signal,
    );
    checked.push(performance.now() - startedMs);
    again.push(performance.now() - beforeMs);
    counts = {
      changed: proposal.total.changed,
      'findings new': after.rows.added,
      'findings gone': after.rows.gone,
    };
    await dropCheckRun(engine, before);
    await engine.drop(after.sqlName);
    await dropProposal(engine, proposal);
  }
  return {
    'new prices by three rules with their effect, ms': median(effects),
    [`with ${requested.length} checks before and after, ms`]: median(checked),
    'the checks of other new prices, ms': median(again),
    ...counts,
  };
}

/** Measures writing the rows, and writing the rows with new prices beside the old ones, each as CSV. */
async function measureFiles(
  engine: EngineConnection,
  rows: Rows,
  described: readonly Field[],
): Promise<Record<string, number>> {
  const fields = described.map((field) => priceFieldOf(field));
  const { table, rowCount } = rows;
  const names = table.columns.map(({ name }) => name);
  const proposal = await readProposal(engine, RULES, priced(rows, null), signal);
  const options = {
    excelRegion: 'en-GB',
    aboutTitle: 'About',
    words: WORDS,
  };
  const whole = { snapshot: { rowCount }, columns: names } as unknown as SubsetSource['whole'];
  const rowsRead = { engine, table, revision: 0 };
  const startedMs = performance.now();
  const opened = await openSubset({ whole, rowsRead, fields }, { conditions: [] }, signal);
  const [file] = await writeRowsFile<SubsetRow>(
    {
      name: 'rows',
      columns: table.columns.map(({ name, type }) => summaryColumn(name, type)),
      tables: [
        {
          title: 'rows',
          parts: [
            () => Promise.resolve({ rowCount, readPage: opened.readPage, close: () => Promise.resolve() }),
          ],
          cellsOf: (row) => names.map((_, index) => row[index] ?? null),
        },
      ],
      rowsPerRead: 5_000,
      about: [],
      // An exported snapshot has a certificate, so one is written here, too.
      certify: () => '',
    },
    { format: 'csv-machine', signal, ...options },
  );
  const rowsMs = performance.now() - startedMs;
  const proposalStartedMs = performance.now();
  const [ofPrices] = await writeProposal(engine, proposal, fields, options.excelRegion);
  const proposalMs = performance.now() - proposalStartedMs;
  await dropProposal(engine, proposal);
  const perRow = (ms: number, count: number) => (ms / count) * 1e6;
  return {
    'rows as CSV, ms': Math.round(rowsMs),
    'rows as CSV, MB': Math.round((file?.content.size ?? 0) / 1e6),
    'prices that change as CSV, ms': Math.round(proposalMs),
    'prices that change as CSV, MB': Math.round((ofPrices?.content.size ?? 0) / 1e6),
    'prices that change': proposal.total.changed,
    'a price beside a row as CSV, times':
      Math.round((perRow(proposalMs, proposal.total.changed) / perRow(rowsMs, rowCount)) * 100) / 100,
  };
}

function writeProposal(
  engine: EngineConnection,
  proposal: Proposal,
  fields: Parameters<typeof proposalFile>[1]['fields'],
  excelRegion: string,
) {
  const file = proposalFile(WORDS, {
    engine,
    proposal,
    fields,
    columns: { fields: KEYS, figures: USUAL },
    validFrom: '2027-01-01',
    validity: { validFrom: 'ValidFrom', validTo: 'ValidTo' },
    reason: 'Steel',
    checked: null,
    planned: null,
    origin: {} as Parameters<typeof proposalFile>[1]['origin'],
    name: 'proposal',
    about: [],
  });
  return writeRowTable(file, { words: WORDS, format: 'csv-machine', excelRegion, signal });
}

type SubsetRow = Awaited<ReturnType<Awaited<ReturnType<typeof openSubset>>['readPage']>>[number];
/** The key columns that the console suggests for the price column. */
const KEYS = ['EntryNo', 'ItemNumber', 'cd_PriceGroup', 'PriceList', 'Currency', 'Unit', 'MinQuantity'];
const USUAL = ['oldValue', 'newValue', 'delta', 'validFrom', 'oldValidTo', 'reason', 'rule'] as const;

declare global {
  var proposing: { measureInPage: typeof measureInPage };
}
