import type { PriceColumn } from '@/contract/column';
import { InexpressibleValueError, type CellValue, type ExtractionQuery } from '@/contract/extraction';
import { firstRowsEndpoint, type FirstRows } from '@/contract/first-rows.schema';
import type { ServiceClient } from '@/session/service-client';
import { isRefusal } from '@/ui/http/service-error';
import type { RefusedUses } from './refused-uses';

const NONE_REFUSED: RefusedUses = { filters: [], sorts: [] };

/**
 * Finds the fields by which a service does not filter or sort, after it has refused a query. It is asked for a few rows with each part of the
 * query alone. A field is found only if the service also refuses a value of its own for it: a single value that it cannot read says nothing
 * about the field. Rejects with ServiceError.
 */
export async function findRefusedUses(
  client: ServiceClient,
  priceColumn: PriceColumn,
  { fields, filters, sort }: ExtractionQuery,
  signal: AbortSignal,
): Promise<RefusedUses> {
  // The query names fields that the user may view. A service refuses any request that names another one.
  const asked = fields === null ? null : [...new Set([...fields, ...filters.map(({ column }) => column)])];
  const plain = await ask({});
  // The service refuses every query, so the parts are not the reason.
  if (plain === null) return NONE_REFUSED;
  const refusedFilters: string[] = [];
  for (const column of new Set(filters.map((each) => each.column))) {
    const ofColumn = filters.filter((each) => each.column === column);
    if ((await ask({ filters: ofColumn })) !== null) continue;
    const value = valueOf(plain, column);
    if (value === null) continue;
    if ((await ask({ filters: [{ column, op: 'equals', values: [value] }] })) === null)
      refusedFilters.push(column);
  }
  const refusedSorts: string[] = [];
  for (const rule of sort) {
    if ((await ask({ sort: [rule] })) === null) refusedSorts.push(rule.column);
  }
  return { filters: refusedFilters, sorts: refusedSorts };

  /** Returns one row with a part of the query; null if the service refuses it. */
  async function ask(part: Partial<Pick<ExtractionQuery, 'filters' | 'sort'>>): Promise<FirstRows | null> {
    const input = {
      priceColumn: priceColumn.name,
      fields: asked,
      typedFields: priceColumn.fields,
      rowCount: ASKED_ROWS,
      ...part,
    };
    try {
      return await client.send(firstRowsEndpoint, input, { signal });
    } catch (error) {
      if (isRefusal(error)) return null;
      if (error instanceof InexpressibleValueError) return NO_ROWS;
      throw error;
    }
  }
}

/** Several rows, because the first one may have no value in a field. */
const ASKED_ROWS = 20;
const NO_ROWS: FirstRows = { columns: [], rows: [] };

/** Returns a value that rows have in a column; null if they have none. */
function valueOf({ columns, rows }: FirstRows, column: string): string | null {
  const index = columns.indexOf(column);
  const isValue = (cell: CellValue) => cell !== undefined && cell !== null && cell !== '';
  const cell = rows.map((row) => row[index]).find(isValue);
  return cell === undefined ? null : String(cell);
}
