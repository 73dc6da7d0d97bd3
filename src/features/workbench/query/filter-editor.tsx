import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconX,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import { operatorOf, withField, withOperator, type DraftFilter } from '../model/draft-query';
import { OPERATORS, operatorIds, type Operator, type OperatorId } from '../model/operators';
import type { FilterEditor as FilterEditorPart } from '../model/resolve-query';
import { useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { ChoiceSelect, type Choice } from './choice-select';
import { filterEditorId, ruleIdIn, type QueryPlace } from './element-ids';
import { fieldChoice } from './field-choice';
import { problemText } from '../conditions/problem-text';
import { useQueryView } from './query-context';
import { problemsOfFilter, useFilterActions, useFilterChoices } from './rule-actions';
import { RuleButton } from './sortable-rule';
import { ValueEditor } from './value-editor';
import inputClasses from '../conditions/inputs.module.css';
import classes from './rules.module.css';

/** The part of a filter that an edit changes. Consecutive edits of one part share an undo step. */
type EditedPart = FilterEditorPart | 'operator';

export interface FilterEditorProps {
  readonly filter: DraftFilter;
  readonly place: QueryPlace;
}

/** Edits one condition: field, operator and value. */
export function FilterEditor({ filter: draft, place }: FilterEditorProps) {
  const { priceColumn, today } = useWorkbenchScope();
  const { fields } = priceColumn;
  const count = useWorkbenchState().draft.filters.length;
  const { problems: allProblems } = useQueryView();
  const { choices, unavailable } = useFilterChoices();
  const actions = useFilterActions(place);
  const t = useTranslations('conditions');
  const words = useWords();
  // Element ids are derived from the rule's id, and the rule can be on screen in both places.
  const filter = { ...draft, id: ruleIdIn(place, draft.id) };
  const change = (next: DraftFilter, edited: EditedPart) => {
    actions.change({ ...next, id: draft.id }, edited);
  };
  const number = actions.indexOf(draft.id) + 1;
  const problems = problemsOfFilter(allProblems, draft.id);
  const fieldName = filter.kind === 'unset' ? null : filter.field;
  const field = fields.find((candidate) => candidate.name === fieldName);
  const fieldProblem = problems.get('field');
  return (
    <>
      <div className={classes['filter']}>
        <ChoiceSelect
          id={filterEditorId(filter.id, 'field')}
          label={t('editor.field')}
          placeholder={t('editor.fieldPlaceholder')}
          choices={withCurrent(choices, fieldName, field)}
          unavailable={unavailable}
          value={fieldName}
          isDisabled={filter.isDisabled}
          problem={
            fieldProblem === undefined
              ? null
              : problemText(words, fieldProblem, { fieldName: fieldName ?? '', field })
          }
          onChange={(name) => {
            const chosen = fields.find((candidate) => candidate.name === name);
            if (chosen !== undefined) change(withField(filter, chosen), 'field');
          }}
        />
        <OperatorSelect filter={filter} onChange={change} />
        {filter.kind !== 'unset' && field?.type === filter.kind && (
          <div className={classes['value']} data-editor={operatorOf(filter).editor}>
            <ValueEditor
              condition={filter}
              field={field}
              problems={problems}
              today={today}
              onChange={(condition) => {
                change(condition, 'value');
              }}
            />
          </div>
        )}
        <div className={classes['tools']}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('editor.more', { number })}>
                <IconDots size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconCopy size={14} />}
                onClick={() => {
                  actions.duplicate(draft);
                }}
              >
                {t('editor.duplicate')}
              </Menu.Item>
              <Menu.Item
                leftSection={filter.isDisabled ? <IconEye size={14} /> : <IconEyeOff size={14} />}
                onClick={() => {
                  actions.toggle(draft);
                }}
              >
                {filter.isDisabled ? t('editor.enable') : t('editor.disable')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowUp size={14} />}
                disabled={number === 1}
                onClick={() => {
                  actions.move(draft, -1);
                }}
              >
                {t('editor.moveUp')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown size={14} />}
                disabled={number === count}
                onClick={() => {
                  actions.move(draft, 1);
                }}
              >
                {t('editor.moveDown')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <RuleButton
            label={t('editor.remove', { number })}
            onClick={() => {
              actions.remove(draft);
            }}
          >
            <IconX size={15} />
          </RuleButton>
        </div>
      </div>
      {filter.isDisabled && (
        <p className={classes['off']}>
          {t('editor.disabled')}{' '}
          <button
            type="button"
            className={inputClasses['textButton']}
            onClick={() => {
              actions.toggle(draft);
            }}
          >
            {t('editor.enable')}
          </button>
        </p>
      )}
    </>
  );
}

interface OperatorSelectProps {
  readonly filter: DraftFilter;
  readonly onChange: (filter: DraftFilter, edited: EditedPart) => void;
}

function OperatorSelect({ filter, onChange }: OperatorSelectProps) {
  const t = useTranslations('conditions');
  if (filter.kind === 'unset') {
    return (
      <ChoiceSelect<OperatorId>
        label={t('editor.operator')}
        placeholder={t('editor.operator')}
        choices={[]}
        value={null}
        isDisabled
        onChange={() => undefined}
      />
    );
  }
  const operators: Record<string, Operator> = OPERATORS[filter.kind];
  return (
    <ChoiceSelect<OperatorId>
      label={t('editor.operator')}
      choices={operatorIds(filter.kind).map((id) => ({
        value: id,
        label: t(`operator.${id}`),
        symbol: operators[id]?.symbol ?? '',
      }))}
      value={filter.operator}
      isDisabled={filter.isDisabled}
      onChange={(operatorId) => {
        onChange(withOperator(filter, operatorId), 'operator');
      }}
    />
  );
}

/** Adds the condition's own field to the choices even if it cannot be chosen again (locked, removed, not filterable). */
function withCurrent(
  choices: readonly Choice<string>[],
  name: string | null,
  field: PriceField | undefined,
): readonly Choice<string>[] {
  if (name === null || choices.some((choice) => choice.value === name)) return choices;
  return [...choices, field === undefined ? { value: name, label: name } : fieldChoice(field)];
}
