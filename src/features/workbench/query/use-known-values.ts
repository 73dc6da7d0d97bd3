import { useCombobox, type ComboboxStore } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import { numberSymbols } from '@/shared/formats/number-symbols';
import type { KnownValues, KnownValuesSource } from '../model/known-values';
import { useWorkbenchScope } from '../use-workbench';

/** The list of known values below an input. */
export interface KnownValuesList {
  readonly combobox: ComboboxStore;
  /** Whether values of the field are known. Without them the input is a plain one. */
  readonly isOffered: boolean;
  readonly isOpen: boolean;
  /** What the open list is of; it stays the same while the list is open. */
  readonly source: KnownValuesSource | null;
  /** Undefined until they are found. */
  readonly found: KnownValues | undefined;
  readonly hasFailed: boolean;
  /** The person has typed a text: the list shows the values that contain it. */
  readonly search: (text: string) => void;
  /** Shows all values, whatever the input holds. */
  readonly open: () => void;
  readonly close: () => void;
  /** Whether Enter chooses from the list. */
  readonly hasActiveOption: () => boolean;
}

/** Finds the known values of a field while their list is open. */
export function useKnownValues(field: PriceField, isDisabled: boolean): KnownValuesList {
  const { knownValues } = useWorkbenchScope();
  const { locale } = useFormats();
  const latest = useSyncExternalStore(knownValues.subscribe, knownValues.getSource);
  // Rows that are read meanwhile must not move the options under the pointer.
  const [source, setSource] = useState<KnownValuesSource | null>(null);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => setSource(latest),
    onDropdownClose: () => {
      setTyped('');
      combobox.resetSelectedOption();
    },
  });
  const isOffered =
    !isDisabled &&
    (field.type === 'text' || field.type === 'number') &&
    latest?.columns.has(field.name) === true;
  const isOpen = isOffered && combobox.dropdownOpened && source !== null;
  const text = containedText(typed, field, locale);
  const { data, isError } = useQuery({
    queryKey: [...(source?.queryKey ?? []), 'known-values', field.name, text],
    queryFn: isOpen ? ({ signal }) => source.find(field.name, text, signal) : skipToken,
    staleTime: Infinity,
    retry: false,
    // The values of the text before stay on screen until there are others.
    placeholderData: (previous, query) =>
      query?.queryKey.at(-2) === field.name && isOpen ? previous : undefined,
  });
  const forgetActiveOption = useEffectEvent(() => combobox.resetSelectedOption());
  // Another list has another option at the same place.
  useEffect(() => forgetActiveOption(), [data]);
  return {
    combobox,
    isOffered,
    isOpen,
    source,
    found: isOpen ? data : undefined,
    hasFailed: isOpen && isError,
    search: (next) => {
      setTyped(next);
      if (isOffered) combobox.openDropdown();
    },
    open: () => {
      if (isOffered) combobox.openDropdown();
    },
    close: () => combobox.closeDropdown(),
    hasActiveOption: () => isOpen && combobox.getSelectedOptionIndex() !== -1,
  };
}

/** Returns the typed text as the values have it: a number with a point and without groups. */
function containedText(typed: string, { type }: PriceField, locale: string): string {
  const text = typed.trim();
  if (type !== 'number') return text;
  const { decimal, group, minus } = numberSymbols(locale);
  // A group sign that is a space may be typed as any other.
  return text
    .replaceAll(/\s/gu, '')
    .replaceAll(group, '')
    .replaceAll(minus, '-')
    .replaceAll('−', '-')
    .replaceAll(decimal, '.');
}
