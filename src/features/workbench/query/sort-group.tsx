import { useTranslations } from 'use-intl';
import { useWorkbenchState } from '../controller/use-workbench';
import { addSortId } from './element-ids';
import { SortEditor } from './lazy-editors';
import { useSortActions } from './rule-actions';
import { RulesGroup } from './rules-group';

/** The sort rules. Each rule orders the rows that are equal in all rules before it. */
export function SortGroup() {
  const t = useTranslations('workbench');
  const { sort } = useWorkbenchState().draft;
  const actions = useSortActions('panel');
  return (
    <RulesGroup
      label={t('sort.group')}
      aside={sort.length > 0 ? String(sort.length) : null}
      none={t('sort.none')}
      add={{ id: addSortId('panel'), label: t('sort.add') }}
      rules={sort}
      nameOf={(number) => t('sort.rule', { number })}
      actions={actions}
      renderEditor={(rule) => <SortEditor rule={rule} place="panel" />}
    />
  );
}
