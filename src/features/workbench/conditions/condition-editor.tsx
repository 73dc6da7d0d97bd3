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
import { OPERATORS, operatorIds, VALID_ON, type Operator, type OperatorId } from '../model/operators';
import type { FilterEditor as FilterEditorPart, Problem } from '../model/resolve-query';
import { ChoiceSelect, type Choice, type UnavailableChoice } from './choice-select';
import classes from './condition-editor.module.css';
import { filterEditorId } from './condition-ids';
import { fieldChoice } from './field-choice';
import { problemText, type ProblemText } from './problem-text';
import { ValueEditor } from './value-editor';

/** The part of a condition that an edit changes. Consecutive edits of one part share an undo step. */
export type EditedPart = FilterEditorPart | 'operator';

/** The fields that a condition can name. */
export interface FieldChoices {
  readonly choices: readonly Choice<string>[];
  /** Fields that cannot be chosen, each with the reason. */
  readonly unavailable: readonly UnavailableChoice[];
}

export interface ConditionEditorProps {
  /** The ids of the editors are derived from its id. */
  readonly condition: DraftUnsetOrCondition;
  /** All fields in reach, also those that cannot be chosen. */
  readonly fields: readonly PriceField[];
  readonly choices: FieldChoices;
  /** The problems to show, by the editor that each is shown at. */
  readonly problems: ReadonlyMap<FilterEditorPart, Problem>;
  /** Whether the condition may be one that is only done on the rows read. */
  readonly mayBeHere: boolean;
  readonly onChange: (condition: DraftCondition, edited: EditedPart) => void;
  /** Shown at the end of the line. */
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

/** Two editors stand side by side if there is room. */
function editorName(condition: DraftCondition): string {
  const { editor, finds } = operatorOf(condition);
  return finds === 'validity' ? 'range' : editor;
}

interface OperatorSelectProps extends Pick<ConditionEditorProps, 'condition' | 'mayBeHere' | 'onChange'> {
  /** The other fields of the condition's type. */
  readonly others: readonly Choice<string>[];
}

/** Follows an operator that compares with another field. */
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

/** Proposes where the validity ends, and today. */
function withValidityProposed(condition: DraftCondition, others: readonly Choice<string>[]): DraftCondition {
  const end = others.find(({ value }) => validityEdge(value) === 'end') ?? others[0];
  return {
    ...condition,
    other: condition.other ?? end?.value ?? null,
    value: isEntered(condition.value) ? condition.value : { value: 'today', text: null },
  };
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
