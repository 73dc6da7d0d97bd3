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
  const t = useTranslations('itemSchema');
  const label = t(`head.${sortKey}`);
  const isSorted = sort?.key === sortKey;
  const Arrow = sort?.isDescending === true ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      // A heading is read with each of its cells: it says what they hold, its button alone what a press does.
      aria-label={label}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classes[`${sortKey}Column`]}
    >
      <button
        type="button"
        className={classes['sort']}
        aria-label={t('sortBy', { heading: label })}
        onClick={() => onSort(sortKey)}
      >
        {label}
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
