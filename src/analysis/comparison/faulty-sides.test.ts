import { expect, test } from 'vitest';
import { ServiceError, type ServiceFailure } from '@/ui/http/service-error';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { createFakeClock, flush } from '@/test/fake-clock';
import { databaseInProcess, startInProcess } from '@/test/start-in-process';
import { naiveComparison, plainDecimal, type NaiveChange } from '@/test/naive-comparison';
import { IS_LONG } from '@/test/runs';
import { testField } from '@/test/test-price-column';
import { createEngineConnection } from '../engine/create-engine-connection';
import type { EngineConnection } from '../engine/engine-connection';
import { identifier, sql } from '../engine/sql';
import { coverageOf } from '../reading/reading-state';
import { createReadingStore, type ReadingStore } from '../reading/reading-store';
import { rowIdentity } from '../snapshot/row-identity';
import { compare } from './compare';
import { differingColumns, ROW_KINDS, type Comparison } from './comparison';
import { SIDES, type ComparedSide, type Side } from '../matching/matched-sides';

// Both sides are read like in the **Changes** view, with the real store and encoder. The service fails in every possible way, while the
// user pauses, cancels and starts again. The result must be the same as without faults.

type Cell = string | null;

const WALKS = IS_LONG ? 60 : 8;
const PAGE_SIZE = 200;
const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 }),
  testField('Remark'),
];
const SPEC = { keys: ['Number'], price: 'Value', compared: ['Remark'] };
const { signal } = new AbortController();

/** Some keys occur twice or are missing, and some values do not fit their column. */
const ROWS: Readonly<Record<Side, readonly Cell[][]>> = {
  earlier: Array.from({ length: 730 }, (_, index) => [
    index % 211 === 3 ? null : index % 97 === 5 ? 'twice' : `N${index}`,
    index % 83 === 1 ? 'on request' : `${index % 50}.5`,
    index % 6 === 0 ? null : `remark ${index % 9}`,
  ]),
  later: Array.from({ length: 812 }, (_, index) => [
    index % 300 === 7 ? null : index % 151 === 5 ? 'twice' : `N${index + 40}`,
    index % 3 === 0 ? `${(index + 40) % 50}.5000` : `${(index * 7) % 60}.25`,
    (index + 40) % 6 === 0 ? null : `remark ${(index + 40 + (index % 11 === 0 ? 1 : 0)) % 9}`,
  ]),
};
const EXPECTED = naiveComparison(
  { fields: FIELDS, rows: ROWS.earlier },
  { fields: FIELDS, rows: ROWS.later },
  SPEC,
);

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function bodyOf(
  side: Side,
  page: number,
  fault: 'cut' | 'other-key' | 'doubled' | 'short' | null,
): BodyChunks {
  const rows = ROWS[side];
  const start = (page - 1) * PAGE_SIZE;
  let some = rows.slice(start, start + PAGE_SIZE);
  if (fault === 'doubled') some = [...some, ...some.slice(0, 1)];
  if (fault === 'short') some = some.slice(1);
  const text = JSON.stringify({
    Succeeded: true,
    Errors: [],
    Data: {
      data: some.map((row) => Object.fromEntries(FIELDS.map(({ name }, index) => [name, row[index]]))),
      page,
      totalRecords: rows.length,
      cacheKey: fault === 'other-key' ? 'another' : side,
      cacheCreated: '2026-01-01T00:00:00Z',
      cacheExpires: '2026-01-01T01:00:00Z',
    },
  });
  return [new TextEncoder().encode(fault === 'cut' ? text.slice(0, text.length / 2) : text)];
}

const FAILURES: readonly ServiceFailure[] = [
  { kind: 'unreachable' },
  { kind: 'timed-out', timeoutMs: 1 },
  { kind: 'throttled', retryAfterS: 2, untilMs: 0 },
  { kind: 'rejected', status: 503, messages: [] },
  { kind: 'rejected', status: 404, messages: [] },
];
const BODY_FAULTS = ['cut', 'other-key', 'doubled', 'short'] as const;

/** How often each kind of fault has occurred in all walks, because a test without faults would prove nothing. */
const met = new Map<string, number>();
const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);

function pick<T>(some: readonly T[], random: () => number): T {
  return some[Math.floor(random() * some.length)] as T;
}

interface Walk {
  readonly random: () => number;
  readonly clock: ReturnType<typeof createFakeClock>;
  /** The number of faults and interruptions that are left for this side. It is limited, so that the reading ends. */
  troubles: number;
}

