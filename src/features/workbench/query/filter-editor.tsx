import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import { ConditionEditor, type FieldChoices } from '../conditions/condition-editor';
import { problemText } from '../conditions/problem-text';
import inputClasses from '../conditions/inputs.module.css';
import type { DraftFilter, DraftGroup, DraftUnsetOrCondition } from '../model/draft-query';
import { reasonForHere } from '../model/filter-place';
import { fieldsInReach } from '../model/resolve-query';
import { useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { ruleIdIn, type QueryPlace } from './element-ids';
import { filterEditorId } from '../conditions/condition-ids';
import { useQueryView } from './query-context';
import { problemsOfFilter, useFilterActions, useFilterChoices } from './rule-actions';
import { HereMark, RuleButton } from './sortable-rule';
import classes from './rules.module.css';

export interface FilterEditorProps {
  readonly filter: DraftFilter;
  readonly place: QueryPlace;
}

/** Edits one filter of the query. A filter is a condition, or a group of alternative conditions. */
export function FilterEditor({ filter, place }: FilterEditorProps) {
  const { draft } = useWorkbenchState();
  const { priceColumn, addedFields } = useWorkbenchScope();
  const choices = useFilterChoices();
  const { computed } = draft;
  const fields = useMemo(
    () => fieldsInReach({ computed }, { priceColumn, addedFields }),
    [computed, priceColumn, addedFields],
  );
  const actions = useFilterActions(place);
  const t = useTranslations('conditions');
  const number = actions.indexOf(filter.id) + 1;
  const shared = { place, fields, choices };
  const tools = (
    <>
      <HereMark reason={reasonForHere(filter, priceColumn)} />
      <FilterMenu filter={filter} number={number} place={place} />
      <RuleButton label={t('editor.remove', { number })} onClick={() => actions.remove(filter)}>
        <IconX size={15} />
      </RuleButton>
    </>
  );
  return (
    <>
      {filter.kind === 'group' ? (
        <GroupEditor group={filter} name={String(number)} tools={tools} {...shared} />
      ) : (
        <FilterConditionEditor condition={filter} tools={tools} {...shared} />
      )}
      {filter.isDisabled && (
        <p className={classes['off']}>
          {t('editor.disabled')}{' '}
          <button
            type="button"
            className={inputClasses['textButton']}
            onClick={() => {
              actions.toggle(filter);
            }}
          >
            {t('editor.enable')}
          </button>
        </p>
      )}
    </>
  );
}

interface SharedProps {
  readonly place: QueryPlace;
  readonly fields: readonly PriceField[];
  readonly choices: FieldChoices;
  readonly tools: ReactNode;
}

function FilterConditionEditor({
  condition,
  place,
  ...props
}: SharedProps & { readonly condition: DraftUnsetOrCondition }) {
  const { readsRows } = useWorkbenchScope();
  const { problems } = useQueryView();
  const actions = useFilterActions(place);
  return (
    <ConditionEditor
      // The rule can be on screen in both places, so the id from which element ids are derived depends on the place.
      condition={{ ...condition, id: ruleIdIn(place, condition.id) }}
      problems={problemsOfFilter(problems, condition.id)}
      mayBeHere={readsRows}
      onChange={(next, edited) => actions.change({ ...next, id: condition.id }, edited)}
      {...props}
    />
  );
}

interface GroupEditorProps extends SharedProps {
  readonly group: DraftGroup;
  /** The number of the group in the query, such as "2", or "2.1" for a group in a group. */
  readonly name: string;
}

/** Edits a group of filters of which at least one must hold. Older links can also contain a group inside it in which all must hold. */
function GroupEditor({ group, name, tools, ...shared }: GroupEditorProps) {
  const t = useTranslations('workbench');
  const tConditions = useTranslations('conditions');
  const words = useWords();
  const { problems } = useQueryView();
  const actions = useFilterActions(shared.place);
  const problem = problemsOfFilter(problems, group.id).get('field');
  return (
    <div className={classes['filterGroup']}>
      <div className={classes['groupHead']}>
        <span>{t(`filters.join.${group.join}`)}</span>
        <div className={classes['groupTools']}>{tools}</div>
      </div>
      {group.parts.map((part, index) => {
        const partName = `${name}.${index + 1}`;
        const label = t('filters.rule', { number: partName });
        const remove = (
          <RuleButton
            label={tConditions('editor.remove', { number: partName })}
            onClick={() => actions.removeFrom(group, part)}
          >
            <IconX size={15} />
          </RuleButton>
        );
        return (
          <div key={part.id} role="group" aria-label={label} data-rule={part.id}>
            {part.kind === 'group' ? (
              <GroupEditor group={part} name={partName} {...shared} tools={remove} />
            ) : (
              <FilterConditionEditor condition={part} {...shared} tools={remove} />
            )}
          </div>
        );
      })}
      <Button
        id={filterEditorId(ruleIdIn(shared.place, group.id), 'field')}
        className={classes['add'] ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        disabled={group.isDisabled}
        onClick={() => actions.addTo(group)}
      >
        {t('filters.addToGroup')}
      </Button>
      {problem !== undefined && (
        <p role="alert" className={inputClasses['error']}>
          {problemText(words, problem, { fieldName: '' }).text}
        </p>
      )}
    </div>
  );
}

interface FilterMenuProps extends FilterEditorProps {
  readonly number: number;
}

function FilterMenu({ filter, number, place }: FilterMenuProps) {
  const t = useTranslations('conditions');
  const count = useWorkbenchState().draft.filters.length;
  const actions = useFilterActions(place);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('editor.more', { number })}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => actions.duplicate(filter)}>
          {t('editor.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={filter.isDisabled ? <IconEye size={14} /> : <IconEyeOff size={14} />}
          onClick={() => actions.toggle(filter)}
        >
          {filter.isDisabled ? t('editor.enable') : t('editor.disable')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={14} />}
          disabled={number === 1}
          onClick={() => actions.move(filter, -1)}
        >
          {t('editor.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={14} />}
          disabled={number === count}
          onClick={() => actions.move(filter, 1)}
        >
          {t('editor.moveDown')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
