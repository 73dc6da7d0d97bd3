import { useEffect, useMemo } from 'react';
import type { PriceField } from '@/contract/column';
import type { KnownValuesSource } from '../../model/known-values';
import { useWorkbenchScope } from '../../use-workbench';
import { isEstimate, rowsReadKey, type RowsRead } from '../model/rows-read';
import { wireReader } from '../model/wire-value';
import { knownValuesSql } from './known-values-sql';

/** As many as a list of choices can show without a stall; the person finds the others by typing. */
const MOST_VALUES = 50;

/** Offers the values of the rows read to the filter editors, as long as there are rows. */
export function useOfferKnownValues(rowsRead: RowsRead | null): void {
  const { knownValues, priceColumn } = useWorkbenchScope();
  const source = useMemo(
    () => (rowsRead === null ? null : knownValuesSource(rowsRead, priceColumn.fields)),
    [rowsRead, priceColumn],
  );
  useEffect(() => knownValues.setSource(source), [knownValues, source]);
  useEffect(() => () => knownValues.setSource(null), [knownValues]);
}

/** Columns that the account may not view are not among the rows read, so none of their values is known. */
export function knownValuesSource(rowsRead: RowsRead, fields: readonly PriceField[]): KnownValuesSource {
  const { engine, table, coverage } = rowsRead;
  return {
    columns: new Set(table.columns.map(({ name }) => name)),
    readCount: coverage.kind === 'all' ? coverage.rowCount : coverage.readCount,
    isPart: isEstimate(coverage),
    queryKey: rowsReadKey(rowsRead),
    find: async (name, containedText, signal) => {
      const column = table.columns.find((each) => each.name === name);
      if (column === undefined) return { values: [], hasMore: false };
      const wireOf = wireReader(
        column,
        fields.find((field) => field.name === name),
      );
      const query = knownValuesSql(table, column, containedText, MOST_VALUES + 1);
      const { rows } = await engine.query(query, { signal, maxRows: MOST_VALUES + 1 });
      return {
        values: rows
          .slice(0, MOST_VALUES)
          .map(([value, count]) => ({ value: wireOf(value ?? ''), count: Number(count) })),
        hasMore: rows.length > MOST_VALUES,
      };
    },
  };
}
