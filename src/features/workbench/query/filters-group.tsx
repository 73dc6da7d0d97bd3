import { Button } from '@mantine/core';
import { IconCalendarCheck, IconFolderPlus, IconListCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { validityEdge } from '@/rows/price-rows/validity-edge';
import { conditionOf, nextRuleId } from '../model/draft-query';
import { VALID_ON } from '@/analysis/conditions/operators';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { addFilterId } from './element-ids';
import { FilterEditor } from './lazy-editors';
import { useFilterActions } from './rule-actions';
import { RulesGroup } from './rules-group';
import classes from './rules.module.css';

/** The filters of the query, which must all hold. */
export function FiltersGroup() {
  const t = useTranslations('workbench');
  const { filters } = useWorkbenchState().draft;
  const { leaveFilter } = useWorkbenchActions();
  const actions = useFilterActions('panel');
  const activeCount = filters.filter((filter) => !filter.isDisabled).length;
  return (
    <RulesGroup
      label={t('filters.group')}
      aside={activeCount > 0 ? String(activeCount) : null}
      none={t('filters.none')}
      add={{ id: addFilterId('panel'), label: t('filters.add') }}
      rules={filters}
      nameOf={(number, filter) => {
        const name = t('filters.rule', { number });
        return filter?.kind === 'group' ? t(`filters.groupName.${filter.join}`, { name }) : name;
      }}
      isOff={(filter) => filter.isDisabled}
      actions={actions}
      renderEditor={(filter) => <FilterEditor filter={filter} place="panel" />}
      onLeave={leaveFilter}
      below={<RowsReadTools />}
    />
  );
}

/** Buttons that add filters that the browser applies to the rows read, if the installation reads rows. */
function RowsReadTools() {
  const t = useTranslations('workbench');
  const { readsRows } = useWorkbenchScope();
  const { addGroup } = useFilterActions('panel');
  if (!readsRows) return null;
  return (
    <>
      <Button
        className={classes['add'] ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFolderPlus size={14} />}
        onClick={addGroup}
      >
        {t('filters.addGroup')}
      </Button>
      <ValidOnTool />
      <SaveAsCheckTool />
    </>
  );
}

function SaveAsCheckTool() {
  const t = useTranslations('workbench');
  const { filters } = useWorkbenchState().draft;
  const { startCheck } = useWorkbenchActions();
  if (filters.every(({ isDisabled }) => isDisabled)) return null;
  return (
    <Button
      className={classes['add'] ?? ''}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconListCheck size={14} />}
      aria-haspopup="dialog"
      onClick={startCheck}
    >
      {t('filters.saveAsCheck')}
    </Button>
  );
}

/** A button that adds the filter **valid on** for the current day, if the price column has columns for the validity of a price. */
function ValidOnTool() {
  const t = useTranslations('workbench');
  const { priceColumn, isLocked } = useWorkbenchScope();
  const { filters } = useWorkbenchState().draft;
  const { insert } = useFilterActions('panel');
  const dates = priceColumn.fields.filter((field) => field.type === 'date' && !isLocked(field));
  const from = dates.find(({ name }) => validityEdge(name) === 'start');
  const to = dates.find(({ name }) => validityEdge(name) === 'end');
  if (from === undefined || to === undefined) return null;
  return (
    <Button
      className={classes['add'] ?? ''}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconCalendarCheck size={14} />}
      onClick={() => {
        const rule = { id: nextRuleId('filter', filters), isDisabled: false };
        const condition = conditionOf(from, VALID_ON, rule);
        if (condition === null) return;
        const today = { value: 'today', text: null };
        insert(filters.length, { ...condition, value: today, other: to.name }, 'value');
      }}
    >
      {t('filters.validOn')}
    </Button>
  );
}
