import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { DataGrid } from '@/shared/grid/data-grid';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import {
  DEFAULT_COLUMN_STATE,
  type CellPosition,
  type ColumnState,
  type GridSort,
} from '@/shared/grid/grid-model';
import { NO_SELECTION } from '@/shared/grid/selection';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import { GridBesideRecord } from '../../rows-read/rows/row-record';
import { useCopyRows } from '../../rows-read/rows/use-copy-rows';
import { DELTA_COLUMN, foundCells, PERCENT_COLUMN, type ChangeColumns } from './change-cells';
import { ChangeRecord } from './change-record';
import type { ChangeRows, FoundText } from './change-rows';
import classes from './changes.module.css';
import type { SnapshotSides } from './compared-side';

export interface ChangesGridProps {
  readonly opened: ChangeRows;
  /** Another one shows other rows. */
  readonly rowsId: string;
  readonly columns: ChangeColumns;
  readonly sides: SnapshotSides;
  /** What the rows were searched for. */
  readonly find: FoundText | null;
  readonly sort: GridSort | null;
  readonly onSort: (columnId: string) => void;
}

const ignorePins = (): void => undefined;
const SETTINGS = { density: 'normal', wrapsText: false, keepsKeys: true, tabMoves: false } as const;
// What people look for stays in view.
const COLUMN_STATE: ColumnState = { ...DEFAULT_COLUMN_STATE, pinnedEnd: [DELTA_COLUMN, PERCENT_COLUMN] };
const NOTHING_FILTERED: ReadonlySet<string> = new Set();
const NO_SORT: readonly GridSort[] = [];

/** Grid **Changes**, with the record of a row beside it. */
export function ChangesGrid({ opened, rowsId, columns, sides, find, sort, onSort }: ChangesGridProps) {
  const t = useTranslations('changes');
  const gridRef = useRef<DataGridHandle>(null);
  const [columnState, setColumnState] = useState(COLUMN_STATE);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const [recordOf, setRecordOf] = useState<{ readonly rowsId: string; readonly rowIndex: number } | null>(
    null,
  );
  const { note, copy } = useCopyRows(opened, columns);
  const sorting = useMemo(() => (sort === null ? NO_SORT : [sort]), [sort]);
  const matches = useMemo(
    () => (find === null ? null : { columnsByRow: foundCells(opened.rows, columns, find), current: null }),
    [opened, columns, find],
  );
  const recordRow = recordOf?.rowsId === rowsId ? recordOf.rowIndex : null;

  // The grid calls another function at once.
  const onSelectionChange = useCallback(
    (cells: SelectedCells) => {
      setSelected(cells);
      const rowIndex = cells.focus?.rowIndex ?? -1;
      // The record follows the active row.
      setRecordOf((before) => {
        const isSame = before?.rowsId === rowsId && before.rowIndex === rowIndex;
        return before === null || rowIndex < 0 || isSame ? before : { rowsId, rowIndex };
      });
    },
    [rowsId],
  );

  function showRecord({ rowIndex }: CellPosition): void {
    if (rowIndex >= 0) setRecordOf({ rowsId, rowIndex });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && recordRow !== null && selected?.selection.length === 0) {
      event.preventDefault();
      setRecordOf(null);
      return;
    }
    const isCopy = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'c';
    if (!isCopy || selected === null) return;
    event.preventDefault();
    void copy(selected, event.shiftKey);
  }

  return (
    <>
      <GridBesideRecord
        record={
          recordRow !== null && (
            <ChangeRecord
              rowIndex={recordRow}
              opened={opened}
              columns={columns}
              sides={sides}
              onGo={(rowIndex) => {
                setRecordOf({ rowsId, rowIndex });
                const columnId = selected?.focus?.columnId ?? columns.definitions[0]?.id ?? '';
                gridRef.current?.activate({ rowIndex, columnId });
              }}
              onClose={() => {
                setRecordOf(null);
                gridRef.current?.focus();
              }}
            />
          )
        }
      >
        <DataGrid
          key={rowsId}
          ref={gridRef}
          label={t('title')}
          rows={opened.rows}
          columns={{
            definitions: columns.definitions,
            getCell: columns.getCell,
            state: columnState,
            onStateChange: setColumnState,
            sort: sorting,
            filtered: NOTHING_FILTERED,
          }}
          settings={SETTINGS}
          matches={matches}
          initial={{ row: 0, rowCut: 0, focus: null, selection: NO_SELECTION }}
          events={{
            onSort,
            onSelectionChange,
            onOpenCell: showRecord,
            onMenu: ({ position }) => showRecord(position),
            onKeyDown,
            onPinsWithoutRoom: ignorePins,
          }}
        />
      </GridBesideRecord>
      <p className={classes['copied']}>{note}</p>
    </>
  );
}
