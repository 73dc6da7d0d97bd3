import type { ComponentProps } from 'react';
import classes from './figure-table.module.css';

/** A table of a few figures or values, as wide as they are. Cells with `data-number` are aligned to the right. */
export function FigureTable({ className, ...table }: ComponentProps<'table'>) {
  return <table className={[classes['table'], className].filter(Boolean).join(' ')} {...table} />;
}
