import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useWorkbenchScope } from '../controller/use-workbench';
import { NO_OPERAND, type Operand } from '../model/draft-query';
import { takesKnownValues } from '../model/known-values';
import { operatorIds } from '../model/operators';
import { operatorFor, takesColumn, VALID_ON, type RefineOperator } from '../model/refinement';
import { validityEdge } from '@/rows/price-rows/validity-edge';
import { useWords } from '@/ui/formats/use-words';
import { emptyCondition, valueCount, type DraftRefineCondition } from './condition-draft';
import classes from './condition-editor.module.css';
import { OneSelect } from './field-select';
import { focusFirstInput } from './focus-first-input';
import { ListEditor } from './list-editor';
import { OperandEditor } from './operand-editor';
import { problemText, type ProblemText } from './problem-text';

export interface ConditionEditorProps {
  readonly condition: DraftRefineCondition;
  /** The number of the condition, 1-based over all groups. */
  readonly number: number;
  /** The columns to choose from, including computed ones. */
  readonly fields: readonly PriceField[];
  /** Why the condition cannot be applied; shown after the person tried to apply it. */
  readonly problem: string | null;
  /** Whether the condition was just added and takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (condition: DraftRefineCondition) => void;
  readonly onRemove: () => void;
  /** Names the remove button, if that removes more than the condition. */
  readonly removeLabel?: string;
}

/** Edits one condition: the field, how it is compared, and with what. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { condition, number, fields, problem, isNew, onChange, onRemove } = props;
  const t = useTranslations('refine');
  const problemId = useId();
  const tConditions = useTranslations('conditions');
  const field = fields.find(({ name }) => name === condition.column);
  const type = field?.type ?? 'text';
  const others = fields.filter((each) => each.type === type && each.name !== condition.column);
  const dates = fields.filter((each) => each.type === 'date');
  const operators: readonly RefineOperator[] = [
    ...operatorIds(type),
    ...(type === 'date' && dates.length > 1 ? ([VALID_ON] as const) : []),
  ];
  const ends = dates.filter(({ name }) => name !== condition.column);
  const isValidOn = condition.operator === VALID_ON;
  const mayCompare = takesColumn(type, condition.operator) && others.length > 0;
  const count = valueCount(type, condition.operator);
  const comparesColumn = mayCompare && condition.compares === 'column';
  // The editor of a value reports a missing value itself.
  const isSaidByValue = field !== undefined && !comparesColumn && lacksValue(condition.values, count);
  const shownProblem = isSaidByValue ? null : problem;
  const options = (of: readonly PriceField[]) => of.map(({ name }) => ({ value: name, label: name }));

  function changeField(name: string): void {
    const next = fields.find((each) => each.name === name);
    onChange(
      next?.type === type
        ? { ...condition, column: name, other: condition.other === name ? null : condition.other }
        : { ...emptyCondition(next), id: condition.id },
    );
  }

  function changeOperator(operator: RefineOperator): void {
    const compares = takesColumn(type, operator) ? condition.compares : 'value';
    const endsIn =
      condition.other ?? (ends.find(({ name }) => validityEdge(name) === 'end') ?? ends[0])?.name ?? null;
    const keeps =
      valueCount(type, operator) === count || count === null || valueCount(type, operator) === null;
    onChange({
      ...condition,
      operator,
      compares,
      ...(operator === VALID_ON && { other: endsIn === condition.column ? null : endsIn }),
      values: keeps && operator !== 'last-days' ? condition.values : [],
    });
  }

  return (
    <div
      ref={isNew ? focusFirstInput : undefined}
      role="group"
      aria-label={t('condition', { number })}
      aria-describedby={shownProblem === null ? undefined : problemId}
      className={classes['condition']}
    >
      <OneSelect
        label={t('field')}
        isLabelHidden
        isSearchable
        options={options(fields)}
        value={condition.column ?? ''}
        onChange={changeField}
      />
      <OneSelect
        label={t('operator')}
        isLabelHidden
        options={operators.map((id) => ({
          value: id,
          label: id === VALID_ON ? t('validOn') : tConditions(`operator.${id}`),
        }))}
        value={condition.operator}
        onChange={changeOperator}
      />
      {mayCompare && (
        <OneSelect
          label={t('compareWith')}
          isLabelHidden
          options={(['value', 'column'] as const).map((value) => ({ value, label: t(`compares.${value}`) }))}
          value={condition.compares}
          onChange={(compares) => onChange({ ...condition, compares })}
        />
      )}
      {isValidOn && (
        <OneSelect
          label={t('until')}
          options={options(ends)}
          value={condition.other ?? ''}
          problem={problem !== null && condition.other === null ? problem : null}
          onChange={(other) => onChange({ ...condition, other })}
        />
      )}
      {comparesColumn ? (
        <OneSelect
          label={t('otherField')}
          isLabelHidden
          isSearchable
          options={options(others)}
          value={condition.other ?? ''}
          problem={problem !== null && condition.other === null ? problem : null}
          onChange={(other) => onChange({ ...condition, other })}
        />
      ) : (
        field !== undefined && (
          <Values
            condition={condition}
            field={field}
            count={count}
            isTried={problem !== null}
            onChange={onChange}
          />
        )
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={props.removeLabel ?? t('removeCondition', { number })}
        onClick={onRemove}
      >
        <IconX size={15} />
      </ActionIcon>
      {shownProblem !== null && (
        <p id={problemId} role="alert" className={classes['problem']}>
          {shownProblem}
        </p>
      )}
    </div>
  );
}

/** @param count the number of values required; null for a list of any length */
function lacksValue(values: readonly Operand[], count: number | null): boolean {
  const all = count === null ? values : Array.from({ length: count }, (_, index) => values[index]);
  return (count === null && all.length === 0) || all.some((operand) => (operand?.value ?? null) === null);
}

