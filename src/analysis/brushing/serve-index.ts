import type { CallMessage, CallReply } from '@/ui/workers/worker-messages';
import { countBins, prefixIndex, selectedRows, withUnselected, type BinnedRows } from './bin-index';
import type { BinCodes } from './bins';

/** The selected bins of a column whose bins are in the worker. */
export interface ColumnBrush {
  readonly column: string;
  readonly selected: BinCodes;
}

/** The commands that the page sends to the worker. They run one after the other, and each takes a fraction of a second. */
export type IndexCommand =
  | ({ readonly kind: 'add'; readonly column: string } & BinnedRows)
  | { readonly kind: 'drop'; readonly column: string }
  /** Builds the index for brushing the column `active`. Only rows that the brushes of the other columns select are counted. */
  | {
      readonly kind: 'index';
      readonly active: string;
      readonly brushes: readonly ColumnBrush[];
      readonly counted: readonly string[];
    };

export interface IndexResults {
  /** The number of rows in each bin. */
  readonly add: Uint32Array<ArrayBuffer>;
  readonly drop: null;
  /** The index of each counted column, in the order of the request (`prefixIndex`). */
  readonly index: readonly Uint32Array<ArrayBuffer>[];
}

type Result = IndexResults[IndexCommand['kind']];

/** The description of a failure, which is always a programming error. */
export interface IndexTrouble {
  readonly detail: string;
}

export type IndexMessage = CallMessage<IndexCommand>;
export type IndexReply = CallReply<Result, IndexTrouble>;

/** Handles the messages to the worker: stores and counts the bins of the rows. It uses no worker globals, so tests can call it. */
export function serveIndex(
  report: (reply: IndexReply, transfer: Transferable[]) => void,
): (message: IndexMessage) => void {
  const columns = new Map<string, BinnedRows>();
  /** The bins of the last active column, in which rows that the other brushes exclude are marked. */
  let marked: { readonly key: string; readonly rows: BinnedRows } | null = null;

  function columnOf(name: string): BinnedRows {
    const column = columns.get(name);
    if (column === undefined) throw new RangeError('There are no bins of the column.');
    return column;
  }

  function execute(command: IndexCommand): Result {
    switch (command.kind) {
      case 'add': {
        const { column, bytes, binCount } = command;
        const [other] = columns.values();
        if (other !== undefined && other.bytes.length !== bytes.length) throw new RangeError('Other rows.');
        columns.set(column, { bytes, binCount });
        return countBins({ bytes, binCount });
      }
      case 'drop':
        columns.delete(command.column);
        return null;
      case 'index': {
        const { active, brushes, counted } = command;
        const key = JSON.stringify([active, brushes]);
        if (marked?.key !== key) {
          marked = null;
          const brushed = brushes.map(({ column, selected }) => ({ ...columnOf(column), selected }));
          marked = { key, rows: withUnselected(columnOf(active), selectedRows(brushed)) };
        }
        const { rows } = marked;
        return counted.map((name) => prefixIndex(rows, columnOf(name)));
      }
    }
  }

  return ({ id, command }) => {
    try {
      const result = execute(command);
      const arrays = result === null ? [] : result instanceof Uint32Array ? [result] : result;
      report(
        { id, kind: 'done', result },
        arrays.map(({ buffer }) => buffer),
      );
    } catch (error) {
      const detail = error instanceof Error ? error.name : 'unknown';
      report({ id, kind: 'failed', trouble: { detail } }, []);
    }
  };
}
