import { openEnvelope } from '@/contract/envelope.schema';
import { EXTRACTED_ROWS_PATH, extractedRow, extractPageEndpoint } from '@/contract/extraction.schema';
import { pageMismatch } from '@/contract/page-mismatch';
import type { SnapshotPage } from '@/contract/extraction';
import { createJsonRowsReader } from '@/shared/row-batches/json-row-batches';
import { rowBatchOf, type RowBatch } from '@/shared/row-batches/row-batch';
import { textChunks, type BodyChunks } from '@/shared/http/body-chunks';
import { placeOf, readEnvelope } from '@/shared/http/read-response';
import type { ServiceFailure } from '@/shared/http/service-error';
import { ExportError } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';

/** A response body, to be iterated once. */
export interface OpenedPage {
  /** Yields the rows in order, in small batches. Throws ExportError. */
  readonly batches: () => Generator<RowBatch, void>;
  /** To be called after the last batch: throws ExportError if this is not the requested page of the job's snapshot. */
  readonly requireFit: () => void;
}

/** Returns a function that opens response bodies, with the cells of each row in the order of `columns`. */
export function createPageOpener(
  job: ExportJob,
  columns: readonly string[],
): (chunks: BodyChunks, page: number) => OpenedPage {
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
          // Errors of the consumer do not pass through a generator's catch.
          throw malformed(placeOf(error, 'Data.data'));
        }
      },
      requireFit: () => {
        const { rows, ...response } = readWhole(opened.rest(), page);
        // A single empty row replaces the rows. Any other count means that a member occurred twice.
        if (rows.length !== 1) throw malformed('Data');
        requireFit({ ...response, rows: { length: rowCount } }, page);
      },
    };
  };

  function wholePage(response: SnapshotPage, page: number): OpenedPage {
    return {
      batches: function* batches() {
        yield rowBatchOf(response.rows, columns.length);
      },
      requireFit: () => requireFit(response, page),
    };
  }

  function requireFit(response: Parameters<typeof pageMismatch>[0], page: number): void {
    const mismatch = pageMismatch(response, { page, pageSize: job.pageSize }, job.snapshot);
    if (mismatch !== null) throw new ExportError({ kind: 'mismatch', mismatch, page, row: null });
  }

  function readWhole(text: string, page: number): SnapshotPage {
    const { pageSize, snapshot, priceColumn } = job;
    const input = { priceColumn: priceColumn.name, cacheKey: snapshot.cacheKey, columns, page, pageSize };
    const reading = readEnvelope(
      { text },
      { name: extractPageEndpoint.name, decode: (data) => extractPageEndpoint.decode(data, input) },
      openEnvelope,
    );
    switch (reading.kind) {
      case 'data':
        return reading.data;
      case 'refused':
        throw serviceFailure({ kind: 'rejected', status: OK_STATUS, messages: reading.messages });
      case 'malformed':
        throw serviceFailure(reading);
    }
  }
}

/** The page hands over bodies of successful responses only. */
const OK_STATUS = 200;

function serviceFailure(failure: ServiceFailure): ExportError {
  return new ExportError({ kind: 'service', failure });
}

function malformed(place: string): ExportError {
  return serviceFailure({ kind: 'malformed', detail: `${extractPageEndpoint.name}: ${place}` });
}
