import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import { addDays } from '../model/calendar';
import { NO_OPERAND, operandsOf, operatorOf, type DraftCondition, type Operand } from '../model/draft-query';
import { momentText } from '../model/entry';
import { relativeSpan } from '../model/operators';
import type { FilterEditor, Problem } from '../model/resolve-query';
import type { Announce } from '@/shared/ui/announcer';
import { ChoiceSelect } from './choice-select';
import { filterEditorId } from './element-ids';
import { EntryEditor } from './entry-editor';
import { InputError } from './input-error';
import { ListEditor } from './list-editor';
import { useProblemText, type ProblemText } from './use-problem-text';
import classes from './value-editor.module.css';
import inputClasses from './query-inputs.module.css';

export interface ValueEditorProps {
  readonly condition: DraftCondition;
  readonly field: PriceField;
  readonly problems: ReadonlyMap<FilterEditor, Problem>;
  /** The day that relative dates count from. */
  readonly today: string;
  readonly onChange: (condition: DraftCondition) => void;
  readonly announce: Announce;
}

/** What a condition compares with: the editors that its operator asks for. */
export function ValueEditor(props: ValueEditorProps) {
  const { condition, field, problems, onChange, announce } = props;
  const t = useTranslations('workbench');
  const problemText = useProblemText();
  const isDisabled = condition.isDisabled;

  const problemAt = (editor: FilterEditor, operands: readonly Operand[]): ProblemText | null => {
    const problem = problems.get(editor);
    return problem === undefined ? null : problemText(problem, { fieldName: field.name, field, operands });
  };
  const entry = (editor: 'value' | 'to', label: string, isPrefixed = false) => (
    <EntryEditor
      id={filterEditorId(condition.id, editor)}
      label={label}
      isLabelShown={isPrefixed}
      field={field}
      operand={condition[editor]}
      problem={problemAt(editor, [condition[editor]])}
      isDisabled={isDisabled}
      onChange={(operand) => {
        onChange({ ...condition, [editor]: operand });
      }}
    />
  );

  switch (operatorOf(condition).editor) {
    case 'none':
      return <RelativeSpan {...props} />;
    case 'value':
      if (condition.kind !== 'boolean') return entry('value', t('filters.value'));
      return (
        <ChoiceSelect
          id={filterEditorId(condition.id, 'value')}
          label={t('filters.value')}
          placeholder={t('filters.value')}
          choices={[
            { value: 'true', label: t('filters.true') },
            { value: 'false', label: t('filters.false') },
          ]}
          value={condition.value.value}
          problem={problemAt('value', [condition.value])}
          isDisabled={isDisabled}
          onChange={(value) => {
            onChange({ ...condition, value: { value, text: null } });
          }}
        />
      );
    case 'range':
      return (
        <div className={classes['range']}>
          {entry('value', t('filters.from'), true)}
          {entry('to', t('filters.to'), true)}
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
          onChange={(values) => {
            onChange({ ...condition, values });
          }}
          announce={announce}
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

interface DaysEditorProps {
  readonly condition: DraftCondition;
  readonly problem: ProblemText | null;
  readonly onChange: (condition: DraftCondition) => void;
}

function DaysEditor({ condition, problem, onChange }: DaysEditorProps) {
  const t = useTranslations('workbench');
  const { days } = condition;
  return (
    <TextInput
      id={filterEditorId(condition.id, 'days')}
      size="xs"
      aria-label={t('filters.value')}
      value={days.text ?? days.value ?? ''}
      disabled={condition.isDisabled}
      inputMode="numeric"
      autoComplete="off"
      description={t('filters.days')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const count = text.trim();
        const operand = { value: /^\d{1,6}$/.test(count) ? String(Number(count)) : null, text };
        onChange({ ...condition, days: count === '' ? NO_OPERAND : operand });
      }}
      error={problem === null ? undefined : <InputError problem={problem} />}
      classNames={{
        root: inputClasses['inputRoot'] ?? '',
        wrapper: inputClasses['inputWrapper'] ?? '',
        input: `${inputClasses['input'] ?? ''} ${inputClasses['numeric'] ?? ''}`,
        description: inputClasses['echo'] ?? '',
        error: inputClasses['error'] ?? '',
      }}
    />
  );
}

/** A relative date in days of the calendar, as it would be run today. */
function RelativeSpan({ condition, today, problems }: ValueEditorProps) {
  const t = useTranslations('workbench');
  const { locale } = useFormats();
  const isShown = !condition.isDisabled && !problems.has('days');
  const span = isShown ? relativeSpan(condition.operator, condition.days.value, today) : null;
  if (span === null) return null;
  const lastDay = span.end === null ? '9999-12-31' : (addDays(span.end, -1) ?? span.end);
  const [start, end] = [momentText(span.start, locale), momentText(lastDay, locale)];
  return (
    <p className={inputClasses['hint']}>
      {span.start === lastDay ? start : t('filters.span', { start, end })}
    </p>
  );
}
