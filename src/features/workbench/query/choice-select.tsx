import { Select, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { InputError } from './input-error';
import type { ProblemText } from './use-problem-text';
import classes from './query-inputs.module.css';

export interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
  /** Decoration before the label. */
  readonly icon?: ReactNode;
  /** Decoration behind it. */
  readonly symbol?: string;
}

export interface ChoiceSelectProps<V extends string> {
  readonly id?: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly choices: readonly Choice<V>[];
  readonly value: V | null;
  readonly problem?: ProblemText | null;
  readonly isDisabled?: boolean;
  readonly isSearchable?: boolean;
  readonly onChange: (value: V) => void;
}

/** More are found by typing: nobody looks through them, and drawing thousands would hold up the page. */
const MOST_OPTIONS = 100;

/** A combobox of the query builder: choose by pointer, by arrow keys, or by typing a part of the words. */
export function ChoiceSelect<V extends string>(props: ChoiceSelectProps<V>) {
  const { id, label, placeholder, choices, value, problem = null, isDisabled = false, onChange } = props;
  const t = useTranslations('workbench');
  const chosen = choices.find((choice) => choice.value === value);
  const isSearchable = props.isSearchable ?? true;
  const filter: OptionsFilter<V> = ({ options, search }) => {
    const wanted = search.trim().toLowerCase();
    const found = options.filter(
      (option) => 'value' in option && option.label.toLowerCase().includes(wanted),
    );
    if (found.length <= MOST_OPTIONS) return found;
    const group = t('filters.moreOptions', { shown: MOST_OPTIONS, all: found.length });
    const items = withChosenAmong(found, value).filter((option) => 'value' in option);
    return [{ group, items }];
  };
  return (
    <Select
      {...(id !== undefined && { id })}
      size="xs"
      aria-label={label}
      placeholder={placeholder ?? ''}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value}
      disabled={isDisabled}
      searchable={isSearchable}
      filter={filter}
      selectFirstOptionOnChange={isSearchable}
      openOnFocus={false}
      nothingFoundMessage={t('filters.noMatch')}
      allowDeselect={false}
      maxDropdownHeight={320}
      spellCheck={false}
      onFocus={(event) => {
        // Typing then replaces the words instead of adding to them.
        event.currentTarget.select();
      }}
      onKeyDownCapture={(event) => {
        if (isSearchable) takeTyped(event, chosen?.label ?? '');
      }}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
      error={problem === null ? undefined : <InputError problem={problem} />}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      leftSection={chosen?.icon}
      leftSectionWidth={chosen?.icon === undefined ? 0 : 28}
      rightSectionWidth={22}
      {...(chosen !== undefined && { title: chosen.label })}
      renderOption={({ option, checked }) => {
        const choice = choices.find((candidate) => candidate.value === option.value);
        return (
          <span className={classes['option']} data-selected={checked === true}>
            {choice?.icon !== undefined && (
              <span className={classes['optionIcon']} aria-hidden="true">
                {choice.icon}
              </span>
            )}
            <span className={classes['optionText']}>{option.label}</span>
            {choice?.symbol !== undefined && (
              <span className={classes['optionSymbol']} aria-hidden="true">
                {choice.symbol}
              </span>
            )}
          </span>
        );
      }}
      classNames={{
        input: classes['input'] ?? '',
        error: classes['error'] ?? '',
        section: classes['selectSection'] ?? '',
        dropdown: classes['dropdown'] ?? '',
      }}
    />
  );
}

/**
 * Enter takes the option that is marked, else the first that fits what was typed. The library would ask an index of its
 * own, which a timer of the opening list puts back when somebody types faster than it runs.
 */
function takeTyped(event: KeyboardEvent<HTMLInputElement>, chosenLabel: string): void {
  const { currentTarget: input, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  const hasModifier = ctrlKey || metaKey || altKey || shiftKey;
  if (event.key !== 'Enter' || hasModifier || nativeEvent.isComposing || input.value === chosenLabel) return;
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const option =
    list?.querySelector<HTMLElement>('[data-combobox-selected]') ??
    list?.querySelector<HTMLElement>('[data-combobox-option]');
  if (option == null) return;
  event.preventDefault();
  // Else the library takes it as well.
  event.stopPropagation();
  option.click();
}

/** The first of the options; the chosen one before them where it comes later. */
function withChosenAmong<V extends string>(
  options: readonly ComboboxParsedItem<V>[],
  chosen: V | null,
): readonly ComboboxParsedItem<V>[] {
  const at = options.findIndex((option) => 'value' in option && option.value === chosen);
  const option = options[at];
  return option === undefined || at < MOST_OPTIONS
    ? options.slice(0, MOST_OPTIONS)
    : [option, ...options.slice(0, MOST_OPTIONS - 1)];
}
