import '@/ui/components/combobox-styles.css';
import { Select } from '@mantine/core';
import { shallowEqual, useCallbackRef } from '@mantine/hooks';
import { memo, useState, type ReactNode } from 'react';

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

interface FieldAdderProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly FieldOption[];
  /** The text to show if there are no options. */
  readonly emptyText: string;
  readonly onAdd: (field: string) => void;
}

/** The maximum number of options to render, because thousands would block the page. The user finds other options by typing. */
export const MOST_OPTIONS = 200;

/** A combobox that adds the chosen field and then becomes empty again. */
export function FieldAdder({ id, label, placeholder, options, emptyText, onAdd }: FieldAdderProps) {
  const [search, setSearch] = useState('');
  return (
    <Select
      id={id}
      size="xs"
      label={label}
      placeholder={placeholder}
      data={[...options]}
      value={null}
      searchable
      searchValue={search}
      limit={MOST_OPTIONS}
      openOnFocus={false}
      selectFirstOptionOnChange
      nothingFoundMessage={emptyText}
      maxDropdownHeight={320}
      spellCheck={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      onOptionSubmit={(field) => {
        // The typed text is cleared here, because the library keeps it as long as the combobox has no value.
        setSearch('');
        onAdd(field);
      }}
      onSearchChange={setSearch}
    />
  );
}

export interface OneSelectProps<V extends string> {
  readonly id?: string | undefined;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly isSearchable?: boolean;
  readonly hint?: string;
  /** The text below the combobox. */
  readonly description?: string;
  /** The text to show if no option contains the typed text. */
  readonly emptyText?: string;
  /** The message below the combobox, which is then marked as invalid; null if there is no problem. */
  readonly problem?: string | null;
  readonly onChange: (value: V) => void;
}

/** A combobox that always has exactly one chosen value. */
export function OneSelect<V extends string>(props: OneSelectProps<V>): ReactNode {
  const { options, value, onChange } = props;
  // The cast is safe, because the library returns the value of one of the options.
  const choose = useCallbackRef((next: string) => onChange(next as V));
  return <MemoizedSelect {...props} options={options} value={value} onChange={choose} />;
}

/** Renders only when its content changes, because the library renders all options even while the list is closed. */
const MemoizedSelect = memo(SelectView, (before, after) => {
  const { options: optionsBefore, ...othersBefore } = before;
  const { options, ...others } = after;
  return shallowEqual(othersBefore, others) && isSameOptions(optionsBefore, options);
});

function isSameOptions(before: readonly FieldOption[], after: readonly FieldOption[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ value, label }, index) => value === after[index]?.value && label === after[index].label)
  );
}

function SelectView(props: OneSelectProps<string>) {
  const { id, label, isLabelHidden = false, options, value, isSearchable = false, hint } = props;
  const { description, emptyText, problem = null, onChange } = props;
  return (
    <Select
      {...(id !== undefined && { id })}
      size="xs"
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(hint !== undefined && { title: hint })}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...options]}
      value={value}
      error={problem ?? undefined}
      nothingFoundMessage={emptyText}
      searchable={isSearchable}
      limit={MOST_OPTIONS}
      openOnFocus={false}
      allowDeselect={false}
      maxDropdownHeight={320}
      spellCheck={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}
