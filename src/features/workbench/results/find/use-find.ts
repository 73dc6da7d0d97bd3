import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { CellPlace, GridMatches } from '@/shared/grid/grid-model';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import type { ResultColumns } from '../result-columns';
import { cellMatcher } from './cell-matcher';
import { findInRows, firstMatchFrom, matchBeside, type FindResult } from './find-in-rows';

/** A pause in typing, and one in the coming of rows. */
const AFTER_TYPING_MS = 120;
const AFTER_ROWS_MS = 400;

export interface FindInput {
  readonly opened: OpenSnapshot;
  readonly columns: ResultColumns;
  /** Those shown, in visual order. */
  readonly columnIds: readonly string[];
  readonly locale: string;
  readonly text: string;
  /** The active cell: where the search begins. */
  readonly from: CellPlace | null;
  readonly onMatches: (matches: GridMatches | null) => void;
  readonly onGo: (place: CellPlace) => void;
}

export interface Finding {
  /** Of the text as it is; null while it is being looked for. */
  readonly result: FindResult | null;
  /** 0-based; -1 for none. */
  readonly place: number;
  readonly current: CellPlace | null;
  /** Goes to another match, round the ends. */
  readonly step: (by: 1 | -1) => void;
}

/** Looks through the loaded rows whenever the text or what is loaded has changed. A new text goes to its first match. */
export function useFind(input: FindInput): Finding {
  const { opened, columns, columnIds, locale, text, from, onMatches, onGo } = input;
  const { rows } = opened;
  const version = useSyncExternalStore(rows.subscribe, rows.getVersion);
  const [found, setFound] = useState<{ readonly text: string; readonly result: FindResult } | null>(null);
  const [current, setCurrent] = useState<CellPlace | null>(null);
  const holds = useMemo(() => cellMatcher(text, columns, locale), [text, columns, locale]);
  // The active cell when a match was last gone to: going to one leaves the focus where it is.
  const [leftAt, setLeftAt] = useState(from);
  const latest = useRef({ from, onGo, onMatches });
  useEffect(() => {
    latest.current = { from, onGo, onMatches };
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
      const ranges = rows.getHeldRanges();
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
      if (first !== null) latest.current.onGo(first);
    };
    const timer = setTimeout(() => void search(), text === foundText ? AFTER_ROWS_MS : AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      searching.abort();
    };
    // `version`: other rows are loaded. Not `foundText`: what has been found must not start a search.
    // eslint-disable-next-line react/exhaustive-deps
  }, [text, version, columnIds, holds, rows]);

  const result = found !== null && found.text === text ? found.result : null;
  const matches = result?.matches;
  const columnsByRow = useMemo(() => byRow(matches ?? []), [matches]);
  useEffect(() => {
    latest.current.onMatches({ columnsByRow, current });
  }, [columnsByRow, current]);
  useEffect(() => () => latest.current.onMatches(null), []);

  const place = useMemo(
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
    place,
    current,
    step(by) {
      // While a new text is being looked for, its first match is on its way anyhow.
      if (matches === undefined || matches.length === 0) return;
      const next = nextPlace(matches, by);
      const match = matches[(next + matches.length) % matches.length];
      if (match === undefined) return;
      setCurrent(match);
      setLeftAt(from);
      onGo(match);
    },
  };

  function nextPlace(all: readonly CellPlace[], by: 1 | -1): number {
    // Who has gone to another cell since looks on from there.
    if (from !== null && from !== leftAt) return matchBeside(all, from, by, columnIds);
    return place === -1 ? firstMatchFrom(all, from, columnIds) : place + by;
  }
}

function byRow(matches: readonly CellPlace[]): GridMatches['columnsByRow'] {
  const columnsByRow = new Map<number, Set<string>>();
  for (const { rowIndex, columnId } of matches) {
    const columns = columnsByRow.get(rowIndex);
    if (columns === undefined) columnsByRow.set(rowIndex, new Set([columnId]));
    else columns.add(columnId);
  }
  return columnsByRow;
}
