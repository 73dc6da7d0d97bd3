import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { Operand } from '../model/draft-query';
import { formatMoment } from '@/analysis/conditions/calendar';
import { formatOperand, parseOperand, percentText } from '../model/operand-text';
import {
  describeRelativeDay,
  isRelativeDay,
  parseRelativeDay,
  resolveDay,
} from '@/analysis/conditions/relative-day';
import { CalendarButton } from './calendar-button';
import { KnownValues } from './known-values';
import { InputError, type ProblemText } from './problem-text';
import { useKnownValues } from './use-known-values';
import classes from './inputs.module.css';

export interface OperandEditorProps {
  readonly id: string;
  readonly label: string;
  /** Whether the label is shown inside the input. It distinguishes two editors that stand side by side. */
  readonly isLabelShown?: boolean;
  readonly field: PriceField;
  readonly operand: Operand;
  readonly problem: ProblemText | null;
  readonly isDisabled: boolean;
  readonly offersKnownValues: boolean;
  readonly today: string;
  readonly onChange: (operand: Operand) => void;
}

// The widths of parts of the input, in pixels. The echo repeats the parsed value inside the input.
const ECHO_DIGIT_WIDTH = 7.3;
const ECHO_MARGIN = 14;
const CALENDAR_WIDTH = 28;
const PREFIX_WIDTH = 48;
// The maximum length of an echo inside the input. A longer one is shown below, because the typed text would have no room beside it.
const MAX_ECHO_LENGTH_INSIDE = 14;

function echoClass(isInside: boolean, isDate: boolean): string {
  if (!isInside) return classes['echoBelow'] ?? '';
  return `${classes['echo'] ?? ''} ${isDate ? (classes['echoBesideCalendar'] ?? '') : ''}`;
}

/** Returns the echo, which is the parsed value in an unambiguous form; null if the typed text already has this form. */
function echoOf({ operand, field, today }: OperandEditorProps, text: string, locale: string): string | null {
  const { value } = operand;
  if (value === null) return null;
  switch (field.type) {
    case 'number': {
      // In a column of percentages, 12.5 means 1,250%, but users of spreadsheets may expect 12.5%. So the echo shows the percentage.
      const percentage = percentText(value, field, locale);
      return percentage === null ? value : `${value} · ${percentage}`;
    }
    case 'date':
      if (isRelativeDay(value)) return formatMoment(resolveDay(value, today) ?? '', locale);
      return text.trim() === value ? null : value;
    case 'text':
    case 'boolean':
      return null;
  }
}

/** Edits one value, typed in the formats of the locale. The parsed value is shown beside the typed text as an echo. */
export function OperandEditor(props: OperandEditorProps) {
  const { id, label, isLabelShown = false, field, operand, problem, isDisabled, onChange } = props;
  const t = useTranslations('conditions');
  const tQuery = useTranslations('queryText');
  const { locale } = useFormats();
  const known = useKnownValues(field, isDisabled || !props.offersKnownValues);
  const isNumber = field.type === 'number';
  const isDate = field.type === 'date';
  const isUntypedDay = isDate && operand.text === null && isRelativeDay(operand.value ?? '');
  const text = isUntypedDay
    ? describeRelativeDay(operand.value ?? '', tQuery)
    : formatOperand(operand, field, locale);
  const echoed = echoOf(props, text, locale);
  const echo = echoed === null ? null : t('editor.echo', { value: echoed });
  const isEchoInside = echo !== null && echo.length <= MAX_ECHO_LENGTH_INSIDE;
  const isEmptyText = field.type === 'text' && operand.value === '';
  const placeholder = isEmptyText ? t('editor.emptyText') : isLabelShown ? '' : label;
  const change = (typed: string) => {
    const day = isDate ? parseRelativeDay(typed, tQuery) : null;
    onChange(day === null ? parseOperand(typed, field, locale) : { value: day, text: typed });
  };
  return (
    <KnownValues known={known} field={field} onChoose={onChange}>
      <TextInput
        id={id}
        size="xs"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        disabled={isDisabled}
        onChange={(event) => {
          change(event.currentTarget.value);
          known.search(event.currentTarget.value);
        }}
        onClick={known.open}
        onBlur={known.close}
        // The query line reads this attribute: Enter in this input closes the editor, even though it is a combobox.
        data-text-entry=""
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        error={problem === null ? undefined : <InputError problem={problem} onRepair={change} />}
        // The echo is the description, so that screen readers read it with the input. CSS moves a short echo into the input, to the right.
        description={echo ?? undefined}
        inputWrapperOrder={['input', 'description', 'error']}
        leftSectionWidth={PREFIX_WIDTH}
        leftSection={
          isLabelShown ? (
            <span className={classes['prefix']} aria-hidden="true">
              {label}
            </span>
          ) : undefined
        }
        rightSectionWidth={CALENDAR_WIDTH}
        rightSection={
          isDate ? (
            <CalendarButton
              value={operand.value}
              today={props.today}
              isDisabled={isDisabled}
              onChoose={(day) => {
                onChange({ value: day, text: null });
              }}
            />
          ) : undefined
        }
        classNames={{
          root: classes['inputRoot'] ?? '',
          wrapper: classes['inputWrapper'] ?? '',
          input: `${classes['operand'] ?? ''} ${isNumber || isDate ? (classes['numeric'] ?? '') : ''}`,
          description: echoClass(isEchoInside, isDate),
          error: classes['error'] ?? '',
        }}
        styles={{
          input: {
            '--cn-echo-width': `${isEchoInside ? echo.length * ECHO_DIGIT_WIDTH + ECHO_MARGIN : 0}px`,
            '--cn-section-width': `${isDate ? CALENDAR_WIDTH : 8}px`,
          },
        }}
      />
    </KnownValues>
  );
}
