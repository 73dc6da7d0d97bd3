import { createDateFormat } from './date-format';
import { createDecimalFormat } from './decimal-format';
import { isoDate } from './iso-date';
import { numberSymbols } from './number-symbols';

/** How a locale writes, by examples, to choose it by. */
export interface FormatPreview {
  /** `1.234.567,89` */
  readonly number: string;
  /** `31.12.2026` */
  readonly date: string;
  /** What Excel of this region expects between the fields of a CSV file, and before the decimals in it. */
  readonly csvDelimiter: ';' | ',';
  readonly csvDecimal: string;
}

/** Takes a supported locale. */
export function formatPreview(locale: string): FormatPreview {
  const number = createDecimalFormat(locale, { minFractionDigits: 2, maxFractionDigits: 2, isGrouped: true });
  const lastDay = isoDate(2026, 12, 31);
  const { decimal } = numberSymbols(locale);
  return {
    number: number('1234567.89'),
    date: lastDay === null ? '' : createDateFormat(locale).formatDate(lastDay),
    // The list sign of the locale's data is a semicolon everywhere; what Excel goes by is whether the comma is taken.
    csvDelimiter: decimal === ',' ? ';' : ',',
    csvDecimal: decimal,
  };
}
