import * as z from 'zod';
import type { Endpoint } from './endpoint';
import { EXTRACTION_PERMISSION, type ExtractionQuery, type SnapshotRow, type TypedField } from './extraction';
import { columnsOfRows, extractedRow, isRow, queryMembers, type ExtractionBody } from './extraction.schema';
import { PAGE_BYTES } from './limits';

/** A request for the first rows of a price column, in the service's order or by a query. */
export interface FirstRowsInput extends Pick<ExtractionQuery, 'fields'> {
  readonly priceColumn: string;
  readonly filters?: ExtractionQuery['filters'];
  /** The sort order; the service's own order by default. */
  readonly sort?: ExtractionQuery['sort'];
  /**
   * The fields of the price column with their types. A described service may need them: to write numbers and dates in its notation, to
   * read its dates, and to ask for all fields by their names.
   */
  readonly typedFields?: readonly TypedField[];
  /** The maximum number of rows to return, 1 to 10 000. */
  readonly rowCount: number;
}

/** Rows that were read once, without a snapshot at the service. */
export interface FirstRows {
  readonly columns: readonly string[];
  readonly rows: readonly SnapshotRow[];
}

/** Returns the request body. Without `useCache` the service takes no snapshot, and with `bypassTotalCount` it does not count all rows. */
function firstRowsBody({ fields, filters = [], sort = [], rowCount }: FirstRowsInput): ExtractionBody {
  return {
    page: 1,
    nrOfRecords: rowCount,
    ...queryMembers({ fields, filters, sort }),
    bypassTotalCount: true,
  };
}

const firstRowsSchema = z.object({ data: z.array(z.custom<Record<string, unknown>>(isRow)) });

/** `POST /api/prices/{priceColumn}` without a snapshot: reads only the first rows (docs/service-contract.md, section 6). */
export const firstRowsEndpoint: Endpoint<FirstRowsInput, FirstRows> = {
  name: 'first-rows',
  method: 'POST',
  path: ({ priceColumn }) => `/api/prices/${encodeURIComponent(priceColumn)}`,
  body: firstRowsBody,
  maxBytes: PAGE_BYTES,
  isRead: true,
  permission: EXTRACTION_PERMISSION,
  decode: decodeFirstRows,
  inDialect: ({ extraction, description }) => ({
    ...firstRowsEndpoint,
    path: ({ priceColumn }) => extraction.path(priceColumn),
    body: ({ fields, filters = [], sort = [], typedFields, rowCount }) =>
      extraction.lookBody({ fields, filters, sort }, rowCount, typedFields),
    permission: description.rights.extraction,
    decode: (data, input) => decodeFirstRows({ data: extraction.rows(data, input.typedFields) }, input),
    rewrite: (text, { typedFields }) => extraction.rewrittenRows(text, typedFields),
  }),
};

function decodeFirstRows(data: unknown, { fields, rowCount }: FirstRowsInput): FirstRows {
  const rows = firstRowsSchema.parse(data).data.slice(0, rowCount);
  const columns = fields ?? columnsOfRows(rows);
  return { columns, rows: rows.map((row) => extractedRow(row, columns)) };
}
