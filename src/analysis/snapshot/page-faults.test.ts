import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createServiceClient } from '@/session/service-client';
import '@/test/frames';
import { createFakeClock } from '@/test/fake-clock';
import { testPriceColumnOf } from '@/test/test-price-column';
import { readSnapshot, type OpenSnapshot } from './open-snapshot';
import { runs } from '@/test/runs';

const ROWS = 1_000;
const COLUMNS = ['Number', 'Value'];

type Row = Record<string, string>;
/** How the service changes the rows of a page that starts at row `rowStart`. */
type Change = (rows: readonly Row[], rowStart: number) => readonly Row[];

const expectedRow = (row: number): Row => ({ Number: `n${row}`, Value: `${row}.5000` });

/** Opens a snapshot whose pages are changed from the second on, and arrive in chunks. */
async function open(change: Change, chunkBytes: number): Promise<OpenSnapshot> {
  const client = createServiceClient({
    clock: createFakeClock(Date.UTC(2026, 10, 21, 12)),
    random: () => 0,
    authorize: () => Promise.resolve({ serviceAddress: 'https://prices.test/papi', headers: {} }),
    fetch: async (request) => {
      const { page, nrOfRecords } = (await request.json()) as { page: number; nrOfRecords: number };
      const first = (page - 1) * nrOfRecords;
      const rows = Array.from({ length: Math.min(nrOfRecords, ROWS - first) }, (_, index) =>
        expectedRow(first + index),
      );
      const Data = {
        data: first === 0 ? rows : change(rows, first),
        totalRecords: ROWS,
        page,
        cacheKey: 'key',
        cacheCreated: '2026-11-21T12:50:00.0000000Z',
        cacheExpires: '2026-11-21T13:20:00.0000000Z',
      };
      return new Response(inChunks(JSON.stringify({ Data, Errors: [], Succeeded: true }), chunkBytes), {
        headers: { 'Content-Type': 'application/json' },
      });
    },
  });
  return readSnapshot(client, testPriceColumnOf(COLUMNS), 'key', COLUMNS, new AbortController().signal);
}

function inChunks(text: string, chunkBytes: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
}

/** Scrolls every row into view once. */
async function scrollThrough({ rows }: OpenSnapshot): Promise<void> {
  for (let rowStart = 0; rowStart < ROWS; rowStart += 50) {
    rows.setVisibleRows({ rowStart, rowEnd: rowStart + 50, direction: 'down', isFast: false });
    await expect.poll(() => rows.getStatistics().inFlight, { interval: 1 }).toBe(0);
  }
}

const row = fc.integer({ min: 200, max: ROWS - 1 });
const chunkBytes = fc.integer({ min: 500, max: 20_000 });

const at =
  (target: number, change: (row: Row) => Row): Change =>
  (rows, rowStart) =>
    rows.map((own, index) => (rowStart + index === target ? change(own) : own));

test('rows are correct whatever the order of their members, with unknown members and without a column', async () => {
  const change: fc.Arbitrary<Change> = fc.oneof(
    row.map((target) => at(target, (own) => ({ Extra: 'x', ...own, More: 'y' }))),
    fc.constant<Change>((rows) => rows.map((own) => Object.fromEntries(Object.entries(own).toReversed()))),
    row.map((target) => at(target, ({ Number = '' }) => ({ Number }))),
    fc.constant<Change>((rows) => rows.map(({ Number = '', Value = '' }) => ({ Number, Other: Value }))),
  );
  await fc.assert(
    fc.asyncProperty(change, chunkBytes, async (changed, bytes) => {
      const opened = await open(changed, bytes);
      await scrollThrough(opened);
      expect(opened.rows.getFatalFailure()).toBeNull();
      for (let index = 0; index < ROWS; index += 1) {
        const [number, value] = opened.rows.getRow(index) ?? [];
        expect(number).toBe(`n${index}`);
        // The value is never that of another row or column. It is undefined if the service did not send it.
        if (value !== undefined) expect(value).toBe(`${index}.5000`);
      }
    }),
    { numRuns: runs(20) },
  );
});

test('duplicate, missing or additional rows, or rows without a key, end the paging, and none of the page is shown', async () => {
  /** Changes the page that contains the row. */
  const pageOf =
    (target: number, change: (rows: readonly Row[]) => readonly Row[]): Change =>
    (rows, rowStart) =>
      target >= rowStart && target < rowStart + rows.length ? change(rows) : rows;
  const twice = fc
    .tuple(row, fc.nat({ max: ROWS - 1 }))
    .filter(([target, from]) => target !== from)
    .map(([target, from]) => ({ target, change: at(target, () => expectedRow(from)) }));
  const ofPage = fc
    .tuple(
      row,
      fc.constantFrom<(rows: readonly Row[]) => readonly Row[]>(
        (rows) => rows.slice(1),
        (rows) => [...rows, expectedRow(ROWS)],
        (rows) => rows.map(({ Value = '' }) => ({ Value, Renamed: 'x' })),
      ),
    )
    .map(([target, change]) => ({ target, change: pageOf(target, change) }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(twice, ofPage), chunkBytes, async ({ target, change }, bytes) => {
      const opened = await open(change, bytes);
      await scrollThrough(opened);
      expect(opened.rows.getFatalFailure()).not.toBeNull();
      for (let index = 0; index < 200; index += 1) {
        expect(opened.rows.getRow(index)).toEqual([`n${index}`, `${index}.5000`]);
      }
      // A copy of a later row is only detected when that row arrives.
      const shown = opened.rows.getRow(target)?.[0];
      if (shown !== undefined) expect(Number(String(shown).slice(1))).toBeGreaterThan(target);
    }),
    { numRuns: runs(20) },
  );
});

test('a key that the source has twice ends nothing: both rows are shown, and the key is told', async () => {
  const doubled = fc.tuple(row, fc.nat({ max: ROWS - 1 })).filter(([target, from]) => target !== from);
  await fc.assert(
    fc.asyncProperty(doubled, chunkBytes, async ([target, from], bytes) => {
      const opened = await open(
        at(target, (own) => ({ ...own, Number: `n${from}` })),
        bytes,
      );
      await scrollThrough(opened);
      expect(opened.rows.getFatalFailure()).toBeNull();
      expect(opened.rows.getRow(target)).toEqual([`n${from}`, `${target}.5000`]);
      expect(opened.rows.getRow(from)).toEqual([`n${from}`, `${from}.5000`]);
      expect(opened.doubledKeys?.get()).toEqual({ keyCount: 1, keys: [`n${from}`], alikeCount: 0 });
    }),
    { numRuns: runs(20) },
  );
});
