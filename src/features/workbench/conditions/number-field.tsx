import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import { useFormats } from '@/ui/formats/format-settings-context';
import { AppliedInput, type AppliedInputProps } from './applied-input';

/** The maximum numbers of digits before and after the decimal separator. */
export interface DigitLimits {
  readonly integerDigits: number;
  readonly fractionDigits: number;
}

/** Returns functions that format and read decimals in the user's format. Reading returns null for a text that is not within the limits. */
export function useDecimalText({ integerDigits, fractionDigits }: DigitLimits) {
  const { locale } = useFormats();
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  return {
    /** Formats a decimal. An empty text stays empty. */
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
  /** The number as a decimal; null if the input is empty. */
  readonly value: string | null;
  readonly limits: DigitLimits;
  readonly isValid: (decimal: string) => boolean;
  /** Returns the message for an invalid number. */
  readonly problemOf: (format: (decimal: string) => string) => string;
  readonly onChange: (value: string) => void;
  /** Called when the user clears the input. It is absent if the number is required. */
  readonly onClear?: () => void;
}

/** An input for a number in the user's format. */
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
