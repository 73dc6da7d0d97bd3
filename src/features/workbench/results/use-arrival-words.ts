import { useEffect, useEffectEvent, useRef } from 'react';
import type { CellPlace, GridRowState } from '@/shared/grid/grid-model';

/**
 * Who goes to a cell whose row is still on its way hears of it when it comes: a screen reader does not read the focused
 * cell again by itself. `state` is that of the row with the focus.
 */
export function useArrivalWords(
  focus: CellPlace | null,
  state: GridRowState | null,
  onArrived: (place: CellPlace) => void,
): void {
  const awaited = useRef<number | null>(null);
  const arrive = useEffectEvent(onArrived);
  const rowIndex = focus?.rowIndex ?? null;
  useEffect(() => {
    if (state === 'loading') awaited.current = rowIndex;
    else if (state === 'ready' && awaited.current === rowIndex && focus !== null) arrive(focus);
    if (state !== 'loading') awaited.current = null;
    // Once for a row, whatever else of the place changes.
    // eslint-disable-next-line react/exhaustive-deps
  }, [rowIndex, state]);
}
