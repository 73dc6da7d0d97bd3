import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createBrushing, type Brushing } from './brushing';
import type { Bin, BinCodes } from './bins';
import { createIndexConnection, type IndexWorker } from './index-connection';
import { serveIndex, type IndexReply } from './serve-index';
import { runs } from '@/test/runs';

const BINS = 5;
const NAMES = ['a', 'b', 'c', 'd'] as const;
const ROWS = 300;

/** Runs the worker's code in the process of the test. Messages are cloned as between a page and a worker. */
function startInProcess(): IndexWorker {
  let onReply: (reply: IndexReply) => void = () => undefined;
  const receive = serveIndex((reply, transfer) => onReply(structuredClone(reply, { transfer })));
  return {
    send: (message, transfer) => {
      const received = structuredClone(message, { transfer });
      setImmediate(() => receive(received));
    },
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      onReply = () => undefined;
    },
  };
}

const opened: Brushing[] = [];
afterEach(() => {
  for (const brushing of opened.splice(0)) brushing.release();
});

function setUp(columns: Readonly<Record<string, readonly number[]>>, read = vi.fn<(name: string) => void>()) {
  const brushing = createBrushing({
    connect: () => createIndexConnection(startInProcess),
    read: async (name) => {
      read(name);
      const bytes = Uint8Array.from(columns[name] ?? []);
      const bins = Array.from({ length: BINS }, (_, at): Bin => ({ kind: 'value', value: String(at) }));
      return { bins, distinctCount: BINS, bytes, binCount: BINS };
    },
  });
  opened.push(brushing);
  return { brushing, read };
}

const columnsOfRows =
  fc.sample(
    fc.record(
      Object.fromEntries(
        NAMES.map((name) => [name, fc.array(fc.nat(BINS - 1), { minLength: ROWS, maxLength: ROWS })]),
      ),
    ),
    1,
  )[0] ?? {};

function expected(brushes: ReadonlyMap<string, BinCodes>, column: string): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (let row = 0; row < ROWS; row += 1) {
    const isSelected = [...brushes].every(([name, codes]) =>
      codes.includes(columnsOfRows[name]?.[row] ?? -1),
    );
    const bin = columnsOfRows[column]?.[row] ?? 0;
    if (isSelected) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

async function settled(brushing: Brushing, columns: number = NAMES.length): Promise<void> {
  await vi.waitFor(() => {
    const { isPending, selected } = brushing.getState();
    expect([isPending, selected?.size ?? columns]).toEqual([false, columns]);
  });
}

it('shows after any brushes what a plain filter finds', async () => {
  const { brushing } = setUp(columnsOfRows);
  brushing.want(NAMES);
  await vi.waitFor(() => expect(brushing.getState().columns.size).toBe(NAMES.length));
  const step = fc.record({
    column: fc.constantFrom(...NAMES),
    codes: fc.option(
      fc.uniqueArray(fc.nat(BINS - 1)).map((codes) => codes.toSorted((a, b) => a - b)),
      { nil: null },
    ),
    isAwaited: fc.boolean(),
    prepared: fc.constantFrom(...NAMES),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { column, codes, isAwaited, prepared } of steps) {
        brushing.prepare(prepared);
        brushing.brush(column, codes);
        if (isAwaited) await settled(brushing);
      }
      await settled(brushing);
      const { brushes, selected, selectedCount } = brushing.getState();
      if (brushes.size === 0) {
        expect([selected, selectedCount]).toEqual([null, null]);
        return;
      }
      for (const name of NAMES) expect([...(selected?.get(name) ?? [])]).toEqual(expected(brushes, name));
      expect(selectedCount).toBe(expected(brushes, 'a').reduce((sum, count) => sum + count, 0));
    }),
    { numRuns: runs(15), examples: [[[{ column: 'a', codes: null, isAwaited: false, prepared: 'a' }]]] },
  );
});

it('follows the pointer at once while the same picture is brushed', async () => {
  const { brushing } = setUp(columnsOfRows);
  brushing.want(NAMES);
  await vi.waitFor(() => expect(brushing.getState().columns.size).toBe(NAMES.length));
  brushing.brush('a', [0]);
  await settled(brushing);
  brushing.brush('a', [0, 1, 2]);
  const { selected, isPending } = brushing.getState();
  expect(isPending).toBe(false);
  expect([...(selected?.get('d') ?? [])]).toEqual(expected(new Map([['a', [0, 1, 2]]]), 'd'));
});

it('never shows the counts of other brushes as those of new ones', async () => {
  const { brushing } = setUp(columnsOfRows);
  brushing.want(NAMES);
  await vi.waitFor(() => expect(brushing.getState().columns.size).toBe(NAMES.length));
  brushing.brush('a', [0]);
  await settled(brushing);
  brushing.brush('b', [1]);
  expect(brushing.getState().isPending).toBe(true);
});

it('reads the columns of a link first, also those that are out of sight', async () => {
  const { brushing, read } = setUp(columnsOfRows);
  brushing.brushAll(new Map([['d', () => [1, 2]]]));
  brushing.want(['a', 'b']);
  await settled(brushing, 3);
  expect(read.mock.calls.map(([name]) => name)).toEqual(['d', 'a', 'b']);
  const { selected, brushes } = brushing.getState();
  expect([...(selected?.get('b') ?? [])]).toEqual(expected(brushes, 'b'));
});

it('holds the bytes of few columns that are out of sight', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `column ${at}`);
  const { brushing } = setUp(Object.fromEntries(many.map((name) => [name, [0, 1]])));
  for (let start = 0; start < many.length; start += 10) {
    const inSight = many.slice(start, start + 10);
    brushing.want(inSight);
    await vi.waitFor(() => expect(inSight.every((name) => brushing.getState().columns.has(name))).toBe(true));
    expect(brushing.getState().columns.size).toBeLessThanOrEqual(19);
  }
});

it('says which column cannot be read, and reads it again', async () => {
  let isBroken = true;
  const { brushing } = setUp(
    columnsOfRows,
    vi.fn((name: string) => {
      if (name === 'b' && isBroken) throw new Error('broken');
    }),
  );
  brushing.want(NAMES);
  await vi.waitFor(() => expect(brushing.getState().columns.size).toBe(NAMES.length - 1));
  expect([...brushing.getState().failed]).toEqual(['b']);
  isBroken = false;
  brushing.retry('b');
  await vi.waitFor(() => expect(brushing.getState().columns.has('b')).toBe(true));
});

it('reads the columns again after its worker was ended', async () => {
  const { brushing } = setUp(columnsOfRows);
  brushing.brushAll(new Map([['a', () => [1]]]));
  brushing.want(NAMES);
  await settled(brushing);
  brushing.release();
  expect(brushing.getState().columns.size).toBe(0);
  brushing.want(NAMES);
  await settled(brushing);
  expect([...(brushing.getState().selected?.get('b') ?? [])]).toEqual(expected(new Map([['a', [1]]]), 'b'));
});
