import { Text } from '@mantine/core';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { DataGrid } from '@/lib/grid/data-grid';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import {
  DEFAULT_COLUMN_STATE,
  type CellPosition,
  type ColumnState,
  type GridMatches,
  type GridSort,
} from '@/lib/grid/grid-model';
import { NO_SELECTION } from '@/lib/grid/selection';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { useAnnounce } from '@/ui/components/announcer';
import { useFormats } from '@/ui/formats/format-settings-context';
import { RowValues } from './row-values';
import type { EngineRows } from '@/analysis/rows/engine-rows';
import { GridBesideRecord, RowRecord } from './row-record';
import classes from './row-record.module.css';
import { useCopyRows } from './use-copy-rows';
import type { RowColumns } from '@/analysis/row-table/row-table';

export interface RowsGridProps<Row> {
  /** The accessible name of the grid. */
  readonly label: string;
  readonly opened: EngineRows<Row>;
  /** An id of the rows. If it changes, the grid shows other rows from the first one on. */
  readonly rowsId: string;
  readonly columns: RowColumns<Row>;
  readonly initialColumns?: ColumnState | (() => ColumnState);
  /** Whether key columns stay visible while other columns scroll. */
  readonly keepsKeys?: boolean;
  readonly wrapsText?: boolean;
  readonly sort?: GridSort | null;
  readonly onSort?: (columnId: string) => void;
  /** The cells to highlight; null for none. */
  readonly matches?: GridMatches | null;
  /** Renders the record panel of a row; absent if the panel shows the row's values. */
  readonly renderRecord?: (row: Row) => ReactNode;
  /** Returns the number of a row in its record panel, starting at 0; by default its position in the grid. */
  readonly numberOf?: (row: Row) => number;
  /** Whether the record panel stays open, at the same position, when the rows change. If not, it opens again with the next active row. */
  readonly keepsRecord?: boolean;
  readonly onSelect?: (cells: SelectedCells) => void;
  /** A text below the grid, which is hidden while a message about a copy is shown. */
  readonly hint?: string;
}

const ignore = (): void => undefined;
const SETTINGS = { density: 'normal', tabMoves: false } as const;
const NOTHING_FILTERED: ReadonlySet<string> = new Set();
const NO_SORT: readonly GridSort[] = [];

/** A grid of rows of the engine, with a record panel beside it. Cells are copied for Excel. */
export function RowsGrid<Row>(props: RowsGridProps<Row>) {
  const { label, opened, rowsId, columns, numberOf } = props;
  const {
    initialColumns = DEFAULT_COLUMN_STATE,
    keepsKeys = false,
    sort = null,
    onSort = ignore,
    matches = null,
    keepsRecord = false,
    hint = '',
    wrapsText = false,
    onSelect,
    renderRecord = (row) => <RowValues values={columns.recordOf?.(row) ?? []} />,
  } = props;
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const gridRef = useRef<DataGridHandle>(null);
  const [columnState, setColumnState] = useState(initialColumns);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const [recordOf, setRecordOf] = useState<{ readonly rowsId: string; readonly rowIndex: number } | null>(
    null,
  );
  const { note, copy } = useCopyRows(opened, columns);
  const sorting = useMemo(() => (sort === null ? NO_SORT : [sort]), [sort]);
  const settings = useMemo(() => ({ ...SETTINGS, keepsKeys, wrapsText }), [keepsKeys, wrapsText]);
  const isRecordOpen = recordOf !== null && (keepsRecord || recordOf.rowsId === rowsId);
  const recordRow = isRecordOpen ? recordOf.rowIndex : null;

  // The callback is memoized, because the grid calls a changed callback immediately.
  const onSelectionChange = useCallback(
    (cells: SelectedCells) => {
      setSelected(cells);
      onSelect?.(cells);
      const rowIndex = cells.focus?.rowIndex ?? -1;
      // The record panel follows the active row.
      setRecordOf((before) => {
        const isSame = before?.rowsId === rowsId && before.rowIndex === rowIndex;
        return before === null || rowIndex < 0 || isSame ? before : { rowsId, rowIndex };
      });
    },
    [rowsId, onSelect],
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
        takeFocus={() => gridRef.current?.focus()}
        record={
          recordRow !== null &&
          recordRow < opened.rowCount && (
            <RowRecord
              rowIndex={recordRow}
              opened={opened}
              numberOf={numberOf}
              onGo={(rowIndex) => {
                setRecordOf({ rowsId, rowIndex });
                const columnId = selected?.focus?.columnId ?? columns.definitions[0]?.id ?? '';
                gridRef.current?.activate({ rowIndex, columnId });
              }}
              onClose={() => {
                setRecordOf(null);
                gridRef.current?.focus();
              }}
            >
              {renderRecord}
            </RowRecord>
          )
        }
      >
        <DataGrid
          key={rowsId}
          ref={gridRef}
          label={label}
          rows={opened.rows}
          columns={{
            definitions: columns.definitions,
            getCell: columns.getCell,
            state: columnState,
            onStateChange: setColumnState,
            sort: sorting,
            filtered: NOTHING_FILTERED,
          }}
          settings={settings}
          matches={matches}
          formatInteger={formatInteger}
          announce={announce}
          initial={{ row: 0, rowCut: 0, focus: null, selection: NO_SELECTION }}
          events={{
            onSort,
            onSelectionChange,
            onOpenCell: showRecord,
            onMenu: ({ position }) => showRecord(position),
            onKeyDown,
            onPinsWithoutRoom: ignore,
          }}
        />
      </GridBesideRecord>
      <Text size="xs" c="dimmed" mih={18} className={classes['note'] ?? ''}>
        {note === '' ? hint : note}
      </Text>
    </>
  );
}
