import '@/ui/components/combobox-styles.css';
import { Select, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { InputError, type ProblemText } from './problem-text';
import classes from './inputs.module.css';
import { textSearch } from '@/lib/base/search-terms';

export interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
  /** A decorative icon before the label. */
  readonly icon?: ReactNode;
  /** A decorative symbol after the label. */
  readonly symbol?: string;
  readonly detail?: string;
}

/** An option that cannot be chosen. If it matches the typed text, it is listed with the reason. */
export interface UnavailableChoice {
  readonly label: string;
  readonly reason: string;
}

export interface ChoiceSelectProps<V extends string> {
  readonly id?: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly choices: readonly Choice<V>[];
  readonly unavailable?: readonly UnavailableChoice[];
  readonly value: V | null;
  readonly problem?: ProblemText | null;
  readonly isDisabled?: boolean;
  readonly isSearchable?: boolean;
  readonly onOpen?: () => void;
  readonly onChange: (value: V) => void;
}

/** The maximum number of options to render, because thousands would block the page. The user finds other options by typing. */
const MOST_OPTIONS = 100;

/** A combobox of the query builder. The user chooses with the pointer, with arrow keys, or by typing a part of a label. */
export function ChoiceSelect<V extends string>(props: ChoiceSelectProps<V>) {
  const {
    id,
    label,
    placeholder,
    choices,
    unavailable = [],
    value,
    problem = null,
    isDisabled = false,
    onOpen,
    onChange,
  } = props;
  const t = useTranslations('conditions');
  const chosen = choices.find((choice) => choice.value === value);
  const isSearchable = props.isSearchable ?? true;
  const filter: OptionsFilter<V> = ({ options, search }) => {
    const isFound = textSearch(search.trim());
    const found = options.filter(
      (option) =>
        'value' in option &&
        isFound(option.label) &&
        (option.disabled !== true || (search.trim() !== '' && option.label !== chosen?.label)),
    );
    if (found.length <= MOST_OPTIONS) return found;
    const group = t('editor.moreOptions', { shown: MOST_OPTIONS, all: found.length });
    const items = firstOptions(found, value).filter((option) => 'value' in option);
    return [{ group, items }];
  };
  return (
    <Select
      {...(id !== undefined && { id })}
      size="xs"
      aria-label={label}
      placeholder={placeholder ?? ''}
      data={[
        ...choices.map((choice) => ({ value: choice.value, label: choice.label })),
        ...unavailable.map((choice, index) => ({
          value: unavailableValue(index) as V,
          label: choice.label,
          disabled: true,
        })),
      ]}
      value={value}
      disabled={isDisabled}
      searchable={isSearchable}
      filter={filter}
      selectFirstOptionOnChange={isSearchable}
      openOnFocus={false}
      nothingFoundMessage={t('editor.noMatch')}
      allowDeselect={false}
      maxDropdownHeight={320}
      spellCheck={false}
      {...(onOpen !== undefined && { onDropdownOpen: onOpen })}
      onFocus={(event) => {
        // Selects the label, so that typed text replaces it.
        event.currentTarget.select();
      }}
      onKeyDownCapture={(event) => {
        if (isSearchable) selectTyped(event, chosen?.label ?? '');
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
        const reason = unavailable.find((_, index) => unavailableValue(index) === option.value)?.reason;
        return (
          <span className={classes['option']} data-selected={checked === true}>
            {choice?.icon !== undefined && (
              <span className={classes['optionIcon']} aria-hidden="true">
                {choice.icon}
              </span>
            )}
            <span className={classes['optionText']}>
              {option.label}
              {reason !== undefined && (
                <>
                  {' '}
                  <em className={classes['optionReason']}>{reason}</em>
                </>
              )}
            </span>
            {choice?.detail !== undefined && (
              <>
                {' '}
                <span className={classes['optionDetail']}>{choice.detail}</span>
              </>
            )}
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

/** On Enter, selects the highlighted option, or the first match. The library cannot do this, because it resets its index on opening. */
function selectTyped(event: KeyboardEvent<HTMLInputElement>, chosenLabel: string): void {
  const { currentTarget: input, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  const hasModifier = ctrlKey || metaKey || altKey || shiftKey;
  if (event.key !== 'Enter' || hasModifier || nativeEvent.isComposing || input.value === chosenLabel) return;
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const option =
    list?.querySelector<HTMLElement>('[data-combobox-selected]') ??
    list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])');
  if (option == null) return;
  event.preventDefault();
  // Keeps the library from handling the key as well.
  event.stopPropagation();
  option.click();
}

/** Returns a value that no choice has, because names of fields contain no control characters. */
function unavailableValue(index: number): string {
  return `\u0000${index}`;
}

/** Returns the first options. If the chosen option comes later in the list, it is put before them. */
function firstOptions<V extends string>(
  options: readonly ComboboxParsedItem<V>[],
  chosen: V | null,
): readonly ComboboxParsedItem<V>[] {
  const at = options.findIndex((option) => 'value' in option && option.value === chosen);
  const option = options[at];
  return option === undefined || at < MOST_OPTIONS
    ? options.slice(0, MOST_OPTIONS)
    : [option, ...options.slice(0, MOST_OPTIONS - 1)];
}
