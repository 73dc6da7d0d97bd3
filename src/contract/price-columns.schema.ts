import * as z from 'zod';
import type { PriceColumn, PriceField } from './column';
import { columnFromRecord, columnRecordSchema } from './column.schema';
import type { Endpoint } from './endpoint';
import { METADATA_BYTES } from './limits';
import { EXTRACTION_PERMISSION } from './permissions';

const priceColumnSchema = z.object({
  name: z.string().min(1),
  displayName: z.string(),
  description: z.string().nullish(),
  sourceTable: z.string(),
  fields: z.array(columnRecordSchema),
});

/** `GET /api/prices`: every configured price column with its source fields. Contract section 5. */
export const priceColumnsEndpoint: Endpoint<void, PriceColumn[]> = {
  name: 'price-columns',
  method: 'GET',
  path: () => '/api/prices',
  maxBytes: METADATA_BYTES,
  isRead: true,
  permission: EXTRACTION_PERMISSION,
  decode: (data) =>
    z
      .array(priceColumnSchema)
      .parse(data)
      .map((priceColumn) => ({
        name: priceColumn.name,
        displayName: priceColumn.displayName === '' ? priceColumn.name : priceColumn.displayName,
        description: priceColumn.description ?? null,
        sourceTable: priceColumn.sourceTable,
        fields: priceColumn.fields.map(fieldFromRecord),
      })),
};

function fieldFromRecord(record: Record<string, unknown>, ordinal: number): PriceField {
  const column = columnFromRecord(record, ordinal);
  const flags = ['filterable', 'sortable'].filter((member) => typeof record[member] !== 'boolean');
  return {
    ...column,
    incompleteMembers: [...column.incompleteMembers, ...flags],
    isFilterable: record['filterable'] === true,
    isSortable: record['sortable'] === true,
  };
}
