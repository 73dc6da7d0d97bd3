import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DEFAULT_COLUMN_STATE, type ColumnState, type GridSort } from '@/lib/grid/grid-model';
import { RowsGrid } from '../../rows-read/rows/rows-grid';
import {
  DELTA_COLUMN,
  foundCells,
  PERCENT_COLUMN,
  type ChangeColumns,
} from '@/analysis/comparison/change-cells';
import { ChangeRecord } from './change-record';
import type { ChangeRows, FoundText } from '@/analysis/comparison/change-rows';
import type { SnapshotSides } from '@/analysis/comparison/compared-side';

export interface ChangesGridProps {
  readonly opened: ChangeRows;
  /** A new id means that the grid shows other rows. */
  readonly rowsId: string;
  readonly columns: ChangeColumns;
  readonly sides: SnapshotSides;
  readonly find: FoundText | null;
  readonly sort: GridSort | null;
  readonly onSort: (columnId: string) => void;
}

// The difference and the percentage stay in view when the grid scrolls sideways, because users look for them first.
const COLUMN_STATE: ColumnState = { ...DEFAULT_COLUMN_STATE, pinnedEnd: [DELTA_COLUMN, PERCENT_COLUMN] };

/** The grid **Changes**. The record of the selected row is shown beside it. */
export function ChangesGrid({ opened, rowsId, columns, sides, find, sort, onSort }: ChangesGridProps) {
  const t = useTranslations('changes');
  const matches = useMemo(
    () => (find === null ? null : { columnsByRow: foundCells(opened.rows, columns, find), current: null }),
    [opened, columns, find],
  );
  return (
    <RowsGrid
      label={t('title')}
      opened={opened}
      rowsId={rowsId}
      columns={columns}
      initialColumns={COLUMN_STATE}
      keepsKeys
      sort={sort}
      onSort={onSort}
      matches={matches}
      renderRecord={(row) => <ChangeRecord row={row} columns={columns} sides={sides} />}
    />
  );
}
