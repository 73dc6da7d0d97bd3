import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWorkbenchState } from '../use-workbench';
import { addSortId } from './element-ids';
import { SortEditor, preloadingRuleEditors } from './lazy-editors';
import { QuerySection } from './query-section';
import { Reordering } from './reordering';
import { useSortActions } from './rule-actions';
import { SortableRule } from './sortable-rule';
import classes from './rules.module.css';

/** The sort rules. Each rule orders the rows that the rules before it leave equal. */
export function SortGroup() {
  const t = useTranslations('workbench');
  const rules = useWorkbenchState().draft.sort;
  const { add, move, moveTo, indexOf } = useSortActions('panel');
  return (
    <QuerySection label={t('sort.group')} aside={rules.length > 0 ? String(rules.length) : null}>
      <div className={classes['rules']}>
        {rules.length === 0 && <p className={classes['empty']}>{t('sort.none')}</p>}
        <Reordering
          ids={rules.map((rule) => rule.id)}
          nameOf={(id) => t('sort.rule', { number: indexOf(id) + 1 })}
          onDrop={(id, overId) => {
            moveTo(id, indexOf(overId));
          }}
        >
          {rules.map((rule, index) => (
            <SortableRule
              key={rule.id}
              id={rule.id}
              label={t('sort.rule', { number: index + 1 })}
              canMove={rules.length > 1}
              onMove={(offset) => {
                if (rules[index + offset] !== undefined) move(rule, offset);
              }}
            >
              <SortEditor rule={rule} place="panel" />
            </SortableRule>
          ))}
        </Reordering>
        <Button
          id={addSortId('panel')}
          className={classes['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          {...preloadingRuleEditors}
          onClick={add}
        >
          {t('sort.add')}
        </Button>
      </div>
    </QuerySection>
  );
}
