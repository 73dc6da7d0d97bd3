import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import type { CellPosition, GridMatches } from '@/lib/grid/grid-model';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import { cellMatcher, findInRows, firstMatchFrom, matchBeside, type FindResult } from './find-in-rows';

/** The search waits for a pause in typing and in the arrival of rows. */
const AFTER_TYPING_MS = 120;
const AFTER_ROWS_MS = 400;

export interface FindInput {
  readonly opened: OpenSnapshot;
  readonly gridRef: RefObject<DataGridHandle | null>;
  readonly columns: ResultColumns;
  /** The visible columns in visual order. */
  readonly columnIds: readonly string[];
  readonly locale: string;
  readonly text: string;
  /** The active cell, where the search begins. */
  readonly from: CellPosition | null;
  readonly onMatches: (matches: GridMatches | null) => void;
}

export interface Finding {
  /** The matches of the current text; null while the search runs. */
  readonly result: FindResult | null;
  /** The index of the current match; -1 without one. */
  readonly matchIndex: number;
  readonly current: CellPosition | null;
  /** Goes to the next or the previous match, wrapping around. */
  readonly step: (by: 1 | -1) => void;
}

/** Searches the loaded rows whenever the text or the set of loaded rows changes. A new text goes to its first match. */
export function useFind(input: FindInput): Finding {
  const { opened, gridRef, columns, columnIds, locale, text, from, onMatches } = input;
  const { rows } = opened;
  const version = useSyncExternalStore(rows.subscribe, rows.getVersion);
  const [found, setFound] = useState<{ readonly text: string; readonly result: FindResult } | null>(null);
  const [current, setCurrent] = useState<CellPosition | null>(null);
  const holds = useMemo(() => cellMatcher(text, columns, locale), [text, columns, locale]);
  // The active cell at the last step. Showing a match does not move the active cell, so a different one means that the user moved.
  const [leftAt, setLeftAt] = useState(from);
  const latest = useRef({ from, onMatches });
  useEffect(() => {
    latest.current = { from, onMatches };
  });

  const foundText = found?.text;
  useEffect(() => {
    const searching = new AbortController();
    const search = async () => {
      if (text === '') {
        setFound(null);
        setCurrent(null);
        return;
      }
      const ranges = rows.getCachedRanges();
      const result = await findInRows(
        { getRow: rows.getRow, ranges, columnIds, holds },
        searching.signal,
      ).catch(() => null);
      if (result === null || searching.signal.aborted) return;
      setFound({ text, result });
      if (text === foundText) return;
      const first = result.matches[firstMatchFrom(result.matches, latest.current.from, columnIds)] ?? null;
      setCurrent(first);
      setLeftAt(latest.current.from);
      if (first !== null) gridRef.current?.showCell(first);
    };
    const timer = setTimeout(() => void search(), text === foundText ? AFTER_ROWS_MS : AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      searching.abort();
    };
    // `version` changes with the loaded rows. `foundText` is left out, because a result must not start another search.
    // eslint-disable-next-line react/exhaustive-deps
  }, [text, version, columnIds, holds, rows, gridRef]);

  const result = found !== null && found.text === text ? found.result : null;
  const matches = result?.matches;
  const columnsByRow = useMemo(() => byRow(matches ?? []), [matches]);
  useEffect(() => {
    latest.current.onMatches({ columnsByRow, current });
  }, [columnsByRow, current]);
  useEffect(() => () => latest.current.onMatches(null), []);

  const matchIndex = useMemo(
    () =>
      current === null || matches === undefined
        ? -1
        : matches.findIndex(
            (match) => match.rowIndex === current.rowIndex && match.columnId === current.columnId,
          ),
    [current, matches],
  );

  return {
    result,
    matchIndex,
    current,
    step(by) {
      // A running search goes to its first match when it ends.
      if (matches === undefined || matches.length === 0) return;
      const next = nextIndex(matches, by);
      const match = matches[(next + matches.length) % matches.length];
      if (match === undefined) return;
      setCurrent(match);
      setLeftAt(from);
      gridRef.current?.showCell(match);
    },
  };

  function nextIndex(all: readonly CellPosition[], by: 1 | -1): number {
    // If the user has moved the active cell since the last step, the search continues at that cell.
    if (from !== null && from !== leftAt) return matchBeside(all, from, by, columnIds);
    return matchIndex === -1 ? firstMatchFrom(all, from, columnIds) : matchIndex + by;
  }
}

function byRow(matches: readonly CellPosition[]): GridMatches['columnsByRow'] {
  const columnsByRow = new Map<number, Set<string>>();
  for (const { rowIndex, columnId } of matches) {
    const columns = columnsByRow.get(rowIndex);
    if (columns === undefined) columnsByRow.set(rowIndex, new Set([columnId]));
    else columns.add(columnId);
  }
  return columnsByRow;
}
