import type { HighlightRule } from '@/contract/row-judge';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { randomId } from '@/lib/base/random-id';
import { exportFileName, type ExportContent, type ExportRequest } from './export-choices';
import type { ExportFormat, ExportJob, ExportPlan } from './export-job';

export interface PlannedExport {
  readonly request: ExportRequest;
  readonly account: ExportJob['account'];
  readonly content: ExportContent;
  readonly format: ExportFormat;
  /** The text used in place of the query's description if that is unknown. */
  readonly queryUnknown: string;
  /** What a kept copy needs besides the rows; absent for an export to a file. */
  readonly keep?: ExportJob['keep'];
}

/** Returns the plan of a new export. The certificate names the copied snapshot, even if the rows come from a kept copy. */
export function exportPlan({
  request,
  account,
  content,
  format,
  queryUnknown,
  keep,
}: PlannedExport): ExportPlan {
  const now = new Date();
  const { priceColumn, copyOf } = request;
  const snapshot =
    copyOf === undefined ? request.snapshot : { ...request.snapshot, cacheKey: copyOf.cacheKey };
  const copyId = copyIdOf(request.snapshot.cacheKey);
  return {
    id: randomId(),
    account,
    priceColumn: { name: priceColumn.name, displayName: priceColumn.displayName },
    snapshot,
    ...(copyId !== null && { copyId }),
    snapshotColumns: [...content.snapshotColumns],
    columns: [...content.columns],
    keyColumns: [...content.keyColumns],
    rowColumns: [...content.rowColumns],
    hasAllFields: content.hasAllFields,
    viewRights: content.viewRights,
    rowStart: content.rowStart,
    rowEnd: content.rowEnd,
    pageSize: null,
    format,
    fileName: exportFileName({ priceColumn, snapshot }, account, now),
    queryLines: [request.queryText ?? queryUnknown],
    requestBody: request.requestBody,
    startedAtMs: now.getTime(),
    ...(keep !== undefined && { keep }),
    ...(format.kind === 'xlsx' && highlightsOf(request, content)),
  };
}

/** Returns the highlight rules that only test columns which the account may view. */
function highlightsOf(
  { highlights = [], priceColumn }: ExportRequest,
  { rowColumns }: ExportContent,
): Pick<ExportJob, 'highlights'> {
  const named = (rule: HighlightRule) =>
    rule.tests.flatMap((test) => (test.kind === 'column' ? [test.column, test.other] : [test.column]));
  const rules = highlights.filter((rule) => named(rule).every((name) => rowColumns.includes(name)));
  if (rules.length === 0) return {};
  const columns = [...new Set(rules.flatMap(named))].map((name) => {
    const { type = 'text', sqlType = '' } = priceColumn.fields.find((field) => field.name === name) ?? {};
    return { name, type, sqlType };
  });
  return { highlights: { rules, columns } };
}
