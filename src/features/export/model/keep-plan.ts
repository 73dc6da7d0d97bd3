import { priceColumnRecord } from '@/contract/price-columns.schema';
import { MAX_COPY_NAME_LENGTH, type CopyLabels } from '@/rows/kept-copies/kept-copy';
import type { Rights } from '@/session/rights/rights';
import { DEFAULT_CHOICES, exportContent, type ExportContent, type ExportRequest } from './export-choices';
import type { ExportPlan } from './export-job';
import { exportPlan, type PlannedExport } from './export-plan';

export const COPY_FILE_FORMAT = { kind: 'parquet' } as const;

/** Returns the content of a copy: all rows of the snapshot, and all fields that the account may view. */
export function keptContent(request: ExportRequest, rights: Rights): ExportContent {
  return exportContent(request, { ...DEFAULT_CHOICES, scope: 'whole', fields: 'all' }, rights);
}

/** Returns the default name of a copy. `taken` is the formatted time at which the snapshot was taken. */
export function proposedCopyName({ priceColumn }: Pick<ExportRequest, 'priceColumn'>, taken: string): string {
  return `${priceColumn.displayName}, ${taken}`.slice(0, MAX_COPY_NAME_LENGTH);
}

export interface NewCopyLabels extends Omit<CopyLabels, 'id'> {
  /** Whether a routine keeps the copy. If so, it does not count as the user's recent work. */
  readonly isOfRoutine?: boolean;
}

/** Returns the plan of an export whose file becomes a kept copy. */
export function keepPlan(
  planned: Pick<PlannedExport, 'request' | 'account' | 'content' | 'queryUnknown'>,
  { name, note, isOfRoutine = false }: NewCopyLabels,
): ExportPlan {
  const { priceColumn, queryText, search, takenAtMs } = planned.request;
  return exportPlan({
    ...planned,
    format: COPY_FILE_FORMAT,
    keep: {
      name,
      note,
      priceColumn: priceColumnRecord(priceColumn),
      words: queryText,
      search: { ...search },
      takenAtMs,
      ...(isOfRoutine && { isOfRoutine }),
    },
  });
}
