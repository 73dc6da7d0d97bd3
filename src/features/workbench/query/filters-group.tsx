import { Button } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { validityEdge } from '@/rows/price-rows/validity-edge';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { addFilterId } from './element-ids';
import { FilterEditor, ValidOn } from './lazy-editors';
import { useFilterActions } from './rule-actions';
import { RulesGroup } from './rules-group';
import classes from './rules.module.css';

/** The conditions of the query, joined with *and*. */
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
      nameOf={(number) => t('filters.rule', { number })}
      isOff={(filter) => filter.isDisabled}
      actions={actions}
      renderEditor={(filter) => <FilterEditor filter={filter} place="panel" />}
      onLeave={leaveFilter}
      below={<ValidOnTool />}
    />
  );
}

/** Offers **valid on**, which the service does not support, if the price column has a validity and rows can be refined. */
function ValidOnTool() {
  const t = useTranslations('workbench');
  const { priceColumn, isLocked, views } = useWorkbenchScope();
  const [isOpen, setOpen] = useState(false);
  const dates = priceColumn.fields.filter((field) => field.type === 'date' && !isLocked(field));
  const from = dates.find(({ name }) => validityEdge(name) === 'start');
  const to = dates.find(({ name }) => validityEdge(name) === 'end');
  if (views.length === 1 || from === undefined || to === undefined) return null;
  return (
    <>
      <Button
        className={classes['add'] ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCalendarCheck size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters.validOn')}
      </Button>
      {isOpen && <ValidOn from={from} to={to} />}
    </>
  );
}
