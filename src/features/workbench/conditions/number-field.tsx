import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import { useFormats } from '@/ui/formats/format-settings-context';
import { AppliedInput, type AppliedInputProps } from './applied-input';

/** The greatest number of digits that can be typed before and after the decimal separator. */
export interface DigitLimits {
  readonly integerDigits: number;
  readonly fractionDigits: number;
}

/** Returns functions that write a decimal in the person's format, and read one; null if the text is not a decimal within the limits. */
export function useDecimalText({ integerDigits, fractionDigits }: DigitLimits) {
  const { locale } = useFormats();
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  return {
    /** An empty text stays empty. */
    format: (decimal: string): string => (decimal === '' ? '' : format(decimal)),
    read: (text: string): string | null => {
      const parsed = parseDecimal(text, {
        locale,
        maxIntegerDigits: integerDigits,
        maxFractionDigits: fractionDigits,
      });
      return parsed.ok ? parsed.value : null;
    },
  };
}

export interface NumberFieldProps extends Pick<
  AppliedInputProps<string | null>,
  'aria-label' | 'label' | 'placeholder' | 'w'
> {
  /** A decimal; null if the input is empty. */
  readonly value: string | null;
  readonly limits: DigitLimits;
  readonly isValid: (decimal: string) => boolean;
  /** Returns the error text for an invalid number. */
  readonly problemOf: (format: (decimal: string) => string) => string;
  readonly onChange: (value: string) => void;
  /** Called when the number is removed; absent for a required number. */
  readonly onClear?: () => void;
}

/** An input for a number in the person's format. */
export function NumberField(props: NumberFieldProps) {
  const { value, limits, isValid, problemOf, onChange, onClear, ...input } = props;
  const { format, read } = useDecimalText(limits);
  return (
    <AppliedInput
      {...input}
      inputMode="decimal"
      value={value}
      shown={format(value ?? '')}
      problem={problemOf(format)}
      read={(text) => {
        if (text.trim() === '' && onClear !== undefined) return null;
        const decimal = read(text);
        return decimal !== null && isValid(decimal) ? decimal : undefined;
      }}
      onChange={(next) => (next === null ? onClear?.() : onChange(next))}
    />
  );
}
