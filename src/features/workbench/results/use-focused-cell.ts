import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { CellPlace } from '@/shared/grid/grid-model';
import type { Announce } from '@/shared/ui/announcer';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { ResultColumns } from './result-columns';
import { useArrivalWords } from './use-arrival-words';

const CELL_WORDS = { empty: 'emptyText', null: 'noValue', withheld: 'withheldName' } as const;

/** All that the cell with the focus holds; null where it says so itself. Says what it holds when that comes late. */
export function useFocusedCell(
  { rows }: Pick<OpenSnapshot, 'rows'>,
  { getCell, fullOf }: ResultColumns,
  focus: CellPlace | null,
  announce: Announce,
): string | null {
  const t = useTranslations('results');
  const tGrid = useTranslations('grid');
  const formats = useFormats();
  const rowIndex = focus !== null && focus.rowIndex >= 0 ? focus.rowIndex : null;
  const rowState = useSyncExternalStore(rows.subscribe, () =>
    rowIndex === null ? null : rows.getRowState(rowIndex),
  );
  const row = useSyncExternalStore(rows.subscribe, () => (rowIndex === null ? null : rows.getRow(rowIndex)));
  useArrivalWords(focus, rowState, (place) => {
    const cell = row === null ? null : getCell(row, place.columnId);
    const value = cell === null ? '' : cell.state === 'value' ? cell.text : tGrid(CELL_WORDS[cell.state]);
    announce(t('arrived', { row: formats.formatInteger(place.rowIndex + 1), column: place.columnId, value }));
  });
  return useMemo(
    () => (row === null || focus === null ? null : fullOf(row, focus.columnId)),
    [row, focus, fullOf],
  );
}
