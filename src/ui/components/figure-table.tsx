import type { ComponentProps } from 'react';
import classes from './figure-table.module.css';

interface FigureTableProps extends ComponentProps<'table'> {
  /** Whether the table shows one row of prices. Its row headers are then names of columns, which do not wrap beside long values. */
  readonly isRecord?: boolean;
}

/** A small table of numbers or other values, which is no wider than its content. Cells with `data-number` are right-aligned. */
export function FigureTable({ className, isRecord = false, ...table }: FigureTableProps) {
  return (
    <table
      className={[classes['table'], className].filter(Boolean).join(' ')}
      data-record={isRecord || undefined}
      {...table}
    />
  );
}
