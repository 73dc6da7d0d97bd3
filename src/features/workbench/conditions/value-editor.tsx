import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { formatMoment, lastDayOf } from '@/analysis/conditions/calendar';
import {
  isEntered,
  NO_OPERAND,
  operandsOf,
  operatorOf,
  withOperator,
  type DraftCondition,
  type Operand,
} from '../model/draft-query';
import { takesKnownValues } from '../model/known-values';
import { omitsExpectedRows, relativeSpan } from '@/analysis/conditions/operators';
import type { FilterEditor, Problem } from '../model/resolve-query';
import { ChoiceSelect } from './choice-select';
import { filterEditorId } from './condition-ids';
import { ListEditor } from './list-editor';
import { OperandEditor } from './operand-editor';
import { InputError, problemText, type ProblemText } from './problem-text';
import { useKnownTruths } from './use-known-values';
import classes from './inputs.module.css';

export interface ValueEditorProps {
  readonly condition: DraftCondition;
  readonly field: PriceField;
  readonly problems: ReadonlyMap<FilterEditor, Problem>;
  readonly today: string;
  readonly onChange: (condition: DraftCondition) => void;
}

/** Edits the value of a condition, with the inputs that its operator requires. */
export function ValueEditor(props: ValueEditorProps) {
  return (
    <>
      <Operands {...props} />
      <ManyConditions {...props} />
      <OmittedRows {...props} />
    </>
  );
}

function Operands(props: ValueEditorProps) {
  const { condition, field, problems, today, onChange } = props;
  const t = useTranslations('conditions');
  const words = useWords();
  const isDisabled = condition.isDisabled;

  const problemAt = (editor: FilterEditor, operands: readonly Operand[]): ProblemText | null => {
    const problem = problems.get(editor);
    return problem === undefined
      ? null
      : problemText(words, problem, { fieldName: field.name, field, operands });
  };
  const entry = (editor: 'value' | 'to', label: string, isPrefixed = false) => (
    <OperandEditor
      id={filterEditorId(condition.id, editor)}
      label={label}
      isLabelShown={isPrefixed}
      field={field}
      operand={condition[editor]}
      problem={problemAt(editor, [condition[editor]])}
      isDisabled={isDisabled}
      offersKnownValues={takesKnownValues(field.type, condition.operator)}
      today={today}
      onChange={(operand) => {
        onChange({ ...condition, [editor]: operand });
      }}
    />
  );

  switch (operatorOf(condition).editor) {
    case 'none':
      return <RelativeSpan {...props} />;
    case 'value':
      if (condition.kind !== 'boolean') return entry('value', t('editor.value'));
      return (
        <TruthEditor
          condition={condition}
          field={field}
          problem={problemAt('value', [condition.value])}
          onChange={onChange}
        />
      );
    case 'range':
      return (
        <div className={classes['range']}>
          {entry('value', t('editor.from'), true)}
          {entry('to', t('editor.to'), true)}
        </div>
      );
    case 'list':
      return (
        <ListEditor
          id={filterEditorId(condition.id, 'values')}
          field={field}
          values={operandsOf(condition)}
          problem={problemAt('values', condition.values)}
          isDisabled={isDisabled}
          onChange={(values, how) => {
            const isPasted = values.length > 1 && (how?.isPasted === true || condition.isPasted === true);
            onChange({ ...condition, values: [...values], isPasted });
          }}
        />
      );
    case 'days':
      return (
        <>
          <DaysEditor
            condition={condition}
            problem={problemAt('days', [condition.days])}
            onChange={onChange}
          />
          <RelativeSpan {...props} />
        </>
      );
  }
}

interface TruthEditorProps extends Pick<ValueEditorProps, 'condition' | 'field' | 'onChange'> {
  readonly problem: ProblemText | null;
}

