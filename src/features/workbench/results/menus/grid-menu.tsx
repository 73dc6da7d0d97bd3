import { useSyncExternalStore, type RefObject } from 'react';
import { arrangedColumns, withPin } from '@/shared/grid/arrangement';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import type { CellPlace, ColumnArrangement, GridSort } from '@/shared/grid/grid-model';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import type { CopyOptions } from '../clipboard/use-copy';
import type { ResultColumns } from '../result-columns';
import { CellMenu } from './cell-menu';
import { ColumnMenu } from './column-menu';
import type { MenuRequest } from './point-menu';

export interface GridMenuProps {
  readonly request: MenuRequest;
  readonly gridRef: RefObject<DataGridHandle | null>;
  readonly opened: OpenSnapshot;
  readonly columns: ResultColumns;
  readonly sort: readonly GridSort[];
  readonly filteredColumns: ReadonlySet<string>;
  readonly arrangement: ColumnArrangement;
  readonly onArrange: (arrangement: ColumnArrangement) => void;
  /** More columns are pinned than before. */
  readonly onPinned: () => void;
  readonly onCopy: (options: CopyOptions) => void;
  readonly onShowRecord: (place: CellPlace, how: { readonly isWhole: boolean }) => void;
  /** Selects the column and adds up all of it. */
  readonly onStatistics: (selectColumn: () => void) => void;
  readonly onClose: () => void;
}

/** The menu of a cell, or of a column where it was asked for in the header. */
export function GridMenu(props: GridMenuProps) {
  const { request, gridRef, opened, columns, arrangement } = props;
  const { rowIndex, columnId } = request.place;
  const row = useSyncExternalStore(opened.rows.subscribe, () => opened.rows.getRow(rowIndex));
  const selectColumn = () => {
    gridRef.current?.select([{ kind: 'columns', anchorColumn: columnId, headColumn: columnId }]);
  };
  if (rowIndex < 0) {
    const shown = arrangedColumns(columns.columns, arrangement);
    const place = shown.findIndex((column) => column.columnId === columnId);
    const barrier = (steps: -1 | 1) => {
      const other = shown[place + steps];
      if (other === undefined) return steps === -1 ? 'leftmost' : 'rightmost';
      return other.pin === shown[place]?.pin ? null : 'pinEdge';
    };
    return (
      <ColumnMenu
        request={request}
        field={columns.fieldOf(columnId)}
        sort={props.sort}
        isFiltered={props.filteredColumns.has(columnId)}
        arrangement={arrangement}
        shownCount={shown.length}
        onArrange={props.onArrange}
        onMove={(steps) => gridRef.current?.moveColumn(columnId, steps)}
        barriers={{ left: barrier(-1), right: barrier(1) }}
        onPin={(pin) => {
          props.onArrange(withPin(arrangement, columnId, pin));
          if (pin !== null) props.onPinned();
        }}
        onHide={() => {
          props.onArrange({ ...arrangement, hidden: [...arrangement.hidden, columnId] });
        }}
        onFit={(fitted) => {
          if (fitted === null) gridRef.current?.fitAll();
          else gridRef.current?.fitColumn(fitted);
        }}
        onSelect={selectColumn}
        onStatistics={() => props.onStatistics(selectColumn)}
        onClose={props.onClose}
      />
    );
  }
  return (
    <CellMenu
      request={request}
      field={columns.fieldOf(columnId)}
      value={row === null ? undefined : columns.valueOf(row, columnId)}
      isLoaded={row !== null}
      onCopy={props.onCopy}
      onShowValue={() => props.onShowRecord(request.place, { isWhole: false })}
      onShowRecord={() => props.onShowRecord(request.place, { isWhole: true })}
      onSelect={(what) => {
        if (what === 'column') selectColumn();
        else gridRef.current?.select([{ kind: 'rows', anchorRow: rowIndex, headRow: rowIndex }]);
      }}
      onClose={props.onClose}
    />
  );
}
