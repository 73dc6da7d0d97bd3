import { useTranslations } from 'use-intl';
import { DEFAULT_COLUMN_STATE, type ColumnState } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { RowsGrid } from '../../rows-read/rows/rows-grid';
import { FINDING_COLUMN, type FindingColumns } from '@/analysis/checks/finding-cells';
import { FindingRecord, type FindingActions } from './finding-record';
import type { FindingRow, FindingRows } from '@/analysis/checks/finding-rows';

export interface FindingsGridProps {
  readonly opened: FindingRows;
  /** A new id means that the grid shows other rows. */
  readonly rowsId: string;
  readonly columns: FindingColumns;
  readonly actions: FindingActions;
  readonly onSelect: (cells: SelectedCells) => void;
}

const LEAST_WIDTH_PX = 240;
/** The largest share of the window's width that the column of reasons takes, so that item and price stay in view beside it. */
const MOST_SHARE = 0.32;
/** The average width of a character, measured in the font of the grid, and the padding around the text. */
const CHARACTER_PX = 6.6;
const AROUND_PX = 28;
/** The number of rows whose reasons determine the width of the column. */
const MEASURED_ROWS = 100;

/** Returns the initial column state. The column of reasons is as wide as the longest reason of the first rows. */
function columnStateAtFirst({ rows, rowCount }: FindingRows, columns: FindingColumns): ColumnState {
  const texts = Array.from({ length: Math.min(rowCount, MEASURED_ROWS) }, (_, index) => rows.getRow(index));
  const longest = Math.max(0, ...texts.map((row) => (row === null ? 0 : columns.findingText(row).length)));
  const widthPx = Math.max(LEAST_WIDTH_PX, Math.ceil(longest * CHARACTER_PX) + AROUND_PX);
  return {
    ...DEFAULT_COLUMN_STATE,
    widthsPx: { [FINDING_COLUMN]: Math.min(widthPx, Math.round(window.innerWidth * MOST_SHARE)) },
  };
}

const numberOf = ({ rowIndex }: FindingRow): number => rowIndex;

/** The grid **Findings**. The record of the selected row is shown beside it. */
export function FindingsGrid({ opened, rowsId, columns, actions, onSelect }: FindingsGridProps) {
  const t = useTranslations('checks.findings');
  return (
    <RowsGrid
      label={t('title')}
      opened={opened}
      rowsId={rowsId}
      columns={columns}
      initialColumns={() => columnStateAtFirst(opened, columns)}
      wrapsText
      renderRecord={(row) => (
        <FindingRecord key={row.rowIndex} row={row} columns={columns} actions={actions} />
      )}
      numberOf={numberOf}
      onSelect={onSelect}
      // The record panel stays open, because users read and dismiss one finding after the other.
      keepsRecord
      hint={t('hint')}
    />
  );
}
