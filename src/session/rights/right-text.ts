import { EXTRACTION_PERMISSION } from '@/contract/extraction';
import type { useTranslations } from 'use-intl';

/** Matches the IDs that the service gives to rights of a column, such as `dataadmin-item_CostForPricing_view`. */
const COLUMN_RIGHT = /^dataadmin-[^_]+_(.+)_(view|edit)$/;
/** Matches the ID of the right to edit a table, such as `dataadmin-item_edit`. */
const TABLE_RIGHT = /^dataadmin-([^_]+)_edit$/;

/**
 * Names a right in words; show its id on hover. An id of another form is its own name. `extraction`: the right that extractions of the
 * service need.
 */
export function rightText(
  t: ReturnType<typeof useTranslations<'rights'>>,
  id: string,
  extraction: string = EXTRACTION_PERMISSION,
): string {
  if (id === extraction) return t('extract');
  const [, column = '', ability] = COLUMN_RIGHT.exec(id) ?? [];
  if (ability !== undefined) return t(ability === 'view' ? 'view' : 'edit', { column });
  const table = TABLE_RIGHT.exec(id)?.[1];
  return table === undefined ? id : t('editTable', { table });
}
