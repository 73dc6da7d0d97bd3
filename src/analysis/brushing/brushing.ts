import { createListeners } from '@/lib/base/listeners';
import { selectedCounts } from './bin-index';
import type { BinCodes, ColumnBins } from './bins';
import type { IndexConnection } from './index-connection';
import type { BinnedColumn } from './read-bins';

export interface PicturedColumn extends ColumnBins {
  /** The number of rows in each bin. */
  readonly counts: Uint32Array;
}

export interface BrushingState {
  /** The columns whose bins have been read, by column name. */
  readonly columns: ReadonlyMap<string, PicturedColumn>;
  /** The names of columns whose bins could not be read. */
  readonly failed: ReadonlySet<string>;
  readonly brushes: ReadonlyMap<string, BinCodes>;
  /** How many of the selected rows are in each bin, by column; null if there are no brushes. */
  readonly selected: ReadonlyMap<string, Uint32Array> | null;
  /** The number of selected rows; null if there are no brushes, and until it is first counted. */
  readonly selectedCount: number | null;
  /** Whether the selection still belongs to previous brushes, because the index for the current ones is being built. */
  readonly isPending: boolean;
}

/** Chooses bins of a column once these are known. Returns null for no brush. */
export type ChooseBins = (bins: ColumnBins) => BinCodes | null;

/** The brushes (the selected bins of each chart) and the rows that they select. This is an external store for React. */
export interface Brushing {
  readonly getState: () => BrushingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Requests the columns whose charts are in view. They are read in this order. */
  readonly want: (columns: readonly string[]) => void;
  /** Reads a column again whose bins could not be read. */
  readonly retry: (column: string) => void;
  /** Builds the index for the chart that the user will probably brush next. */
  readonly prepare: (column: string) => void;
  /** Selects bins of a column. Null removes the brush of the column; an empty list selects no rows. */
  readonly brush: (column: string, selected: BinCodes | null) => void;
  /** Replaces all brushes. Columns whose bins are not known are read first. */
  readonly brushAll: (brushes: ReadonlyMap<string, ChooseBins>) => void;
  /** Ends the worker and frees its memory. Later requests read the columns again. */
  readonly release: () => void;
}

export interface BrushingParts {
  /** Reads the bins of a column. Every call reads the same rows. */
  readonly read: (column: string, signal: AbortSignal) => Promise<BinnedColumn>;
  readonly connect: () => IndexConnection;
}

/** The maximum number of columns whose bytes are kept in memory (one byte per row). Columns in view or in use are always kept. */
const MAX_HELD_COLUMNS = 18;

interface Index {
  readonly key: string;
  readonly active: string;
  readonly tables: Map<string, Uint32Array<ArrayBuffer>>;
}

