import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FILTER_NAMES, type FilterName } from '../model/schema-view';
import classes from './filter-toggles.module.css';

export interface FilterTogglesProps {
  readonly filters: ReadonlySet<FilterName>;
  readonly onFiltersChange: (filters: ReadonlySet<FilterName>) => void;
}

/** Viewable, Editable, Keys: each on or off. */
export function FilterToggles({ filters, onFiltersChange }: FilterTogglesProps) {
  const t = useTranslations('itemSchema');
  return (
    <div role="group" aria-label={t('filters')} className={classes['group']}>
      {FILTER_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filters.has(name)}
          className={classes['toggle']}
          onClick={() => onFiltersChange(toggled(filters, name))}
        >
          {filters.has(name) && <IconCheck size={14} stroke={2} aria-hidden="true" />}
          {t(`filter.${name}`)}
        </button>
      ))}
    </div>
  );
}

function toggled(filters: ReadonlySet<FilterName>, name: FilterName): ReadonlySet<FilterName> {
  return new Set(FILTER_NAMES.filter((other) => filters.has(other) !== (other === name)));
}