interface ValuesProps {
  readonly condition: DraftRefineCondition;
  readonly field: PriceField;
  /** The number of values; null for a list. */
  readonly count: number | null;
  /** Whether the person tried to apply the condition and it has a problem. */
  readonly isTried: boolean;
  readonly onChange: (condition: DraftRefineCondition) => void;
}

/** Edits the values of a condition, with the same editors as the filters of the query. */
function Values({ condition, field, count, isTried, onChange }: ValuesProps) {
  const t = useTranslations('refine');
  const { today } = useWorkbenchScope();
  const words = useWords();
  const id = useId();
  const { operator, values } = condition;
  const problemOf = (operands: readonly Operand[]): ProblemText | null => {
    const unreadable = operands.filter(({ value, text }) => value === null && (text ?? '').trim() !== '');
    const isMissing = operands.every(({ value, text }) => value === null && (text ?? '').trim() === '');
    if (isTried && isMissing) {
      return problemText(words, { kind: 'value-missing' }, { fieldName: field.name, field, operands });
    }
    return unreadable.length === 0
      ? null
      : problemText(
          words,
          { kind: 'value-unreadable', count: unreadable.length },
          { fieldName: field.name, field, operands },
        );
  };
  if (field.type === 'boolean' && count === 1) {
    return (
      <OneSelect
        label={t('value')}
        isLabelHidden
        options={(['true', 'false'] as const).map((value) => ({ value, label: t(value) }))}
        value={(values[0]?.value ?? '') as 'true'}
        problem={problemOf(values)?.text ?? null}
        onChange={(value) => onChange({ ...condition, values: [{ value, text: null }] })}
      />
    );
  }
  if (count === null) {
    return (
      <ListEditor
        id={id}
        field={field}
        values={values}
        problem={problemOf(values)}
        isDisabled={false}
        onChange={(next) => onChange({ ...condition, values: next })}
      />
    );
  }
  const isCountOfDays = operator !== VALID_ON && operatorFor(field.type, operator)?.editor === 'days';
  return Array.from({ length: count }, (_, index) => {
    const operand = values[index] ?? NO_OPERAND;
    const label = count === 2 ? t(index === 0 ? 'from' : 'to') : t('value');
    const change = (next: Operand) => {
      const all = Array.from({ length: count }, (__, at) => values[at] ?? NO_OPERAND);
      onChange({ ...condition, values: all.with(index, next) });
    };
    if (isCountOfDays) {
      return (
        <TextInput
          key={index}
          size="xs"
          aria-label={label}
          placeholder={label}
          value={operand.text ?? operand.value ?? ''}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          error={problemOf([operand]) === null ? undefined : t('unreadable')}
          onChange={({ currentTarget: { value: text } }) =>
            change({ value: /^\d+$/.test(text.trim()) ? text.trim() : null, text })
          }
        />
      );
    }
    return (
      <OperandEditor
        key={index}
        id={`${id}-${index}`}
        label={label}
        field={field}
        operand={operand}
        problem={problemOf([operand])}
        isDisabled={false}
        offersKnownValues={operator !== VALID_ON && takesKnownValues(field.type, operator)}
        today={today}
        onChange={change}
      />
    );
  });
}
