import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWorkbenchState } from '../use-workbench';
import { addFilterId } from './element-ids';
import { FilterEditor, preloadingRuleEditors } from './lazy-editors';
import { QuerySection } from './query-section';
import { Reordering } from './reordering';
import { useFilterActions } from './rule-actions';
import { SortableRule } from './sortable-rule';
import classes from './rules.module.css';

/** The conditions of the query, joined with *and*. */
export function FiltersGroup() {
  const t = useTranslations('workbench');
  const { filters } = useWorkbenchState().draft;
  const { add, move, moveTo, indexOf } = useFilterActions('panel');
  const activeCount = filters.filter((filter) => !filter.isDisabled).length;
  return (
    <QuerySection label={t('filters.group')} aside={activeCount > 0 ? String(activeCount) : null}>
      <div className={classes['rules']}>
        {filters.length === 0 && <p className={classes['empty']}>{t('filters.none')}</p>}
        <Reordering
          ids={filters.map((filter) => filter.id)}
          nameOf={(id) => t('filters.rule', { number: indexOf(id) + 1 })}
          onDrop={(id, overId) => {
            moveTo(id, indexOf(overId));
          }}
        >
          {filters.map((filter, index) => (
            <SortableRule
              key={filter.id}
              id={filter.id}
              label={t('filters.rule', { number: index + 1 })}
              isOff={filter.isDisabled}
              canMove={filters.length > 1}
              onMove={(offset) => {
                if (filters[index + offset] !== undefined) move(filter, offset);
              }}
            >
              <FilterEditor filter={filter} place="panel" />
            </SortableRule>
          ))}
        </Reordering>
        <Button
          id={addFilterId('panel')}
          className={classes['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          {...preloadingRuleEditors}
          onClick={add}
        >
          {t('filters.add')}
        </Button>
      </div>
    </QuerySection>
  );
}
