import { useTranslations } from 'use-intl';
import { useWorkbenchState } from '../use-workbench';
import { addFilterId } from './element-ids';
import { FilterEditor } from './lazy-editors';
import { useFilterActions } from './rule-actions';
import { RulesGroup } from './rules-group';

/** The conditions of the query, joined with *and*. */
export function FiltersGroup() {
  const t = useTranslations('workbench');
  const { filters } = useWorkbenchState().draft;
  const actions = useFilterActions('panel');
  const activeCount = filters.filter((filter) => !filter.isDisabled).length;
  return (
    <RulesGroup
      label={t('filters.group')}
      aside={activeCount > 0 ? String(activeCount) : null}
      none={t('filters.none')}
      add={{ id: addFilterId('panel'), label: t('filters.add') }}
      rules={filters}
      nameOf={(number) => t('filters.rule', { number })}
      isOff={(filter) => filter.isDisabled}
      actions={actions}
      renderEditor={(filter) => <FilterEditor filter={filter} place="panel" />}
    />
  );
}