/** Creates the store of brushes for the charts of some rows. It starts a worker when the first column is read. */
export function createBrushing({ read, connect }: BrushingParts): Brushing {
  let state: BrushingState = {
    columns: new Map(),
    failed: new Set(),
    brushes: new Map(),
    selected: null,
    selectedCount: null,
    isPending: false,
  };
  const listeners = createListeners();
  let ending = new AbortController();
  let connection: IndexConnection | null = null;
  let inSight: readonly string[] = [];
  /** The columns in memory. The one that was in view most recently is the last. */
  const held: string[] = [];
  let unresolved = new Map<string, ChooseBins>();
  let active: string | null = null;
  let prepared: string | null = null;
  let indexes: readonly Index[] = [];
  let isReading = false;
  let isIndexing = false;

  function show(next: Partial<BrushingState>): void {
    state = { ...state, ...next };
    listeners.notify();
  }

  /** Returns the request to the worker for the index with which a column is brushed. The key identifies the whole request. */
  function wantedIndex(column: string | null) {
    if (column === null || !state.columns.has(column)) return null;
    const brushes = [...state.brushes]
      .filter(([name]) => name !== column)
      .map(([name, selected]) => ({ column: name, selected }));
    return { active: column, brushes, key: JSON.stringify([column, brushes]) };
  }

  /** Counts the selected rows with the existing index. If this index is not complete, the selection is pending. */
  function count(): void {
    if (unresolved.size > 0) return show({ isPending: true });
    if (state.brushes.size === 0) {
      return show({ selected: null, selectedCount: null, isPending: false });
    }
    if (active === null || !state.columns.has(active)) active = [...state.brushes.keys()][0] ?? null;
    const wanted = wantedIndex(active);
    const index = indexes.find(({ key }) => key === wanted?.key);
    const own = index?.tables.get(index.active);
    if (index === undefined || own === undefined) return show({ isPending: true });
    const bins = state.columns.get(index.active)?.bins ?? [];
    const chosen = state.brushes.get(index.active) ?? [...bins.keys()];
    const selected = new Map<string, Uint32Array>();
    for (const [name, table] of index.tables) {
      const column = state.columns.get(name);
      if (column !== undefined) selected.set(name, selectedCounts(table, column.bins.length, chosen));
    }
    const ownCounts = selected.get(index.active) ?? new Uint32Array();
    const selectedCount = ownCounts.reduce((sum, each) => sum + each, 0);
    show({ selected, selectedCount, isPending: false });
  }

  /** Returns the next index to build, or the missing part of an index. The current brushes come first, then the prepared chart. */
  function nextIndex() {
    const isDue = state.brushes.size > 0 && unresolved.size === 0;
    for (const wanted of [isDue ? wantedIndex(active) : null, wantedIndex(prepared)]) {
      if (wanted === null) continue;
      const index = indexes.find(({ key }) => key === wanted.key);
      const missing = [...state.columns.keys()].filter((name) => index?.tables.has(name) !== true);
      if (missing.length > 0) return { wanted, missing };
    }
    return null;
  }

  async function makeIndexes(): Promise<void> {
    if (isIndexing) return;
    isIndexing = true;
    const { signal } = ending;
    try {
      for (let next = nextIndex(); next !== null; next = nextIndex()) {
        const { wanted, missing } = next;
        if (connection === null) break;
        const tables = await connection.index(wanted.active, wanted.brushes, missing);
        if (signal.aborted) break;
        const index = indexes.find(({ key }) => key === wanted.key) ?? { ...wanted, tables: new Map() };
        missing.forEach((name, at) => {
          const table = tables[at];
          if (table !== undefined && state.columns.has(name)) index.tables.set(name, table);
        });
        const used = new Set([wantedIndex(active)?.key, wantedIndex(prepared)?.key]);
        indexes = [...indexes.filter((each) => each !== index), index].filter(({ key }) => used.has(key));
        if (wantedIndex(active)?.key === wanted.key) count();
      }
    } catch {
      if (!signal.aborted) lose();
    } finally {
      isIndexing = false;
    }
  }

  /** Handles the loss of the worker, and with it of all bins. */
  function lose(): void {
    connection?.terminate();
    connection = null;
    indexes = [];
    held.length = 0;
    show({
      columns: new Map(),
      failed: new Set([...state.columns.keys(), ...state.failed, ...inSight]),
      isPending: state.brushes.size > 0,
    });
  }

  function nextColumn(): string | undefined {
    const wanted = [...unresolved.keys(), ...state.brushes.keys(), ...inSight];
    return wanted.find((name) => !state.columns.has(name) && !state.failed.has(name));
  }

  async function readColumns(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let name = nextColumn(); name !== undefined; name = nextColumn()) {
      await readColumn(name, ending.signal);
    }
    isReading = false;
  }

  async function readColumn(name: string, signal: AbortSignal): Promise<void> {
    try {
      const { bins, distinctCount, bytes, binCount } = await read(name, signal);
      signal.throwIfAborted();
      connection ??= connect();
      const counts = await connection.add(name, { bytes, binCount });
      signal.throwIfAborted();
      const columns = new Map(state.columns).set(name, { bins, distinctCount, counts });
      held.push(name);
      const choose = unresolved.get(name);
      const brushes = new Map(state.brushes);
      if (choose !== undefined) {
        const selected = choose({ bins, distinctCount });
        if (selected !== null) brushes.set(name, selected);
        unresolved.delete(name);
        active ??= name;
      }
      show({ columns, brushes });
    } catch {
      if (signal.aborted) return;
      // Without its bins, a requested brush of this column cannot be applied. The card of the column shows the failure.
      unresolved.delete(name);
      show({ failed: new Set(state.failed).add(name) });
    }
    dropUnused();
    count();
    void makeIndexes();
  }

  function dropUnused(): void {
    const isUsed = (name: string) => inSight.includes(name) || state.brushes.has(name) || name === active;
    const dropped: string[] = [];
    for (const name of held) {
      if (held.length - dropped.length <= MAX_HELD_COLUMNS) break;
      if (!isUsed(name)) dropped.push(name);
    }
    if (dropped.length === 0) return;
    const columns = new Map(state.columns);
    for (const name of dropped) {
      held.splice(held.indexOf(name), 1);
      columns.delete(name);
      for (const { tables } of indexes) tables.delete(name);
      connection?.drop(name).catch(() => undefined);
    }
    show({ columns });
  }

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
    want: (columns) => {
      inSight = columns;
      for (const name of columns) {
        const at = held.indexOf(name);
        if (at !== -1) held.push(...held.splice(at, 1));
      }
      void readColumns();
    },
    retry: (column) => {
      const failed = new Set(state.failed);
      failed.delete(column);
      show({ failed });
      void readColumns();
    },
    prepare: (column) => {
      prepared = column;
      void makeIndexes();
    },
    brush: (column, selected) => {
      const brushes = new Map(state.brushes);
      if (selected === null) brushes.delete(column);
      else brushes.set(column, selected);
      unresolved.delete(column);
      active = column;
      state = { ...state, brushes };
      count();
      void makeIndexes();
    },
    brushAll: (chosen) => {
      unresolved = new Map();
      const brushes = new Map<string, BinCodes>();
      for (const [name, choose] of chosen) {
        const column = state.columns.get(name);
        const selected = column === undefined ? null : choose(column);
        if (column === undefined) unresolved.set(name, choose);
        else if (selected !== null) brushes.set(name, selected);
      }
      state = { ...state, brushes };
      if (active !== null && !brushes.has(active)) active = null;
      count();
      void readColumns();
      void makeIndexes();
    },
    release: () => {
      ending.abort(new DOMException('The pictures were closed.', 'AbortError'));
      ending = new AbortController();
      connection?.terminate();
      connection = null;
      indexes = [];
      held.length = 0;
      inSight = [];
      state = {
        ...state,
        columns: new Map(),
        failed: new Set(),
        selected: null,
        selectedCount: null,
        isPending: state.brushes.size + unresolved.size > 0,
      };
    },
  };
}
