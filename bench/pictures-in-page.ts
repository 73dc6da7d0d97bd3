// This script runs in the page: it computes the bins of all columns and the indexes of brushes, in the build's own workers.
import { calledWorker } from '@/ui/workers/worker-calls';
import { spansOf } from '@/analysis/brushing/bins';
import { createBrushing } from '@/analysis/brushing/brushing';
import { createIndexConnection } from '@/analysis/brushing/index-connection';
import { pictureRows, readBins } from '@/analysis/brushing/read-bins';
import { connect, fieldsOf, headersOf, readRows, takeSnapshot, type Account } from './engine-in-page';

interface Picturing {
  readonly script: string;
  readonly indexScript: string;
  readonly account: Account;
  readonly pageSize: number;
  readonly columnCount: number;
}

const { signal } = new AbortController();
const MOVES = 200;

/** Measures binning and brushing. Resolves with the milliseconds, by name. */
export async function measureInPage(of: Picturing): Promise<Record<string, number>> {
  const headers = await headersOf(of.account);
  const fields = (await fieldsOf(headers)).slice(0, of.columnCount);
  const engine = connect(of.script);
  const cacheKey = await takeSnapshot(of.account);
  const { table, rowCount } = await readRows(engine, headers, fields, { cacheKey, pageSize: of.pageSize });
  const rows = await pictureRows(engine, table, { isView: false, signal });
  let byteCount = 0;
  const brushing = createBrushing({
    connect: () => createIndexConnection(() => calledWorker(new Worker(of.indexScript, { type: 'module' }))),
    read: async (name) => {
      const column = table.columns.find((each) => each.name === name);
      if (column === undefined) throw new RangeError('No such column.');
      const binned = await readBins(engine, rows, column, { isWhole: false, signal });
      byteCount += binned.bytes.length;
      return binned;
    },
  });
  const names = table.columns.map(({ name }) => name);
  const binningMs = await timed(async () => {
    brushing.want(names);
    await until(() => brushing.getState().columns.size === names.length);
  });
  const changesMs: number[] = [];
  for (const name of names) {
    changesMs.push(
      await timed(async () => {
        brushing.brush(name, [1]);
        await until(() => {
          const { isPending, selected } = brushing.getState();
          return !isPending && selected?.size === names.length;
        });
      }),
    );
    // Each brush selects all but the first bin, so that later brushes have rows to count.
    brushing.brush(name, bins(name).slice(1));
  }
  const last = names.at(-1) ?? '';
  const movesMs: number[] = [];
  for (let move = 0; move < MOVES; move += 1) {
    const codes = bins(last).slice(0, 1 + (move % bins(last).length));
    const startedMs = performance.now();
    brushing.brush(last, codes);
    movesMs.push(performance.now() - startedMs);
  }
  brushing.release();
  engine.terminate();
  return {
    [`${names.length} columns binned, ms`]: Math.round(binningMs),
    'picture changed, median ms': Math.round(quantile(changesMs, 0.5)),
    'picture changed, longest ms': Math.round(quantile(changesMs, 1)),
    'a move of the pointer p95, ms': Number(quantile(movesMs, 0.95).toFixed(2)),
    // The additional byte per row marks the rows that the other brushes leave.
    'index bytes per row': byteCount / rowCount + 1,
  };

  function bins(name: string): readonly number[] {
    const spans = spansOf([...(brushing.getState().columns.get(name)?.bins.keys() ?? [])]);
    return spans.flatMap(({ first, last: end }) =>
      Array.from({ length: end - first + 1 }, (_, at) => first + at),
    );
  }

  function until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const [failed] = brushing.getState().failed;
        if (failed !== undefined) reject(new Error(`There are no bins of ${failed}.`));
        if (!isDone()) return;
        stop();
        resolve();
      };
      const stop = brushing.subscribe(check);
      check();
    });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
