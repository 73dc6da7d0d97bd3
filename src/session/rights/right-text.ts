import { EXTRACTION_PERMISSION } from '@/contract/extraction';
import type { useTranslations } from 'use-intl';

/** The rights of a column, as the service forms their ids: `dataadmin-item_CostForPricing_view`. */
const COLUMN_RIGHT = /^dataadmin-[^_]+_(.+)_(view|edit)$/;
/** The right to edit a table: `dataadmin-item_edit`. */
const TABLE_RIGHT = /^dataadmin-([^_]+)_edit$/;

/** Names a right in words; show its id on hover. An id of another form is its own name. */
export function rightText(t: ReturnType<typeof useTranslations<'rights'>>, id: string): string {
  if (id === EXTRACTION_PERMISSION) return t('extract');
  const [, column = '', ability] = COLUMN_RIGHT.exec(id) ?? [];
  if (ability !== undefined) return t(ability === 'view' ? 'view' : 'edit', { column });
  const table = TABLE_RIGHT.exec(id)?.[1];
  return table === undefined ? id : t('editTable', { table });
}
