import type { ReactNode } from 'react';
import { CalculationFailure, type CalculationFailureProps } from '../reading/calculation-failure';
import type { OpenedRows, RowsOpening } from './use-opened-rows';

export interface ShownRowsProps<Rows, Query> extends RowsOpening<Rows, Query> {
  /** The namespace of the messages for rows that could not be opened. */
  readonly of: CalculationFailureProps['of'];
  /** Shown while the first rows are being opened. */
  readonly opening?: ReactNode;
  /** Shown if there are no rows. */
  readonly none: ReactNode;
  /** Renders the rows. Called only if there is at least one row. */
  readonly children: (data: OpenedRows<Rows, Query>) => ReactNode;
}

/** Shows the rows that a view has opened, or explains why there are none. */
export function ShownRows<Rows extends { readonly rowCount: number }, Query>(
  props: ShownRowsProps<Rows, Query>,
) {
  const { data, hasFailed, retry, of, opening = null, none, children } = props;
  if (hasFailed) return <CalculationFailure of={of} onRetry={retry} />;
  if (data === null) return opening;
  return data.opened.rowCount === 0 ? none : children(data);
}
