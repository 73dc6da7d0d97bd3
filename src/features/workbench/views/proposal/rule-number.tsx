import { TextInput } from '@mantine/core';
import { createContext, use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ownMember } from '@/lib/base/own-member';
import { useDraft } from '@/ui/components/use-draft';
import { useDecimalText } from '../../conditions/number-field';
import { isRuleNumber, NUMBER_LIMITS, type NumberKind } from '@/analysis/new-prices/proposal-spec';

/** The invalid texts that were typed for numbers of a rule, by place, and a function that stores one. It stores null for a valid number. */
export interface TypedNumbers {
  readonly typed: Readonly<Record<string, string>>;
  readonly keep: (place: string, text: string | null) => void;
}

export const TypedNumbersContext = createContext<TypedNumbers>({ typed: {}, keep: () => undefined });

export interface RuleNumberProps {
  readonly label: string;
  /** Identifies the number among the numbers of its rule. */
  readonly place: string;
  readonly kind: NumberKind;
  readonly value: string;
  /** Returns the hint below the input, which explains the effect of the number. The number is passed as formatted text. */
  readonly hintOf?: (number: string) => string;
  readonly onChange: (value: string) => void;
  /** Called when the user clears the input. It is absent if the number is required. */
  readonly onClear?: () => void;
}

/** Edits a number of a rule in the user's format. It applies while it is typed. An invalid number does not apply, and shows an error. */
export function RuleNumber({ label, place, kind, value, hintOf, onChange, onClear }: RuleNumberProps) {
  const t = useTranslations('proposal');
  const { format, read: readDecimal } = useDecimalText(NUMBER_LIMITS[kind]);
  const read = (text: string): string | null => {
    const decimal = readDecimal(text);
    return decimal !== null && isRuleNumber(kind, decimal) ? decimal : null;
  };
  const { typed: kept, keep } = use(TypedNumbersContext);
  const [text, setText] = useDraft(value, {
    draftOf: format,
    valueOf: (typed) => (typed.trim() === '' ? '' : read(typed)),
    kept: ownMember(kept, place) ?? null,
  });
  const [isLeft, setLeft] = useState(true);
  const isEmpty = text.trim() === '';
  const hasProblem = isEmpty ? onClear === undefined : read(text) === null;

  return (
    <TextInput
      size="xs"
      label={label}
      description={hintOf?.(format(value))}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isLeft && hasProblem ? t('numberProblem') : undefined}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        setLeft(false);
        const number = read(typed);
        const isMissing = typed.trim() === '' ? onClear === undefined : number === null;
        keep(place, isMissing ? typed : null);
        if (number !== null && number !== value) onChange(number);
        if (typed.trim() === '' && value !== '') onClear?.();
      }}
      onBlur={() => {
        setLeft(true);
        if (!hasProblem && !isEmpty) setText(format(read(text) ?? ''));
      }}
    />
  );
}
