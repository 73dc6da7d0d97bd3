import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { SchemaSort, SortKey } from '../model/schema-view';
import classes from './schema-table.module.css';

export interface SortHeaderProps {
  readonly sortKey: SortKey;
  readonly sort: SchemaSort | null;
  readonly onSort: (key: SortKey) => void;
}

/** A heading that sorts: up, down, and back to the service's order. */
export function SortHeader({ sortKey, sort, onSort }: SortHeaderProps) {
  const t = useTranslations('itemSchema.head');
  const isSorted = sort?.key === sortKey;
  const Arrow = sort?.isDescending === true ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classes[`${sortKey}Column`]}
    >
      <button type="button" className={classes['sort']} onClick={() => onSort(sortKey)}>
        {t(sortKey)}
        <Arrow
          size={13}
          stroke={2}
          aria-hidden="true"
          className={classes['sortArrow']}
          data-sorted={isSorted || undefined}
        />
      </button>
    </th>
  );
}
