import { useTranslations } from 'use-intl';
import { DEFAULT_COLUMN_STATE, type ColumnState } from '@/shared/grid/grid-model';
import { RowsGrid } from '../../rows-read/rows/rows-grid';
import { FINDING_COLUMN, type FindingColumns } from './finding-cells';
import { FindingRecord, type FindingActions } from './finding-record';
import type { FindingRow, FindingRows } from './finding-rows';

export interface FindingsGridProps {
  readonly opened: FindingRows;
  /** Another one shows other rows. */
  readonly rowsId: string;
  readonly columns: FindingColumns;
  readonly actions: FindingActions;
}

const FINDING_WIDTH_PX = 420;
/** Of a narrow window. */
const FINDING_SHARE = 0.5;
const columnStateAtFirst = (): ColumnState => ({
  ...DEFAULT_COLUMN_STATE,
  widthsPx: {
    [FINDING_COLUMN]: Math.min(FINDING_WIDTH_PX, Math.round(window.innerWidth * FINDING_SHARE)),
  },
});
const numberOf = ({ rowIndex }: FindingRow): number => rowIndex;

/** Grid **Findings**, with the record of a row beside it. */
export function FindingsGrid({ opened, rowsId, columns, actions }: FindingsGridProps) {
  const t = useTranslations('checks.findings');
  return (
    <RowsGrid
      label={t('title')}
      opened={opened}
      rowsId={rowsId}
      columns={columns}
      initialColumns={columnStateAtFirst}
      keepsKeys={false}
      renderRecord={(row) => (
        <FindingRecord key={row.rowIndex} row={row} columns={columns} actions={actions} />
      )}
      numberOf={numberOf}
      // One finding after the other is looked at and dismissed.
      keepsRecord
      hint={t('hint')}
    />
  );
}
