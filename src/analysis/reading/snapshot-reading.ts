import type { PriceColumn, PriceField } from '@/contract/column';
import { isStable, pagesOf } from '@/contract/extraction';
import { extractPageEndpoint, mostRowsOfPage } from '@/contract/extraction.schema';
import { PageMismatchError } from '@/contract/page-mismatch';
import type { ServiceClient } from '@/session/service-client';
import { browserClock } from '@/lib/base/clock';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { rowIdentity } from '../snapshot/row-identity';
import { analysedColumn } from '../engine/analysed-columns';
import {
  foreseenRowBytes,
  memoryBudget,
  recordReadingMeasure,
  type ReadColumn,
  type RowsFrom,
} from './forecast';
import { createReadingStore, type ReadingPorts, type ReadingStore } from './reading-store';

/** The columns of a snapshot that are read, and their approximate bytes per row. */
export interface ColumnsToRead {
  readonly columns: readonly ReadColumn[];
  readonly rowBytes: number;
}

/** The number of rows that the engine stores together. Adding them takes half the time if they arrive at once. */
const COPY_PAGE_ROWS = 122_880;

/** How many rows of the first page are measured. That page arrives with the snapshot. */
const SAMPLED_ROWS = 200;

/** Returns the columns of a snapshot to read: all except those that the account may not view. */
export function columnsToRead(
  { snapshot, columns: names, rows }: OpenSnapshot,
  priceColumn: PriceColumn,
  isLocked: (field: PriceField) => boolean,
): ColumnsToRead {
  const columns = names.flatMap((name, cellIndex) => {
    const field = priceColumn.fields.find((each) => each.name === name) ?? null;
    return field !== null && isLocked(field) ? [] : [{ name, field, cellIndex }];
  });
  const firstRows = Array.from({ length: Math.min(SAMPLED_ROWS, snapshot.rowCount) }, (_, row) =>
    rows.getRow(row),
  );
  const rowBytes = foreseenRowBytes(
    columns,
    firstRows.filter((row) => row !== null),
  );
  return { columns, rowBytes };
}

/** The source of a reading's rows, and the columns to read. */
export interface ReadingSource {
  readonly client: ServiceClient;
  readonly plan: ColumnsToRead & { readonly mayReadAll: boolean };
  readonly priceColumn: PriceColumn;
}

/** By default no user is active, and the rows may take as much memory as the device allows. */
type SnapshotReadingOptions = Pick<ReadingPorts, 'connect'> &
  Partial<Pick<ReadingPorts, 'isPersonActive' | 'budgetBytes' | 'clock'>>;

/** Creates the reading of a snapshot, either of the service or of a kept copy. `latest` returns the current client and columns. */
export function createSnapshotReading(
  openSnapshot: OpenSnapshot,
  priceColumn: string,
  latest: () => ReadingSource,
  options: SnapshotReadingOptions,
): ReadingStore {
  const { snapshot, columns, receivePage, receiveColumns } = openSnapshot;
  return createReadingStore(snapshot.rowCount, {
    tableRequest: () => ({ priceColumn, snapshot, columns: latest().plan.columns }),
    rowIdentity: () =>
      rowIdentity(
        latest().plan.columns.map(({ name }) => name),
        latest().priceColumn,
      ),
    pageRows: receiveColumns === undefined ? undefined : COPY_PAGE_ROWS,
    maxPageSize: () => mostRowsOfPage(latest().client.dialect),
    fetchPage: (page, pageSize, signal) => {
      if (receiveColumns !== undefined) {
        const wanted = latest().plan.columns.map(({ name, field }, index) => {
          const { type, scale } = analysedColumn(name, field, index);
          return { name, type, scale };
        });
        return receiveColumns(page, pageSize, wanted, signal);
      }
      const typedFields = latest().priceColumn.fields;
      const request = { priceColumn, ...pagesOf(snapshot), columns, typedFields, page, pageSize };
      return (
        receivePage?.(page, pageSize, signal) ??
        latest().client.receive(extractPageEndpoint, request, { signal })
      );
    },
    mayReadAll: () => latest().plan.mayReadAll,
    mayRowsMove: !isStable(snapshot),
    isPersonActive: () => false,
    onMeasured: (rows) => {
      const { rowBytes, columns: read } = latest().plan;
      recordReadingMeasure(rows, read.length, rowBytes, sourceOf(openSnapshot));
    },
    onDoubts: ({ doubled }) => {
      if (doubled !== null) openSnapshot.doubledKeys?.report(doubled);
    },
    onSnapshotLost: (error) => {
      // Without a stable snapshot, repeated rows have moved between pages. The next page is as good as the last.
      const haveMoved = error instanceof PageMismatchError && error.mismatch === 'double-key';
      if (!haveMoved || isStable(snapshot)) openSnapshot.rows.fail(error);
    },
    random: Math.random,
    ...options,
    // These defaults exist only in a browser. The command line sets its own values.
    budgetBytes: options.budgetBytes ?? budgetOfDevice(),
    clock: options.clock ?? browserClock(),
  });
}

/** Returns whether a snapshot's rows come from the service or a copy, because both have separate measurements of speed. */
export function sourceOf({ receiveColumns }: OpenSnapshot): RowsFrom {
  return receiveColumns === undefined ? 'service' : 'copy';
}

/** Returns how many bytes the rows read may take on this device. */
export function budgetOfDevice(): number {
  return memoryBudget((navigator as { readonly deviceMemory?: number }).deviceMemory);
}
