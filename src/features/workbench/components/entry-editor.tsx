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

function echoWidth(echo: string | null): number {
  return echo === null ? 0 : echo.length * ECHO_DIGIT_WIDTH + ECHO_MARGIN;
}

/** One value, typed as people of the locale write it, with what was understood beside it. */
export function EntryEditor({ id, label, field, operand, problem, isDisabled, onChange }: EntryEditorProps) {
  const t = useTranslations('workbench');
  const { locale } = useFormats();
  const text = entryText(operand, field, locale);
  const isNumber = field.type === 'number';
  const isDate = field.type === 'date';
  const isEchoed = operand.value !== null && (isNumber || (isDate && text.trim() !== operand.value));
  const echo = isEchoed ? t('filters.echo', { value: operand.value ?? '' }) : null;
  const change = (typed: string) => {
    onChange(readEntry(typed, field, locale));
  };
  return (
    <TextInput
      id={id}
      size="xs"
      aria-label={label}
      placeholder={field.type === 'text' && operand.value === '' ? t('filters.emptyText') : label}
      value={text}
      disabled={isDisabled}
      onChange={(event) => {
        change(event.currentTarget.value);
      }}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      error={problem === null ? undefined : <InputError problem={problem} onRepair={change} />}
      // As the description it is read with the input; the stylesheet puts it inside, at the right.
      description={echo ?? undefined}
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
        input: `${classes['input'] ?? ''} ${isNumber || isDate ? (classes['numeric'] ?? '') : ''}`,
        description: `${classes['echo'] ?? ''} ${isDate ? (classes['echoBesideCalendar'] ?? '') : ''}`,
        error: classes['error'] ?? '',
      }}
      styles={{ input: { paddingRight: echoWidth(echo) + (isDate ? CALENDAR_WIDTH : 8) } }}
    />
  );
}
