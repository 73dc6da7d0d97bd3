import { CellMenu, type CellMenuProps } from './cell-menu';
import { ColumnMenu, type ColumnMenuProps } from './column-menu';

export type GridMenuProps = CellMenuProps & ColumnMenuProps;

/** The menu of a column if it was opened in the header, and otherwise the menu of a cell. */
export function GridMenu({ opened, selected, columnState, onColumnStateChange, ...props }: GridMenuProps) {
  return props.request.position.rowIndex < 0 ? (
    <ColumnMenu {...props} columnState={columnState} onColumnStateChange={onColumnStateChange} />
  ) : (
    <CellMenu {...props} opened={opened} selected={selected} />
  );
}
