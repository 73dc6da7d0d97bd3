import type { ComponentProps } from 'react';
import classes from './figure-table.module.css';

interface FigureTableProps extends ComponentProps<'table'> {
  /** For a table of one row of prices. Its row headers are column names, which do not break beside long values. */
  readonly isRecord?: boolean;
}

/** A table of a few figures or values, no wider than its content. Cells with `data-number` are aligned to the right. */
export function FigureTable({ className, isRecord = false, ...table }: FigureTableProps) {
  return (
    <table
      className={[classes['table'], className].filter(Boolean).join(' ')}
      data-record={isRecord || undefined}
      {...table}
    />
  );
}