/** Lets the user choose true or false. If the number of rows with each value is known, it is shown. */
function TruthEditor({ condition, field, problem, onChange }: TruthEditorProps) {
  const t = useTranslations('conditions');
  const { formatInteger } = useFormats();
  const { isDisabled } = condition;
  const known = useKnownTruths(field, isDisabled);
  const choiceOf = (value: 'true' | 'false') => {
    const count = known.countOf(value);
    const label = t(`editor.${value}`);
    if (count === null) return { value, label };
    const detail = t(known.isPart ? 'known.about' : 'known.exactly', {
      count,
      formatted: formatInteger(count),
    });
    return { value, label, detail };
  };
  return (
    <ChoiceSelect
      id={filterEditorId(condition.id, 'value')}
      label={t('editor.value')}
      placeholder={t('editor.value')}
      choices={[choiceOf('true'), choiceOf('false')]}
      value={condition.value.value}
      problem={problem}
      isDisabled={isDisabled}
      onOpen={known.open}
      onChange={(value) => {
        onChange({ ...condition, value: { value, text: null } });
      }}
    />
  );
}

interface DaysEditorProps {
  readonly condition: DraftCondition;
  readonly problem: ProblemText | null;
  readonly onChange: (condition: DraftCondition) => void;
}

function DaysEditor({ condition, problem, onChange }: DaysEditorProps) {
  const t = useTranslations('conditions');
  const { days } = condition;
  return (
    <TextInput
      id={filterEditorId(condition.id, 'days')}
      size="xs"
      aria-label={t('editor.value')}
      value={days.text ?? days.value ?? ''}
      disabled={condition.isDisabled}
      inputMode="numeric"
      autoComplete="off"
      description={t('editor.days')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const count = text.trim();
        const operand = { value: /^\d{1,6}$/.test(count) ? String(Number(count)) : null, text };
        onChange({ ...condition, days: count === '' ? NO_OPERAND : operand });
      }}
      error={problem === null ? undefined : <InputError problem={problem} />}
      classNames={{
        root: classes['inputRoot'] ?? '',
        wrapper: classes['inputWrapper'] ?? '',
        input: `${classes['input'] ?? ''} ${classes['numeric'] ?? ''}`,
        description: classes['echo'] ?? '',
        error: classes['error'] ?? '',
      }}
    />
  );
}

/** Shows the days to which a relative operator refers today. */
function RelativeSpan({ condition, today, problems }: ValueEditorProps) {
  const t = useTranslations('queryText');
  const { locale } = useFormats();
  const isShown = !condition.isDisabled && !problems.has('days');
  const span = isShown ? relativeSpan(condition.operator, condition.days.value, today) : null;
  if (span === null) return null;
  const lastDay = lastDayOf(span);
  const [start, end] = [formatMoment(span.start, locale), formatMoment(lastDay, locale)];
  return <p className={classes['hint']}>{span.start === lastDay ? start : t('span', { start, end })}</p>;
}

/** The number of conditions from which an explanation is shown. */
const MANY_CONDITIONS = 1_000;

/** Explains that a list is sent as one condition for each value, because the service has no operator for it. */
function ManyConditions({ condition }: ValueEditorProps) {
  const t = useTranslations('conditions');
  const { formatInteger } = useFormats();
  const count = condition.values.length;
  if (condition.operator !== 'is-none-of' || condition.isDisabled || count < MANY_CONDITIONS) return null;
  return <p className={classes['hint']}>{t('editor.manyConditions', { count: formatInteger(count) })}</p>;
}

/** Offers to include rows without a value. As in SQL, no comparison finds them, although users may expect them. */
function OmittedRows({ condition, field, onChange }: ValueEditorProps) {
  const t = useTranslations('conditions');
  const textId = useId();
  const { kind, operator } = condition;
  const isComplete = operandsOf(condition).some(isEntered);
  if (!omitsExpectedRows(kind, operator) || !isComplete || condition.isDisabled || !field.isNullable)
    return null;
  return (
    <p className={classes['hint']}>
      <span id={textId}>{t('editor.emptyOmitted', { field: field.name })}</span>{' '}
      <button
        type="button"
        className={classes['textButton']}
        aria-describedby={textId}
        onClick={() => {
          onChange(withOperator(condition, 'is-empty'));
        }}
      >
        {t('editor.onlyEmpty')}
      </button>
    </p>
  );
}
