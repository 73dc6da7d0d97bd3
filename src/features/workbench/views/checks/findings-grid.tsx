import { useTranslations } from 'use-intl';
import { DEFAULT_COLUMN_STATE, type ColumnState } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { RowsGrid } from '../../rows-read/rows/rows-grid';
import { FINDING_COLUMN, type FindingColumns } from './finding-cells';
import { FindingRecord, type FindingActions } from './finding-record';
import type { FindingRow, FindingRows } from '../../rows-read/checks/finding-rows';

export interface FindingsGridProps {
  readonly opened: FindingRows;
  /** Changes when other rows are shown. */
  readonly rowsId: string;
  readonly columns: FindingColumns;
  readonly actions: FindingActions;
  readonly onSelect: (cells: SelectedCells) => void;
}

const LEAST_WIDTH_PX = 240;
/** The maximum share of the window: the item and its price stay in sight beside the reason. */
const MOST_SHARE = 0.32;
/** Measured in the font of the grid, with the padding around the text. */
const CHARACTER_PX = 6.6;
const AROUND_PX = 28;
/** The number of rows whose reasons determine the width of the column. */
const MEASURED_ROWS = 100;

/** Returns the width of the column of reasons: that of the longest among the first ones. */
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

/** Grid **Findings**, with the record of a row beside it. */
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
      // People look at one finding after the other and dismiss it.
      keepsRecord
      hint={t('hint')}
    />
  );
}
