import { useMemo, type RefObject } from 'react';
import type { PriceField } from '@/contract/column';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import { usePublish } from '../controller/use-published-rows';
import type { KnownValuesSource, ScreenValues } from '../model/known-values';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

/** The number of rows before and after the first row in view whose values are used. They fill several screens. */
const NEAR_ROWS = 500;

/** Publishes the values of the rows on screen for the editors of conditions. */
export function usePublishScreenValues(
  opened: OpenSnapshot,
  fields: readonly PriceField[],
  gridRef: RefObject<DataGridHandle | null>,
): void {
  const values = useMemo(
    (): ScreenValues => ({
      columns: new Set(opened.columns),
      take: () => screenValues(opened, fields, gridRef.current?.firstVisibleRow ?? 0),
    }),
    [opened, fields, gridRef],
  );
  usePublish('screenValues', values);
}

/** Returns the values of the rows that are loaded around a row. */
export function screenValues(
  { columns, rows, snapshot, subsetId }: Pick<OpenSnapshot, 'columns' | 'rows' | 'snapshot' | 'subsetId'>,
  fields: readonly PriceField[],
  firstRow: number,
): KnownValuesSource {
  const from = Math.max(0, firstRow - NEAR_ROWS);
  const to = Math.min(rows.rowCount, firstRow + NEAR_ROWS);
  const loaded = Array.from({ length: to - from }, (_, index) => rows.getRow(from + index)).filter(
    (row) => row !== null,
  );
  return {
    columns: new Set(columns),
    origin: 'screen',
    readCount: loaded.length,
    // The grid may show a subset of the rows. Even if the subset is loaded completely, it does not have all values of the snapshot.
    isPart: loaded.length < snapshot.rowCount || subsetId !== undefined,
    queryKey: ['screen-values', snapshot.cacheKey, subsetId ?? null, firstRow, rows.getVersion()],
    find: async (name, search) => {
      const { knownValuesOfCells } = await import('../model/known-values-of-cells');
      const index = columns.indexOf(name);
      const type = fields.find((field) => field.name === name)?.type ?? 'text';
      return knownValuesOfCells(
        loaded.map((row) => row[index]),
        type,
        search,
      );
    },
  };
}
