import { useCombobox, type ComboboxStore } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { createDateFormat } from '@/lib/formats/date-format';
import { isoDate } from '@/lib/formats/iso-date';
import { asciiDigits, numberSymbols } from '@/lib/formats/number-symbols';
import type { KnownValue, KnownValues, KnownValuesSource } from '../model/known-values';
import { parseOperand } from '../model/operand-text';
import { parseRelativeDay, resolveDay, type QueryWords } from '@/analysis/conditions/relative-day';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchScope } from '../controller/use-workbench';

/** The state of the list of known values below an input. */
export interface KnownValuesList {
  readonly combobox: ComboboxStore;
  /** Whether values of the field are known. If not, the input has no list. */
  readonly isOffered: boolean;
  readonly isOpen: boolean;
  /** The source of the values. It stays the same while the list is open. */
  readonly source: KnownValuesSource | null;
  /** The values to list; undefined until they are found. */
  readonly found: KnownValues | undefined;
  readonly hasFailed: boolean;
  /** Lists the values that contain the typed text. */
  readonly search: (text: string) => void;
  /** Lists all values, whatever the input contains. */
  readonly open: () => void;
  readonly close: () => void;
  /** Whether an option is highlighted, so that Enter chooses it. */
  readonly hasActiveOption: () => boolean;
}

/** Whether counts can be shown. If the rows on screen are only a part of the snapshot, their counts would be misleading. */
export function hasCounts({ origin, isPart }: KnownValuesSource): boolean {
  return origin === 'read' || !isPart;
}

/** Returns a function for the best source of a field's values: the rows read, or the rows on screen; null if neither has the field. */
function useLatestSource({ name }: PriceField): (() => KnownValuesSource) | null {
  const read = usePublished('knownValues');
  const screen = usePublished('screenValues');
  if (read?.columns.has(name) === true) return () => read;
  return screen?.columns.has(name) === true ? screen.take : null;
}

/** Finds the known values of a field while their list is open. */
export function useKnownValues(field: PriceField, isDisabled: boolean): KnownValuesList {
  const { today } = useWorkbenchScope();
  const { locale } = useFormats();
  const tQuery = useTranslations('queryText');
  const latest = useLatestSource(field);
  // The source is kept while the list is open, so that newly read rows do not move the options under the pointer.
  const [source, setSource] = useState<KnownValuesSource | null>(null);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => setSource(latest?.() ?? null),
    onDropdownClose: () => {
      setTyped('');
      combobox.resetSelectedOption();
    },
  });
  const isOffered = !isDisabled && latest !== null;
  const isOpen = isOffered && combobox.dropdownOpened && source !== null;
  const text = containedText(typed, field, { locale, today, tQuery });
  const { data, isError } = useQuery({
    ...foundQuery(isOpen ? source : null, field, text, locale),
    // The values for the previous text stay in the list until those for the new text are found.
    placeholderData: (previous, query) =>
      query?.queryKey.at(-3) === field.name && isOpen ? previous : undefined,
  });
  const forgetActiveOption = useEffectEvent(() => combobox.resetSelectedOption());
  // The highlight is reset for a new list, because its option at the same index is a different one.
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

/** How many rows have true, and how many have false, in a boolean field. */
export interface KnownTruths {
  /** Returns the number of rows with the value; null while it is unknown. */
  readonly countOf: (value: 'true' | 'false') => KnownValue['count'] | null;
  /** Whether only some of the rows were counted. */
  readonly isPart: boolean;
  /** Called when the list opens. The counts then stay the same while it is open. */
  readonly open: () => void;
}

/** Counts the rows read by the value of a boolean field. */
export function useKnownTruths(field: PriceField, isDisabled: boolean): KnownTruths {
  const { locale } = useFormats();
  const latest = useLatestSource(field);
  const [opened, setOpened] = useState<KnownValuesSource | null>(null);
  const isCounted = opened !== null && hasCounts(opened);
  const source = !isDisabled && latest !== null && isCounted ? opened : null;
  const { data } = useQuery(foundQuery(source, field, '', locale));
  return {
    // All values have been found, so a value that is not among them has no rows.
    countOf: (wanted) =>
      data === undefined ? null : (data.values.find(({ value }) => value === wanted)?.count ?? 0),
    isPart: source?.isPart === true,
    open: () => setOpened(latest?.() ?? null),
  };
}

/** The length of an ISO day such as `2026-01-31`. */
const ISO_DAY_LENGTH = 10;

/** Returns the query that finds the values of a field in a source. If the source is null, the query does nothing. */
function foundQuery(source: KnownValuesSource | null, { name }: PriceField, text: string, locale: string) {
  const dayFormat = dayFormatOf(locale);
  return {
    queryKey: [...(source?.queryKey ?? []), 'known-values', name, text, dayFormat],
    queryFn:
      source === null
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => source.find(name, { text, dayFormat }, signal),
    staleTime: Infinity,
    retry: false,
  } as const;
}

/** Returns the locale's format of days as a `strftime` pattern. */
function dayFormatOf(locale: string): string {
  const { dateParts, formatDate } = createDateFormat(locale);
  // Locales differ in whether they pad the month and the day with a zero. So an example with one-digit month and day is formatted.
  const early = isoDate(2111, 8, 9);
  const example = early === null ? '' : formatDate(early);
  const padded = (digits: string, letter: string) => `%${example.includes(digits) ? '' : '-'}${letter}`;
  const parts = new Map<string, string>([
    ['year', '%Y'],
    ['month', padded('08', 'm')],
    ['day', padded('09', 'd')],
  ]);
  return dateParts
    .map((part) => (part.kind === 'literal' ? part.text.replaceAll('%', '%%') : (parts.get(part.kind) ?? '')))
    .join('');
}

interface TextContext {
  readonly locale: string;
  readonly today: string;
  readonly tQuery: QueryWords;
}

/** Returns the typed text in the notation of the stored values: numbers with a point and without grouping, and days in ISO format. */
function containedText(typed: string, field: PriceField, { locale, today, tQuery }: TextContext): string {
  const text = typed.trim();
  if (field.type === 'date') {
    const parsed = [text, text.split(/[\s,]/)[0] ?? ''].map(
      (each) => parseOperand(each, field, locale).value,
    );
    // Values are searched by day, so a time after the day is ignored, even if it is incomplete.
    const day = parseRelativeDay(text, tQuery) ?? parsed[0] ?? parsed[1] ?? null;
    if (day !== null) return (resolveDay(day, today) ?? text).slice(0, ISO_DAY_LENGTH);
    return asciiDigits(text, numberSymbols(locale));
  }
  if (field.type !== 'number') return text;
  const { decimal, group, minus } = numberSymbols(locale);
  // All kinds of space are removed, because in a locale that groups digits with a space, the user may type any of them.
  return text
    .replaceAll(/\s/gu, '')
    .replaceAll(group, '')
    .replaceAll(minus, '-')
    .replaceAll('−', '-')
    .replaceAll(decimal, '.');
}
