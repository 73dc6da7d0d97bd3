import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { nextRuleId, type DraftFilter } from '../model/draft-query';
import type { FilterEditor, PlacedProblem, Problem } from '../model/resolve-query';
import type { Announce } from '@/shared/ui/announcer';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../use-workbench';
import { ADD_FILTER_ID, filterEditorId, ruleHandleId } from './element-ids';
import { FilterRow } from './filter-row';
import { QuerySection } from './query-section';
import { Reordering } from './reordering';
import { TypeIcon } from './type-icon';
import classes from './rules.module.css';

export interface FiltersGroupProps {
  readonly problems: readonly PlacedProblem[];
  readonly announce: Announce;
  readonly focusSoon: (elementId: string) => void;
}

/** The conditions; all of them hold together. */
export function FiltersGroup({ problems, announce, focusSoon }: FiltersGroupProps) {
  const { priceColumn, isLocked, today } = useWorkbenchScope();
  const { fields } = priceColumn;
  const t = useTranslations('workbench');
  const { filters } = useWorkbenchState().draft;
  const { edit } = useWorkbenchActions();
  const fieldChoices = useMemo(
    () =>
      fields
        .filter((field) => field.isFilterable && !isLocked(field))
        .map((field) => ({ value: field.name, label: field.name, icon: <TypeIcon type={field.type} /> })),
    [fields, isLocked],
  );
  const focusField = (filter: DraftFilter | undefined) => {
    focusSoon(filter === undefined ? ADD_FILTER_ID : filterEditorId(filter.id, 'field'));
  };

  const add = () => {
    const filter = { kind: 'unset', id: nextRuleId('filter', filters), isDisabled: false } as const;
    edit({ type: 'insert-filter', index: filters.length, filter });
    focusField(filter);
    announce(t('filters.added', { number: filters.length + 1 }));
  };
  const remove = (index: number, { id }: DraftFilter) => {
    edit({ type: 'remove-filter', id });
    focusField(filters[index + 1] ?? filters[index - 1]);
    announce(t('filters.removed', { number: index + 1 }));
  };
  const duplicate = (index: number, filter: DraftFilter) => {
    const copy = { ...filter, id: nextRuleId('filter', filters) };
    edit({ type: 'insert-filter', index: index + 1, filter: copy });
    focusField(copy);
    announce(t('filters.duplicated', { number: index + 1 }));
  };
  const toggle = (index: number, filter: DraftFilter) => {
    edit({ type: 'set-filter', filter: { ...filter, isDisabled: !filter.isDisabled } });
    announce(t(filter.isDisabled ? 'filters.turnedOn' : 'filters.turnedOff', { number: index + 1 }));
  };
  const move = (id: string, to: number) => {
    edit({ type: 'move-filter', id, to });
    announce(t('filters.moved', { number: to + 1, count: filters.length }));
  };
  const indexOf = (id: string) => filters.findIndex((filter) => filter.id === id);

  const activeCount = filters.filter((filter) => !filter.isDisabled).length;
  return (
    <QuerySection label={t('filters.group')} aside={activeCount > 0 ? String(activeCount) : null}>
      <div className={classes['rules']}>
        {filters.length === 0 && <p className={classes['empty']}>{t('filters.none')}</p>}
        <Reordering
          ids={filters.map((filter) => filter.id)}
          nameOf={(id) => t('filters.rule', { number: indexOf(id) + 1 })}
          announce={announce}
          onDrop={(id, overId) => {
            move(id, indexOf(overId));
          }}
        >
          {filters.map((filter, index) => (
            <FilterRow
              key={filter.id}
              number={index + 1}
              count={filters.length}
              filter={filter}
              fields={fields}
              fieldChoices={fieldChoices}
              problems={problemsOf(problems, filter.id)}
              today={today}
              announce={announce}
              onChange={(next, edited) => {
                edit({ type: 'set-filter', filter: next }, edited === 'value' ? `${filter.id} value` : null);
              }}
              onRemove={() => {
                remove(index, filter);
              }}
              onDuplicate={() => {
                duplicate(index, filter);
              }}
              onToggle={() => {
                toggle(index, filter);
              }}
              onMove={(offset) => {
                move(filter.id, index + offset);
                // The browser drops the focus of an element that is taken to another place.
                if (document.activeElement?.id === ruleHandleId(filter.id))
                  focusSoon(ruleHandleId(filter.id));
              }}
            />
          ))}
        </Reordering>
        <Button
          id={ADD_FILTER_ID}
          className={classes['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={add}
        >
          {t('filters.add')}
        </Button>
      </div>
    </QuerySection>
  );
}

function problemsOf(problems: readonly PlacedProblem[], id: string): ReadonlyMap<FilterEditor, Problem> {
  const found = new Map<FilterEditor, Problem>();
  for (const { where, problem } of problems) {
    if (where.part === 'filter' && where.id === id) found.set(where.editor, problem);
  }
  return found;
}