function openSide(side: Side, connect: () => EngineConnection, walk: Walk): ReadingStore {
  const { random, clock } = walk;
  return createReadingStore(ROWS[side].length, {
    connect,
    tableRequest: () => ({
      priceColumn: 'A',
      snapshot: { cacheKey: side, rowCount: ROWS[side].length },
      columns: FIELDS.map((field) => ({ name: field.name, field })),
    }),
    rowIdentity: () => rowIdentity(['Number', 'Value', 'Remark'], { fields: FIELDS }),
    fetchPage: async (page, pageSize, until) => {
      // A random delay makes the pages arrive in any order.
      for (let turn = Math.floor(random() * 4); turn > 0; turn -= 1)
        await new Promise((resolve) => setImmediate(resolve));
      if (until.aborted) throw new ServiceError({ kind: 'cancelled' });
      if (pageSize > PAGE_SIZE) throw new ServiceError({ kind: 'rejected', status: 400, messages: [] });
      if (walk.troubles <= 0 || random() > 0.35) return bodyOf(side, page, null);
      walk.troubles -= 1;
      if (random() < 0.7) {
        const failure = pick(FAILURES, random);
        meet(failure.kind);
        throw new ServiceError(failure);
      }
      const fault = pick(BODY_FAULTS, random);
      meet(fault);
      return bodyOf(side, page, fault);
    },
    mayReadAll: () => true,
    budgetBytes: 1e12,
    onMeasured: () => undefined,
    onDoubts: () => undefined,
    onSnapshotLost: () => undefined,
    isPersonActive: () => false,
    clock,
    random,
  });
}

/** Reads a side completely, while the user pauses, cancels and restarts the reading. */
async function readWhole(store: ReadingStore, walk: Walk): Promise<ComparedSide> {
  const { random, clock } = walk;
  store.need();
  for (let step = 0; step < 20_000; step += 1) {
    const { status, table } = store.getState();
    if (status === 'done' && table !== null) {
      const coverage = coverageOf(store.getState());
      expect(coverage.kind).toBe('all');
      return { table, rowCount: coverage.rowCount, coverage };
    }
    if (status === 'failed' || status === 'cancelled' || status === 'paused') {
      meet(status);
      // A reading that has failed permanently can also be started again.
      if (status === 'failed' && random() < 0.2) store.start('all');
      else store.resume();
    } else if (walk.troubles > 0) {
      const dice = random();
      if (dice < 0.33) walk.troubles -= 1;
      if (dice < 0.1) store.pause();
      else if (dice < 0.2) store.cancel();
      else if (dice < 0.3) store.tryNow();
      else if (dice < 0.33) {
        meet('released');
        store.release();
        store.need();
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (random() < 0.2) await clock.advance(40_000);
  }
  throw new Error(`The side was never read: ${JSON.stringify(store.getState())}`);
}

async function rowsOf(store: ReadingStore, { sqlName, spec }: Comparison): Promise<NaiveChange[]> {
  const names = differingColumns(spec);
  const { rows } = await store.engine.query(
    sql`SELECT kind, e, l, delta, percent, * EXCLUDE (kind, e, l, delta, percent, is_too_long) FROM ${identifier(sqlName)}`,
    { maxRows: 100_000 },
  );
  return rows.map(([kind, e = null, l = null, delta = null, percent = null, ...differs]) => ({
    kind: ROW_KINDS[Number(kind)] ?? 'missing',
    earlier: e === null ? null : Number(e),
    later: l === null ? null : Number(l),
    differs: names.filter((_, index) => differs[index] === 'true'),
    delta: delta === null ? null : plainDecimal(delta),
    percent: percent === null ? null : plainDecimal(percent),
  }));
}

function inOrder(changes: readonly NaiveChange[]): NaiveChange[] {
  const order = ({ earlier, later }: NaiveChange) => (earlier ?? -1) * 1e6 + (later ?? -1);
  return changes.toSorted((a, b) => order(a) - order(b));
}

test(
  'walks through faults: no row of a comparison is wrong, missed or doubled',
  { timeout: 240_000 },
  async () => {
    const expected = inOrder(EXPECTED);
    // The engine is loaded first. A step is one turn of the event loop, and loading takes any number of turns.
    await databaseInProcess();
    for (let seed = 1; seed <= WALKS; seed += 1) {
      const random = seeded(seed);
      const walk: Walk = { random, clock: createFakeClock(), troubles: 0 };
      const stores: ReadingStore[] = [];
      const sides = {} as Record<Side, ComparedSide>;
      // Either side can be the one on screen, which is read first.
      for (const side of random() < 0.5 ? SIDES : SIDES.toReversed()) {
        const [first] = stores;
        const connect = first?.share ?? (() => createEngineConnection(startInProcess));
        const store = openSide(side, connect, walk);
        stores.push(store);
        walk.troubles = 10;
        sides[side] = await readWhole(store, walk);
      }
      const [first] = stores;
      if (first === undefined) throw new Error('There is a first side.');
      const comparison = await compare(first.engine, sides, SPEC, signal);
      expect(inOrder(await rowsOf(first, comparison)), `walk ${seed}`).toEqual(expected);
      for (const store of stores.toReversed()) store.release();
      await flush();
    }
    const kinds = [
      ...BODY_FAULTS,
      ...FAILURES.map(({ kind }) => kind),
      'failed',
      'cancelled',
      'paused',
      'released',
    ];
    expect(kinds.filter((kind) => (met.get(kind) ?? 0) < WALKS / 20)).toEqual([]);
  },
);
