import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
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
import classes from './checks.module.css';
import { FINDING_COLUMN, type FindingColumns } from './finding-cells';
import { FindingRecord, type FindingActions } from './finding-record';
import type { FindingRows } from './finding-rows';

export interface FindingsGridProps {
  readonly opened: FindingRows;
  /** Another one shows other rows. */
  readonly rowsId: string;
  readonly columns: FindingColumns;
  readonly actions: FindingActions;
}

const ignore = (): void => undefined;
const SETTINGS = { density: 'normal', wrapsText: false, keepsKeys: false, tabMoves: false } as const;
const FINDING_WIDTH_PX = 420;
/** Of a narrow window. */
const FINDING_SHARE = 0.5;
const columnStateAtFirst = (): ColumnState => ({
  ...DEFAULT_COLUMN_STATE,
  widthsPx: {
    [FINDING_COLUMN]: Math.min(FINDING_WIDTH_PX, Math.round(window.innerWidth * FINDING_SHARE)),
  },
});
const NOTHING_FILTERED: ReadonlySet<string> = new Set();
const NO_SORT: readonly GridSort[] = [];

/** Grid **Findings**, with the record of a row beside it. */
export function FindingsGrid({ opened, rowsId, columns, actions }: FindingsGridProps) {
  const t = useTranslations('checks.findings');
  const gridRef = useRef<DataGridHandle>(null);
  const [columnState, setColumnState] = useState(columnStateAtFirst);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const [recordRow, setRecordRow] = useState<number | null>(null);
  const { note, copy } = useCopyRows(opened, columns);

  // The grid calls another function at once.
  const onSelectionChange = useCallback((cells: SelectedCells) => {
    setSelected(cells);
    const rowIndex = cells.focus?.rowIndex ?? -1;
    // The record follows the active row.
    setRecordRow((before) => (before === null || rowIndex < 0 ? before : rowIndex));
  }, []);

  function showRecord({ rowIndex }: CellPosition): void {
    if (rowIndex >= 0) setRecordRow(rowIndex);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && recordRow !== null && selected?.selection.length === 0) {
      event.preventDefault();
      setRecordRow(null);
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
          recordRow !== null &&
          recordRow < opened.rowCount && (
            <FindingRecord
              rowIndex={recordRow}
              opened={opened}
              columns={columns}
              actions={actions}
              onGo={(rowIndex) => {
                setRecordRow(rowIndex);
                const columnId = selected?.focus?.columnId ?? FINDING_COLUMN;
                gridRef.current?.activate({ rowIndex, columnId });
              }}
              onClose={() => {
                setRecordRow(null);
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
            sort: NO_SORT,
            filtered: NOTHING_FILTERED,
          }}
          settings={SETTINGS}
          matches={null}
          initial={{ row: 0, rowCut: 0, focus: null, selection: NO_SELECTION }}
          events={{
            onSort: ignore,
            onSelectionChange,
            onOpenCell: showRecord,
            onMenu: ({ position }) => showRecord(position),
            onKeyDown,
            onPinsWithoutRoom: ignore,
          }}
        />
      </GridBesideRecord>
      <p className={classes['note']}>{note === '' ? t('hint') : note}</p>
    </>
  );
}
