import type { Dialect } from '@/contract/dialect';
import { bodyOfSameQuery, extractPageEndpoint, mostRowsOfPage } from '@/contract/extraction.schema';
import { programNotation } from '@/contract/program-notation';
import type { Account } from '@/session/machine/session-state';
import { MAX_SHEET_ROWS } from '@/lib/table-files/xlsx-limits';
import type { ExportContent, ExportRequest } from './export-choices';
import type { WorkbookRefresh } from './export-job';

/** The number of rows per request. Excel requests the pages one after the other. */
const REFRESH_PAGE_SIZE = 5_000;

/** The reason why a workbook cannot load its rows again. */
export type RefreshRefusal =
  | 'unknown-query'
  /** There are more rows than a sheet has, and a query in Excel fills only one sheet. */
  | 'too-many-rows';

/** Returns what a workbook needs to load its rows again, or why it cannot. `dialect` is set for a service with a description. */
export function workbookRefresh(
  { priceColumn, requestBody }: Pick<ExportRequest, 'priceColumn' | 'requestBody'>,
  { columns, rowStart, rowEnd }: Pick<ExportContent, 'columns' | 'rowStart' | 'rowEnd'>,
  { clientId, method }: Pick<Account, 'clientId' | 'method'>,
  dialect?: Dialect | null,
): WorkbookRefresh | RefreshRefusal {
  const pageSize = Math.min(REFRESH_PAGE_SIZE, mostRowsOfPage(dialect));
  const fields = columns.map(({ name }) => name);
  const body = requestBody === null ? null : bodyOfSameQuery(requestBody, fields, pageSize, dialect);
  if (body === null) return 'unknown-query';
  if (rowEnd - rowStart > MAX_SHEET_ROWS) return 'too-many-rows';
  const input = {
    priceColumn: priceColumn.name,
    page: 1,
    pageSize,
    cacheKey: '',
    columns: null,
  };
  return {
    body,
    path: dialect?.extraction.path(priceColumn.name) ?? extractPageEndpoint.path(input),
    ...(dialect != null && { notation: programNotation(dialect) }),
    pageSize,
    clientId,
    method,
  };
}
