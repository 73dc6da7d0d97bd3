import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbenchRun, useWorkbenchScope } from '../controller/use-workbench';

/**
 * Returns the parts of the failed query by which the service has turned out not to filter or sort, as sentences. A query never asks for
 * what is known to be refused, so a part of it that now counts as refused is a reason of the failure.
 */
export function useRefusedParts(): readonly string[] {
  const run = useWorkbenchRun();
  const { priceColumn } = useWorkbenchScope();
  const t = useTranslations('results');
  return useMemo(() => {
    if (run.status !== 'failed' || run.request.kind !== 'query') return [];
    const { filters, sort } = run.request.query;
    const known = new Map(priceColumn.fields.map((field) => [field.name, field]));
    const refused = [
      ...filters.flatMap(({ column }) =>
        known.get(column)?.isFilterable === false ? [t('refusedFilter', { field: column })] : [],
      ),
      ...sort.flatMap(({ column }) =>
        known.get(column)?.isSortable === false ? [t('refusedSort', { field: column })] : [],
      ),
    ];
    return [...new Set(refused)];
  }, [run, priceColumn, t]);
}
