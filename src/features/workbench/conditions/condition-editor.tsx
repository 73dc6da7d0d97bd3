import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { validityEdge } from '@/rows/price-rows/validity-edge';
import { useWords } from '@/ui/formats/use-words';
import { useWorkbenchScope } from '../controller/use-workbench';
import {
  isCondition,
  isEntered,
  operatorOf,
  usesOther,
  withField,
  withOperator,
  type DraftCondition,
  type DraftUnsetOrCondition,
} from '../model/draft-query';
import { lacksOperator } from '../model/filter-place';
import {
  OPERATORS,
  operatorIds,
  VALID_ON,
  type Operator,
  type OperatorId,
} from '@/analysis/conditions/operators';
import type { FilterEditor as FilterEditorPart, Problem } from '../model/resolve-query';
import { ChoiceSelect, type Choice, type UnavailableChoice } from './choice-select';
import classes from './condition-editor.module.css';
import { filterEditorId } from './condition-ids';
import { fieldChoice } from './field-choice';
import { problemText, type ProblemText } from './problem-text';
import { ValueEditor } from './value-editor';

/** The part of a condition that an edit changes. Consecutive edits of the same part are undone together. */
export type EditedPart = FilterEditorPart | 'operator';

/** The fields that the user can choose for a condition. */
export interface FieldChoices {
  readonly choices: readonly Choice<string>[];
  /** The fields that cannot be chosen, each with the reason. */
  readonly unavailable: readonly UnavailableChoice[];
}

export interface ConditionEditorProps {
  /** The condition. The ids of the editor's elements are derived from its id. */
  readonly condition: DraftUnsetOrCondition;
  /** All fields that the condition may name, including fields that cannot be chosen. */
  readonly fields: readonly PriceField[];
  readonly choices: FieldChoices;
  /** The problems to show. The key is the editor below which a problem is shown. */
  readonly problems: ReadonlyMap<FilterEditorPart, Problem>;
  /** Whether the condition may be one that only the browser can apply, to the rows read. */
  readonly mayBeHere: boolean;
  readonly onChange: (condition: DraftCondition, edited: EditedPart) => void;
  /** The content at the end of the line, such as buttons. */
  readonly tools: ReactNode;
}

/** Edits one condition: the field, the operator, and the value or the other field. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { condition, fields, choices, problems, mayBeHere, onChange, tools } = props;
  const { today } = useWorkbenchScope();
  const t = useTranslations('conditions');
  const words = useWords();
  const fieldName = condition.kind === 'unset' ? null : condition.field;
  const field = fields.find(({ name }) => name === fieldName);
  const problemAt = (part: FilterEditorPart): ProblemText | null => {
    const problem = problems.get(part);
    return problem === undefined ? null : problemText(words, problem, { fieldName: fieldName ?? '', field });
  };
  const others = choices.choices.filter(
    ({ value }) => value !== fieldName && fields.find(({ name }) => name === value)?.type === field?.type,
  );
  return (
    <div className={classes['container']}>
      <div className={classes['condition']}>
        <ChoiceSelect
          id={filterEditorId(condition.id, 'field')}
          label={t('editor.field')}
          placeholder={t('editor.fieldPlaceholder')}
          choices={withCurrent(choices.choices, fieldName, field)}
          unavailable={choices.unavailable}
          value={fieldName}
          isDisabled={condition.isDisabled}
          problem={problemAt('field')}
          onChange={(name) => {
            const chosen = fields.find((each) => each.name === name);
            const next = chosen === undefined ? null : withField(condition, chosen);
            if (next !== null && isCondition(next)) onChange(next, 'field');
          }}
        />
        <OperatorSelect condition={condition} others={others} mayBeHere={mayBeHere} onChange={onChange} />
        {isCondition(condition) && field?.type === condition.kind && (
          <div className={classes['value']} data-editor={editorName(condition)}>
            {usesOther(condition) && (
              <ChoiceSelect
                id={filterEditorId(condition.id, 'other')}
                label={t(condition.comparesField === true ? 'editor.otherField' : 'editor.validUntil')}
                placeholder={t('editor.otherField')}
                choices={withCurrent(others, condition.other ?? null, undefined)}
                value={condition.other ?? null}
                isDisabled={condition.isDisabled}
                problem={problemAt('other')}
                onChange={(other) => onChange({ ...condition, other }, 'other')}
              />
            )}
            {condition.comparesField !== true && (
              <ValueEditor
                condition={condition}
                field={field}
                problems={problems}
                today={today}
                onChange={(next) => onChange(next, 'value')}
              />
            )}
          </div>
        )}
        <div className={classes['tools']}>{tools}</div>
      </div>
    </div>
  );
}

/** Returns the name of the layout. A validity has two editors side by side, like a range. */
function editorName(condition: DraftCondition): string {
  const { editor, finds } = operatorOf(condition);
  return finds === 'validity' ? 'range' : editor;
}

