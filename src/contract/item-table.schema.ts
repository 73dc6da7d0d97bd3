import type { Column } from './column';
import { columnFromRecord, columnRecordsSchema } from './column.schema';
import type { Endpoint } from './endpoint';
import { METADATA_BYTES } from './limits';

/** `GET /api/tables/item`: the item table's column metadata (docs/service-contract.md, section 3). */
export const itemTableEndpoint: Endpoint<void, Column[]> = {
  name: 'item-table',
  method: 'GET',
  path: () => '/api/tables/item',
  maxBytes: METADATA_BYTES,
  isRead: true,
  permission: null,
  decode: (data) => columnRecordsSchema.parse(data).map(columnFromRecord),
};
