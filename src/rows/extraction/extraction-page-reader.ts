import { openEnvelope } from '@/contract/envelope.schema';
import { EXTRACTED_ROWS_PATH, extractedRow, extractPageEndpoint } from '@/contract/extraction.schema';
import { pageMismatch, PageMismatchError } from '@/contract/page-mismatch';
import type { Snapshot, SnapshotPage } from '@/contract/extraction';
import { createJsonRowsReader } from '@/lib/row-batches/json-row-batches';
import { rowBatchOf, type RowBatch } from '@/lib/row-batches/row-batch';
import { textChunks, type BodyChunks } from '@/lib/base/body-chunks';
import { mismatchLocation, readEnvelope } from '@/ui/http/read-response';
import { ServiceError } from '@/ui/http/service-error';

export interface PagedSnapshot {
  readonly priceColumn: string;
  readonly snapshot: Pick<Snapshot, 'cacheKey' | 'rowCount'>;
  /** The number of rows of each page except the last. */
  readonly pageSize: number;
}

/** The rows of one response body. They can be iterated only once. */
export interface ExtractionPage {
  /** Yields the rows in order, in small batches. Throws a ServiceError. */
  readonly batches: () => Generator<RowBatch, void>;
  /** Call after the last batch. Throws a PageMismatchError if this is not the requested page, a ServiceError if it is malformed. */
  readonly requireFit: () => void;
}

/** Returns a reader of bodies from `ServiceClient.receive`. Cells are in the order of `columns`, without a string for each cell. */
export function createExtractionPageReader(
  { priceColumn, snapshot, pageSize }: PagedSnapshot,
  columns: readonly string[],
): (chunks: BodyChunks, page: number) => ExtractionPage {
  const openRows = createJsonRowsReader(EXTRACTED_ROWS_PATH, columns, (row) => extractedRow(row, columns));

  return (chunks, page) => {
    const opened = openRows(chunks);
    if (opened === null) return wholePage(readWhole(Array.from(textChunks(chunks)).join(''), page), page);
    let rowCount = 0;
    return {
      batches: function* batches() {
        try {
          for (const rows of opened.batches()) {
            rowCount += rows.rowCount;
            yield rows;
          }
        } catch (error) {
          // A `catch` in a generator does not catch errors of its consumer, so this error comes from reading.
          throw malformedPage(mismatchLocation(error, 'Data.data'));
        }
      },
      requireFit: () => {
        const { rows, ...response } = readWhole(opened.rest(), page);
        // The text contains a single empty object in place of the rows. Any other count means that a member occurred twice.
        if (rows.length !== 1) throw malformedPage('Data');
        requireFit({ ...response, rows: { length: rowCount } }, page);
      },
    };
  };

  function wholePage(response: SnapshotPage, page: number): ExtractionPage {
    return {
      batches: function* batches() {
        yield rowBatchOf(response.rows, columns.length);
      },
      requireFit: () => requireFit(response, page),
    };
  }

  function requireFit(response: Parameters<typeof pageMismatch>[0], page: number): void {
    const mismatch = pageMismatch(response, { page, pageSize }, snapshot);
    if (mismatch !== null) throw new PageMismatchError(mismatch, null, page);
  }

  function readWhole(text: string, page: number): SnapshotPage {
    const input = { priceColumn, cacheKey: snapshot.cacheKey, columns, page, pageSize };
    const reading = readEnvelope(
      { text },
      { name: extractPageEndpoint.name, decode: (data) => extractPageEndpoint.decode(data, input) },
      openEnvelope,
    );
    switch (reading.kind) {
      case 'data':
        return reading.data;
      case 'refused':
        throw new ServiceError(
          { kind: 'rejected', status: OK_STATUS, messages: reading.messages },
          OK_STATUS,
        );
      case 'beyond-limit':
      case 'malformed':
        throw new ServiceError(reading, OK_STATUS);
    }
  }
}

/** The HTTP status for errors. Only the bodies of successful responses are read. */
const OK_STATUS = 200;

/** Returns the error for a page that violates the contract. `location` names the position of the fault, never any content. */
export function malformedPage(location: string): ServiceError {
  return new ServiceError(
    { kind: 'malformed', detail: `${extractPageEndpoint.name}: ${location}` },
    OK_STATUS,
  );
}
