import { errorMessages, openEnvelope } from '@/contract/envelope.schema';
import { EXTRACTED_ROWS_PATH, extractedRow, extractPageEndpoint } from '@/contract/extraction.schema';
import { pageBreach } from '@/contract/page-breach';
import type { SnapshotPage } from '@/contract/extraction';
import { createJsonRowsReader } from '@/shared/row-batches/json-row-batches';
import { rowBatchOf, type RowBatch } from '@/shared/row-batches/row-batch';
import { placeOf, readAnswer } from '@/shared/http/read-answer';
import { textPieces } from '@/shared/http/text-pieces';
import type { BodyPieces } from '@/shared/http/read-pieces';
import { ServiceError } from '@/shared/http/service-error';
import { ExportError } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';

/** An answer, to be gone through once. */
export interface OpenedPage {
  /** Its rows in order, not many at once. Throws ExportError. */
  readonly batches: () => Generator<RowBatch, void>;
  /** After all batches: throws ExportError where this is not the page of the job's snapshot that it should be. */
  readonly requireFit: () => void;
}

/** Opens answers of a job, the cells of their rows in the order of `columns`. */
export function createPageOpener(
  job: ExportJob,
  columns: readonly string[],
): (pieces: BodyPieces, page: number) => OpenedPage {
  const openRows = createJsonRowsReader(EXTRACTED_ROWS_PATH, columns, (row) => extractedRow(row, columns));

  return (pieces, page) => {
    const opened = openRows(pieces);
    if (opened === null) return wholePage(readWhole(Array.from(textPieces(pieces)).join(''), page), page);
    let rowCount = 0;
    return {
      batches: function* batches() {
        try {
          for (const rows of opened.batches()) {
            rowCount += rows.rowCount;
            yield rows;
          }
        } catch (error) {
          // What whoever takes the rows throws does not come by here.
          throw malformed(placeOf(error, 'Data.data'));
        }
      },
      requireFit: () => {
        const { rows, ...answer } = readWhole(opened.rest(), page);
        // In place of the rows there is one without cells; anything else comes from a member that is there twice.
        if (rows.length !== 1) throw malformed('Data');
        requireFit({ ...answer, rows: { length: rowCount } }, page);
      },
    };
  };

  function wholePage(answer: SnapshotPage, page: number): OpenedPage {
    return {
      batches: function* batches() {
        yield rowBatchOf(answer.rows, columns.length);
      },
      requireFit: () => requireFit(answer, page),
    };
  }

  function requireFit(answer: Parameters<typeof pageBreach>[0], page: number): void {
    const breach = pageBreach(answer, { page, pageSize: job.pageSize }, job.snapshot);
    if (breach !== null) throw new ExportError({ kind: 'breach', breach, page, row: null });
  }

  function readWhole(text: string, page: number): SnapshotPage {
    const { pageSize, snapshot, priceColumn } = job;
    const input = { priceColumn: priceColumn.name, cacheKey: snapshot.cacheKey, columns, page, pageSize };
    try {
      return readAnswer(
        { status: 200, text, pieces: null, contentType: '', retryAfter: null, date: null },
        {
          name: extractPageEndpoint.name,
          permission: extractPageEndpoint.permission,
          decode: (data) => extractPageEndpoint.decode(data, input),
        },
        { openEnvelope, errorMessages },
        0,
      );
    } catch (error) {
      if (error instanceof ServiceError) throw new ExportError({ kind: 'service', failure: error.failure });
      throw error;
    }
  }
}

function malformed(place: string): ExportError {
  const detail = `${extractPageEndpoint.name}: ${place}`;
  return new ExportError({ kind: 'service', failure: { kind: 'malformed', detail } });
}
