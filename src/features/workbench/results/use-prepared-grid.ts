import { useEffect, useMemo, type RefObject } from 'react';
import type { PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { prepareGrid } from '@/lib/grid/prepare-grid';
import { useGridTexts } from '@/lib/grid/use-grid-texts';
import { useWorkbenchScope } from '../controller/use-workbench';
import { useResultColumns } from '@/rows/price-rows/result-columns';

/** The limit of prepared columns, which is more than fit on a screen. */
const MOST_COLUMNS = 24;

/** Prepares the grid while the user builds the query, so that the first rows come sooner after **Run**. */
export function usePreparedGrid(placeRef: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  const { priceColumn, isLocked } = useWorkbenchScope();
  const fields = useMemo(
    () => priceColumn.fields.filter((field) => !isLocked(field)).slice(0, MOST_COLUMNS),
    [priceColumn, isLocked],
  );
  const snapshot = useMemo(() => ({ columns: fields.map(({ name }) => name) }), [fields]);
  const { columns, getCell } = useResultColumns(snapshot, priceColumn);
  const texts = useGridTexts();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // This work waits until the screen itself has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (placeRef.current === null) return;
        prepareGrid(placeRef.current, { columns, rows: sampleRows(fields), getCell, texts });
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isNeeded, placeRef, columns, fields, getCell, texts]);
}

/** Returns rows with each kind of cell: values, values that load later, and empty cells. */
function sampleRows(fields: readonly PriceField[]): readonly SnapshotRow[] {
  return [
    fields.map(({ type }) => SAMPLES[type]),
    fields.map(({ type }) => (type === 'date' ? '2999-12-31T00:00:00' : '')),
    fields.map(() => null),
  ];
}

const SAMPLES = { number: '-1234.5678', date: '2001-02-03T04:05:06', text: 'Aa 1', boolean: true } as const;
