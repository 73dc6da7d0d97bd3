import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { nextRuleId, type DraftSort } from '../model/draft-query';
import type { PlacedProblem } from '../model/resolve-query';
import type { Announce } from '@/shared/ui/announcer';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../use-workbench';
import type { Choice } from './choice-select';
import { ADD_SORT_ID, ruleHandleId, sortFieldId, sortMoveId } from './element-ids';
import { QuerySection } from './query-section';
import { Reordering } from './reordering';
import { SortRow } from './sort-row';
import { TypeIcon } from './type-icon';
import classes from './rules.module.css';

export interface SortGroupProps {
  readonly problems: readonly PlacedProblem[];
  readonly announce: Announce;
  readonly focusSoon: (elementId: string) => void;
}

/** What the rows are ordered by: the first rule first, the next where it leaves rows equal. */
export function SortGroup({ problems, announce, focusSoon }: SortGroupProps) {
  const { priceColumn, isLocked } = useWorkbenchScope();
  const { fields } = priceColumn;
  const t = useTranslations('workbench');
  const rules = useWorkbenchState().draft.sort;
  const { edit } = useWorkbenchActions();
  const choices = useMemo(
    () =>
      fields
        .filter((field) => field.isSortable && !isLocked(field))
        .map((field) => ({ value: field.name, label: field.name, icon: <TypeIcon type={field.type} /> })),
    [fields, isLocked],
  );
  const add = () => {
    const rule = { id: nextRuleId('sort', rules), field: null, direction: 'ascending' } as const;
    edit({ type: 'add-sort', rule });
    focusSoon(sortFieldId(rule.id));
    announce(t('sort.added', { number: rules.length + 1 }));
  };
  const remove = (index: number, { id }: DraftSort) => {
    const next = rules[index + 1] ?? rules[index - 1];
    edit({ type: 'remove-sort', id });
    focusSoon(next === undefined ? ADD_SORT_ID : sortFieldId(next.id));
    announce(t('sort.removed', { number: index + 1 }));
  };
  const moveTo = (id: string, to: number) => {
    edit({ type: 'move-sort', id, to });
    announce(t('sort.moved', { number: to + 1, count: rules.length }));
  };
  const move = (rule: DraftSort, index: number, offset: -1 | 1) => {
    const handleId = ruleHandleId(rule.id);
    const isByHandle = document.activeElement?.id === handleId;
    moveTo(rule.id, index + offset);
    // The browser drops the focus of an element that is taken to another place.
    focusSoon(isByHandle ? handleId : sortMoveId(rule.id, offset));
  };
  const indexOf = (id: string) => rules.findIndex((rule) => rule.id === id);
  return (
    <QuerySection label={t('sort.group')} aside={rules.length > 0 ? String(rules.length) : null}>
      <div className={classes['rules']}>
        {rules.length === 0 && <p className={classes['empty']}>{t('sort.none')}</p>}
        <Reordering
          ids={rules.map((rule) => rule.id)}
          nameOf={(id) => t('sort.rule', { number: indexOf(id) + 1 })}
          announce={announce}
          onDrop={(id, overId) => {
            moveTo(id, indexOf(overId));
          }}
        >
          {rules.map((rule, index) => {
            const problem = problems.find(
              ({ where }) => where.part === 'sort' && where.id === rule.id,
            )?.problem;
            return (
              <SortRow
                key={rule.id}
                number={index + 1}
                count={rules.length}
                rule={rule}
                fieldChoices={choicesFor(rule, rules, choices)}
                problem={problem ?? null}
                onChange={(next) => {
                  edit({ type: 'set-sort', rule: next });
                }}
                onMove={(offset) => {
                  move(rule, index, offset);
                }}
                onRemove={() => {
                  remove(index, rule);
                }}
              />
            );
          })}
        </Reordering>
        <Button
          id={ADD_SORT_ID}
          className={classes['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={add}
        >
          {t('sort.add')}
        </Button>
      </div>
    </QuerySection>
  );
}

/** Each field once: what another rule has is not offered. The rule's own stays listed whatever it is. */
function choicesFor(
  rule: DraftSort,
  rules: readonly DraftSort[],
  choices: readonly Choice<string>[],
): readonly Choice<string>[] {
  const taken = new Set(rules.filter((other) => other !== rule).map((other) => other.field));
  const free = choices.filter((choice) => !taken.has(choice.value));
  if (rule.field === null || free.some((choice) => choice.value === rule.field)) return free;
  return [...free, { value: rule.field, label: rule.field }];
}