interface OperatorSelectProps extends Pick<ConditionEditorProps, 'condition' | 'mayBeHere' | 'onChange'> {
  /** The other fields with the type of the condition's field. */
  readonly others: readonly Choice<string>[];
}

/** The end of the value of an option whose operator compares with another field. */
const FIELD_SIGN = '=field';

function OperatorSelect({ condition, others, mayBeHere, onChange }: OperatorSelectProps) {
  const t = useTranslations('conditions');
  const { priceColumn } = useWorkbenchScope();
  if (condition.kind === 'unset') {
    return (
      <ChoiceSelect
        label={t('editor.operator')}
        placeholder={t('editor.operator')}
        choices={[]}
        value={null}
        isDisabled
        onChange={() => undefined}
      />
    );
  }
  const operators: Readonly<Record<string, Operator>> = OPERATORS[condition.kind];
  const isChosen = (id: OperatorId) => id === condition.operator;
  const ids: readonly OperatorId[] = operatorIds(condition.kind);
  const hasOther = mayBeHere && others.length > 0;
  const isOfService = (id: OperatorId) =>
    operators[id]?.finds === 'conditions' && !lacksOperator(condition.kind, id, priceColumn);
  const offered = ids.filter(
    (id) => isChosen(id) || (id === VALID_ON ? hasOther : mayBeHere || isOfService(id)),
  );
  const comparing = ids.filter(
    (id) =>
      operators[id]?.ofColumn != null && (hasOther || (isChosen(id) && condition.comparesField === true)),
  );
  return (
    <ChoiceSelect
      label={t('editor.operator')}
      choices={[
        ...offered.map((id) => ({
          value: id as string,
          label: t(`operator.${id}`),
          symbol: operators[id]?.symbol ?? '',
        })),
        ...comparing.map((id) => ({
          value: `${id}${FIELD_SIGN}`,
          label: t('editor.ofField', { operator: t(`operator.${id}`) }),
          symbol: operators[id]?.symbol ?? '',
        })),
      ]}
      value={condition.comparesField === true ? `${condition.operator}${FIELD_SIGN}` : condition.operator}
      isDisabled={condition.isDisabled}
      onChange={(choice) => {
        const id = ids.find((each) => choice === each || choice === `${each}${FIELD_SIGN}`);
        if (id === undefined) return;
        const next = withOperator(condition, id, choice !== id);
        onChange(id === VALID_ON ? withValidityProposed(next, others) : next, 'operator');
      }}
    />
  );
}

/** Fills in the field that ends the validity, and today as the day, unless the user has already entered them. */
function withValidityProposed(condition: DraftCondition, others: readonly Choice<string>[]): DraftCondition {
  const end = others.find(({ value }) => validityEdge(value) === 'end') ?? others[0];
  return {
    ...condition,
    other: condition.other ?? end?.value ?? null,
    value: isEntered(condition.value) ? condition.value : { value: 'today', text: null },
  };
}

/** Returns the choices including the condition's own field, even if the user cannot choose it again (locked, removed, not filterable). */
function withCurrent(
  choices: readonly Choice<string>[],
  name: string | null,
  field: PriceField | undefined,
): readonly Choice<string>[] {
  if (name === null || choices.some((choice) => choice.value === name)) return choices;
  return [...choices, field === undefined ? { value: name, label: name } : fieldChoice(field)];
}
