import { useTranslations } from 'use-intl';
import { DEFAULT_COLUMN_STATE, type ColumnState } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { RowsGrid } from '../../rows-read/rows/rows-grid';
import { FINDING_COLUMN, type FindingColumns } from './finding-cells';
import { FindingRecord, type FindingActions } from './finding-record';
import type { FindingRow, FindingRows } from '../../rows-read/checks/finding-rows';

export interface FindingsGridProps {
  readonly opened: FindingRows;
  /** Another one shows other rows. */
  readonly rowsId: string;
  readonly columns: FindingColumns;
  readonly actions: FindingActions;
  readonly onSelect: (cells: SelectedCells) => void;
}

const LEAST_WIDTH_PX = 240;
/** The largest share of the window: the item and its price stay in sight beside the reason. */
const MOST_SHARE = 0.32;
/** In the font of the grid, with what is around the text. */
const CHARACTER_PX = 6.6;
const AROUND_PX = 28;
/** Rows whose reasons say how wide the column is. */
const MEASURED_ROWS = 100;

/** The column of the reasons is as wide as the longest of the first ones. */
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
      keepsKeys={false}
      wrapsText
      renderRecord={(row) => (
        <FindingRecord key={row.rowIndex} row={row} columns={columns} actions={actions} />
      )}
      numberOf={numberOf}
      onSelect={onSelect}
      // One finding after the other is looked at and dismissed.
      keepsRecord
      hint={t('hint')}
    />
  );
}
