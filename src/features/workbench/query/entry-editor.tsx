import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { Operand } from '../model/draft-query';
import { entryText, readEntry } from '../model/entry';
import { CalendarButton } from './calendar-button';
import { InputError } from './input-error';
import type { ProblemText } from './use-problem-text';
import classes from './query-inputs.module.css';

export interface EntryEditorProps {
  readonly id: string;
  readonly label: string;
  /** Two editors side by side must be told apart once they are filled. */
  readonly isLabelShown?: boolean;
  readonly field: PriceField;
  readonly operand: Operand;
  readonly problem: ProblemText | null;
  readonly isDisabled: boolean;
  readonly onChange: (operand: Operand) => void;
}

// In pixels, for a digit of the echo and for what stands around it.
const ECHO_DIGIT_WIDTH = 7.3;
const ECHO_MARGIN = 14;
const CALENDAR_WIDTH = 28;
const PREFIX_WIDTH = 48;
// A longer one would leave no room for what is typed.
const MAX_ECHO_LENGTH_INSIDE = 14;

function echoWidth(echo: string): number {
  return echo.length * ECHO_DIGIT_WIDTH + ECHO_MARGIN;
}

function echoClass(isInside: boolean, isDate: boolean): string {
  if (!isInside) return classes['echoBelow'] ?? '';
  return `${classes['echo'] ?? ''} ${isDate ? (classes['echoBesideCalendar'] ?? '') : ''}`;
}

/** One value, typed as people of the locale write it, with what was understood beside it. */
export function EntryEditor(props: EntryEditorProps) {
  const { id, label, isLabelShown = false, field, operand, problem, isDisabled, onChange } = props;
  const t = useTranslations('workbench');
  const { locale } = useFormats();
  const text = entryText(operand, field, locale);
  const isNumber = field.type === 'number';
  const isDate = field.type === 'date';
  const isEchoed = operand.value !== null && (isNumber || (isDate && text.trim() !== operand.value));
  const echo = isEchoed ? t('filters.echo', { value: operand.value ?? '' }) : null;
  const isEchoInside = echo !== null && echo.length <= MAX_ECHO_LENGTH_INSIDE;
  const isEmptyText = field.type === 'text' && operand.value === '';
  const placeholder = isEmptyText ? t('filters.emptyText') : isLabelShown ? '' : label;
  const change = (typed: string) => {
    onChange(readEntry(typed, field, locale));
  };
  return (
    <TextInput
      id={id}
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      disabled={isDisabled}
      onChange={(event) => {
        change(event.currentTarget.value);
      }}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      error={problem === null ? undefined : <InputError problem={problem} onRepair={change} />}
      // As the description it is read with the input; the stylesheet puts a short one inside, at the right.
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
        input: `${classes['input'] ?? ''} ${isNumber || isDate ? (classes['numeric'] ?? '') : ''}`,
        description: echoClass(isEchoInside, isDate),
        error: classes['error'] ?? '',
      }}
      styles={{
        input: { paddingRight: (isEchoInside ? echoWidth(echo) : 0) + (isDate ? CALENDAR_WIDTH : 8) },
      }}
    />
  );
}
