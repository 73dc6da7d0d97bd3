import { useCallback, useState, type ReactNode } from 'react';
import type { CellPosition } from '@/lib/grid/grid-model';
import { RecordPanel } from '../lazy-tools';
import type { RowsOnScreen } from '../use-rows-on-screen';

export interface RecordTool {
  readonly isOpen: boolean;
  /** Opens the record panel for a cell, which need not be the active cell. */
  readonly open: (position: CellPosition) => void;
  /** Closes the record panel and focuses its cell. */
  readonly close: () => void;
  /** Makes an open record panel show the given active cell. The function stays the same in all renders. */
  readonly follow: (focus: CellPosition | null) => void;
  /** The record panel, which the caller renders beside the grid; null while it is closed. */
  readonly panel: ReactNode;
}

interface ShownRecord {
  readonly position: CellPosition;
  /** The active cell at the time when `position` was set. Only a different active cell changes the record. */
  readonly focus: CellPosition | null;
}

/** Opens and closes the record panel of a row beside the grid. The grid keeps its focus and its scroll position. */
export function useRecord({
  openSnapshot,
  columns,
  gridRef,
  selected,
  stop,
  takeNew,
}: RowsOnScreen): RecordTool {
  const focus = selected?.focus ?? null;
  const [shown, setShown] = useState<ShownRecord | null>(null);
  const follow = useCallback((next: CellPosition | null) => {
    setShown((before) => {
      if (before === null || next === null || next.rowIndex < 0 || isSame(before.focus, next)) return before;
      return { position: next, focus: next };
    });
  }, []);

  // Limits the row, because a newer snapshot can have fewer rows.
  const lastRow = openSnapshot.snapshot.rowCount - 1;
  if (shown === null || lastRow < 0) return { isOpen: false, open, close() {}, follow, panel: null };
  const position = { ...shown.position, rowIndex: Math.min(shown.position.rowIndex, lastRow) };
  return {
    isOpen: true,
    open,
    close,
    follow,
    panel: (
      <RecordPanel
        position={position}
        opened={openSnapshot}
        columns={columns}
        hasEnded={stop !== null}
        onGo={(rowIndex) => gridRef.current?.activate({ ...position, rowIndex })}
        onTakeNew={takeNew}
        onShown={() => gridRef.current?.showCell(position)}
        onClose={close}
      />
    ),
  };

  function open(next: CellPosition): void {
    setShown({ position: next, focus });
  }

  function close(): void {
    if (shown === null) return;
    setShown(null);
    gridRef.current?.focusCell(shown.position);
  }
}

function isSame(one: CellPosition | null, other: CellPosition): boolean {
  return one?.rowIndex === other.rowIndex && one.columnId === other.columnId;
}
