import * as z from 'zod';
import type { Column } from './column';
import { columnFromRecord, columnRecordSchema } from './column.schema';
import type { Endpoint } from './endpoint';
import { METADATA_BYTES } from './limits';

/** `GET /api/tables/item`: the item table's column metadata. Contract section 3. */
export const itemTableEndpoint: Endpoint<void, Column[]> = {
  name: 'item-table',
  method: 'GET',
  path: () => '/api/tables/item',
  maxBytes: METADATA_BYTES,
  isRead: true,
  permission: null,
  decode: (data) => z.array(columnRecordSchema).parse(data).map(columnFromRecord),
};
