import { TextInput } from '@mantine/core';
import { createContext, use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { ownMember } from '@/lib/base/own-member';
import { useFormats } from '@/ui/formats/format-settings-context';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import { isRuleNumber, NUMBER_LIMITS, type NumberKind } from './proposal-spec';

/** What is typed in place of the numbers of a rule, by their place, and keeps it; null where it is a number. */
export interface TypedNumbers {
  readonly typed: Readonly<Record<string, string>>;
  readonly keep: (place: string, text: string | null) => void;
}

export const TypedNumbersContext = createContext<TypedNumbers>({ typed: {}, keep: () => undefined });

export interface RuleNumberProps {
  readonly label: string;
  /** Names it among the numbers of its rule. */
  readonly place: string;
  readonly kind: NumberKind;
  readonly value: string;
  /** Says below the input what the number, as it is shown, is used for. */
  readonly hintOf?: (number: string) => string;
  readonly onChange: (value: string) => void;
  /** Called where the number is taken out; absent where there has to be one. */
  readonly onClear?: () => void;
}

/** A number of a rule, in the person's format. It applies while it is typed; what is no such number waits, and says so. */
export function RuleNumber({ label, place, kind, value, hintOf, onChange, onClear }: RuleNumberProps) {
  const t = useTranslations('proposal');
  const { locale } = useFormats();
  const format = (decimal: string) =>
    decimal === ''
      ? ''
      : createDecimalFormat(locale, { minFractionDigits: 0, maxFractionDigits: Infinity, isGrouped: true })(
          decimal,
        );
  const { integerDigits, fractionDigits } = NUMBER_LIMITS[kind];
  const read = (text: string): string | null => {
    const parsed = parseDecimal(text, {
      locale,
      maxIntegerDigits: integerDigits,
      maxFractionDigits: fractionDigits,
    });
    return parsed.ok && isRuleNumber(kind, parsed.value) ? parsed.value : null;
  };
  const { typed: kept, keep } = use(TypedNumbersContext);
  const [text, setText] = useState(() => ownMember(kept, place) ?? format(value));
  const [isLeft, setLeft] = useState(true);
  const [seen, setSeen] = useState(value);
  // Another number came from elsewhere.
  if (seen !== value) {
    setSeen(value);
    if (read(text) !== value && !(text.trim() === '' && value === '')) setText(format(value));
  }
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
        if (number !== null) {
          setSeen(number);
          if (number !== value) onChange(number);
        } else if (typed.trim() === '' && onClear !== undefined) {
          setSeen('');
          if (value !== '') onClear();
        }
      }}
      onBlur={() => {
        setLeft(true);
        if (!hasProblem && !isEmpty) setText(format(read(text) ?? ''));
      }}
    />
  );
}
