import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { CellPlace } from '@/shared/grid/grid-model';
import type { Announce } from '@/shared/ui/announcer';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { ResultColumns } from './result-columns';
import classes from './status-line.module.css';
import { useArrivalWords } from './use-arrival-words';

const CELL_WORDS = { empty: 'emptyText', null: 'noValue', withheld: 'withheldName' } as const;

export interface FocusedValueProps {
  readonly opened: Pick<OpenSnapshot, 'rows'>;
  readonly columns: ResultColumns;
  readonly focus: CellPlace | null;
  readonly announce: Announce;
  /** The place is somebody else's for now; what comes late is said all the same. */
  readonly isHidden: boolean;
}

/**
 * All that the cell with the focus holds, where its text does not say so itself. Says what it holds when that comes
 * late. Waits for the row by itself: nothing around it is rendered anew when that comes.
 */
export function FocusedValue({ opened: { rows }, columns, focus, announce, isHidden }: FocusedValueProps) {
  const t = useTranslations('results');
  const tGrid = useTranslations('grid');
  const formats = useFormats();
  const rowIndex = focus !== null && focus.rowIndex >= 0 ? focus.rowIndex : null;
  const rowState = useSyncExternalStore(rows.subscribe, () =>
    rowIndex === null ? null : rows.getRowState(rowIndex),
  );
  const row = useSyncExternalStore(rows.subscribe, () => (rowIndex === null ? null : rows.getRow(rowIndex)));
  useArrivalWords(focus, rowState, (place) => {
    const cell = row === null ? null : columns.getCell(row, place.columnId);
    const value = cell === null ? '' : cell.state === 'value' ? cell.text : tGrid(CELL_WORDS[cell.state]);
    announce(t('arrived', { row: formats.formatInteger(place.rowIndex + 1), column: place.columnId, value }));
  });
  const fullValue = isHidden || row === null || focus === null ? null : columns.fullOf(row, focus.columnId);
  if (fullValue === null) return null;
  return (
    // Where the focus is, it is read out already.
    <p className={classes['full']} aria-live="off" title={fullValue}>
      {t('fullValue')} <span className={classes['value']}>{fullValue}</span>
    </p>
  );
}
