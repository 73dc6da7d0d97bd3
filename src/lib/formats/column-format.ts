import { readDecimal, significantFractionDigits, splitDecimal } from './decimal';
import { isDecimal } from '../base/decimal-grammar';
import { createDecimalFormat } from './decimal-format';
import { createDateFormat } from './date-format';
import { createDatePatternFormat } from './date-pattern-format';
import { readExcelPattern } from './excel-pattern';
import { hasTimeOfDay, isoText, readIsoDateTime, type IsoDateTime } from './iso-date';
import {
  createNumberPatternFormat,
  withMorePlaces,
  withPlaces,
  type ShownValue,
} from './number-pattern-format';

/** The metadata that determines how a column's values are shown. */
export interface FormattedColumn {
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  readonly sqlType: string;
  /** The format: empty, an Excel number format, `Short Date` or `True/False`. Any other text is an unknown format. */
  readonly formatting: string;
  /** The number of stored decimal places, or of stored digits of a date-time's fractional second. */
  readonly scale: number | null;
  /** Null if the values have the default alignment of the type. */
  readonly align: 'left' | 'right' | null;
}

export interface ColumnFormatOptions {
  readonly locale: string;
  readonly labels: { readonly true: string; readonly false: string };
  /** The number of decimal places to show in place of the format's own. `all` shows every stored place. */
  readonly places?: number | 'all' | undefined;
}

export interface FormattedValue {
  readonly text: string;
  /** False if `text` leaves out digits or a time of day. */
  readonly isExact: boolean;
  /** The value with every stored digit, in the locale's notation. */
  readonly full: string;
  /** False if the value is not of the column's type. Its text is then the one that the service sent. */
  readonly isOfType: boolean;
}

export interface ColumnFormat {
  readonly align: 'left' | 'right' | 'center';
  /** Formats a value as the service sends it: exact decimal text, ISO text, other text or a boolean. Never throws. */
  readonly formatValue: (value: string | boolean) => FormattedValue;
  /** Returns an example value as this column shows it. Empty for text, which has no format. */
  readonly sample: () => string;
  /** False if `formatting` is not supported. The column then shows its values with all digits. */
  readonly isKnown: boolean;
}

const USUAL_ALIGN = { text: 'left', number: 'right', date: 'left', boolean: 'center' } as const;

/** Returns the alignment of a column's values. Does not create the column's format, which takes longer. */
export function columnAlign({ align, type }: Pick<FormattedColumn, 'align' | 'type'>): ColumnFormat['align'] {
  return align ?? USUAL_ALIGN[type];
}

/** Creates the format of a column's values. Create one per column, not per cell. */
export function createColumnFormat(column: FormattedColumn, options: ColumnFormatOptions): ColumnFormat {
  switch (column.type) {
    case 'number':
      return numberColumn(column, options);
    case 'date':
      return dateColumn(column, options.locale);
    case 'boolean':
      return booleanColumn(column, options.labels);
    case 'text':
      return textColumn(column);
  }
}

const SAMPLE_DIGITS = '5678';

function numberColumn(column: FormattedColumn, { locale, places }: ColumnFormatOptions): ColumnFormat {
  const pattern = readExcelPattern(column.formatting);
  const isGrouped = pattern?.kind === 'number' && pattern.positive.digits.isGrouped;
  const full = createDecimalFormat(locale, {
    minFractionDigits: placesOfType(column) ?? 0,
    maxFractionDigits: Infinity,
    isGrouped,
  });
  const show = shownBy();
  const formatValue = (value: string | boolean) => {
    const decimal = typeof value === 'string' ? readDecimal(value) : null;
    if (decimal === null) return asSent(value);
    if (!fitsColumn(decimal, column)) {
      return isDecimal(String(value))
        ? formatted(exactly(full(decimal)), () => full(decimal))
        : asSent(value);
    }
    return formatted(show(decimal), () => full(decimal));
  };
  const sampleFraction = SAMPLE_DIGITS.slice(0, Math.max(column.scale ?? SAMPLE_DIGITS.length, 0));
  const isPercent = pattern?.kind === 'number' && pattern.positive.digits.power > 0;
  const sample = `${isPercent ? '0' : '1234'}${sampleFraction === '' ? '' : `.${sampleFraction}`}`;
  return {
    align: columnAlign(column),
    formatValue,
    sample: () => formatValue(sample).text,
    isKnown: pattern?.kind === 'number' || pattern?.kind === 'general',
  };

  function shownBy(): (decimal: string) => ShownValue {
    if (pattern?.kind === 'number') {
      const stored = placesOfType(column) ?? 0;
      const chosen = places === undefined ? pattern : withPlaces(pattern, places, stored);
      return createNumberPatternFormat(chosen, locale);
    }
    if (places === undefined || places === 'all') return (decimal) => exactly(full(decimal));
    const format = createDecimalFormat(locale, {
      minFractionDigits: places,
      maxFractionDigits: places,
      isGrouped,
    });
    return (decimal) => ({ text: format(decimal), isExact: significantFractionDigits(decimal) <= places });
  }
}

export const AVERAGE_MORE_PLACES = 2;

export type FormattedFigure = Pick<FormattedValue, 'text' | 'isExact' | 'full'>;

/** Creates the format for figures computed from a column. All figures have `morePlaces` more places than its values, so that they align. */
export function createFigureFormat(
  column: FormattedColumn,
  locale: string,
  morePlaces = 0,
): (decimal: string) => FormattedFigure {
  const pattern = readExcelPattern(column.formatting);
  const isGrouped = pattern?.kind === 'number' && pattern.positive.digits.isGrouped;
  const stored = placesOfType(column);
  const full = createDecimalFormat(locale, {
    minFractionDigits: stored ?? 0,
    maxFractionDigits: Infinity,
    isGrouped,
  });
  if (pattern?.kind === 'number') {
    const show = createNumberPatternFormat(withMorePlaces(pattern, morePlaces), locale);
    return (decimal) => formatted(show(decimal), () => full(decimal));
  }
  const places = (stored ?? UNKNOWN_PLACES) + morePlaces;
  const show = createDecimalFormat(locale, {
    minFractionDigits: stored === null ? 0 : places,
    maxFractionDigits: places,
    isGrouped,
  });
  return (decimal) => {
    const isExact = significantFractionDigits(decimal) <= places;
    return formatted({ text: show(decimal), isExact }, () => full(decimal));
  };
}

/** The most decimal places that are shown for floating-point columns, whose type sets no limit. */
const UNKNOWN_PLACES = 10;

/** The maximum precision of a SQL decimal: the number of its digits before and after the point. */
const MOST_DIGITS = 38;

/** Whether the column can hold the number. Other numbers are shown in full, because the column's pattern would show 1e-30 as 0. */
function fitsColumn(decimal: string, column: FormattedColumn): boolean {
  const places = significantFractionDigits(decimal);
  const typePlaces = placesOfType(column);
  const most = Math.max(splitDecimal(decimal).integer.length, places);
  return most <= MOST_DIGITS && (typePlaces === null || places <= typePlaces);
}

/** Returns the most decimal places that the column's type allows; null if the type sets no limit (float). */
function placesOfType({ sqlType, scale }: FormattedColumn): number | null {
  const type = sqlType.trim().toLowerCase();
  if (WHOLE_TYPES.has(type)) return 0;
  return DECIMAL_TYPES.has(type) ? Math.min(Math.max(scale ?? 0, 0), MOST_DIGITS) : null;
}

const DECIMAL_TYPES = new Set(['decimal', 'numeric', 'money', 'smallmoney']);
const WHOLE_TYPES = new Set(['bigint', 'int', 'smallint', 'tinyint']);

function dateColumn(column: FormattedColumn, locale: string): ColumnFormat {
  const dates = createDateFormat(locale);
  const isDay = column.sqlType.trim().toLowerCase() === 'date';
  const full = (value: IsoDateTime) =>
    isDay && !hasTimeOfDay(value) ? dates.formatDate(value) : dates.formatDateTime(value);
  const pattern = isShortDate(column.formatting) ? null : readExcelPattern(column.formatting);
  const show = dateDisplay();

  function dateDisplay(): (value: IsoDateTime) => ShownValue {
    if (isShortDate(column.formatting)) {
      return (value) => ({
        text: dates.formatDate(value),
        isExact: !hasTimeOfDay(value) && value.offset === '',
      });
    }
    if (pattern?.kind === 'date') return createDatePatternFormat(pattern.parts, locale);
    return (value) => {
      const shown = withShownDigits(value, column);
      const isExact = !/[1-9]/.test(value.fraction.slice(shown.fraction.length));
      return { text: full(shown), isExact };
    };
  }

  const formatValue = (value: string | boolean) => {
    const moment = typeof value === 'string' ? readIsoDateTime(value) : null;
    return moment === null ? asSent(value) : formatted(show(moment), () => full(moment));
  };
  const sampleFraction = '1234567'.slice(0, Math.max(column.scale ?? 0, 0));
  const sampleTime = isDay ? '' : `T14:05:09${sampleFraction === '' ? '' : `.${sampleFraction}`}`;
  return {
    align: columnAlign(column),
    formatValue,
    sample: () => formatValue(`2026-12-31${sampleTime}`).text,
    isKnown: isShortDate(column.formatting) || pattern?.kind === 'date' || pattern?.kind === 'general',
  };
}

function isShortDate(formatting: string): boolean {
  return formatting.trim().toLowerCase() === 'short date';
}

/** The most digits of a fractional second that a cell shows, as in Excel. A tooltip shows the others. */
const MOST_SECOND_DIGITS = 3;

function shownSecondDigits({ formatting, scale }: Pick<FormattedColumn, 'formatting' | 'scale'>): number {
  if (isShortDate(formatting)) return 0;
  const pattern = readExcelPattern(formatting);
  if (pattern?.kind === 'date') return pattern.parts.find((part) => part.kind === 'fraction')?.digits ?? 0;
  return scale === null || scale < 0 ? MOST_SECOND_DIGITS : Math.min(scale, MOST_SECOND_DIGITS);
}

/** Returns the date-time with the digits of the fractional second that its column shows, or without a fraction if these are all zeros. */
function withShownDigits(
  value: IsoDateTime,
  column: Pick<FormattedColumn, 'formatting' | 'scale'>,
): IsoDateTime {
  const fraction = value.fraction.slice(0, shownSecondDigits(column));
  return { ...value, fraction: /[1-9]/.test(fraction) ? fraction : '' };
}

/** Removes the digits of the fractional second that the column does not show from an ISO date-time. Returns other text unchanged. */
export function withShownSeconds(
  text: string,
  column: Pick<FormattedColumn, 'formatting' | 'scale'>,
): string {
  const moment = readIsoDateTime(text);
  return moment === null ? text : isoText(withShownDigits(moment, column));
}

function booleanColumn(column: FormattedColumn, labels: ColumnFormatOptions['labels']): ColumnFormat {
  return {
    align: columnAlign(column),
    formatValue: (value) => {
      const word = BOOLEANS.get(String(value).toLowerCase());
      return word === undefined ? asSent(value) : formatted(exactly(labels[word]), () => labels[word]);
    },
    sample: () => labels.true,
    isKnown: /^(?:true\/false|general)?$/i.test(column.formatting.trim()),
  };
}

const BOOLEANS = new Map<string, 'true' | 'false'>([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
]);

function textColumn(column: FormattedColumn): ColumnFormat {
  return {
    align: columnAlign(column),
    formatValue: (value) => formatted(exactly(String(value)), () => String(value)),
    sample: () => '',
    isKnown: readExcelPattern(column.formatting)?.kind === 'general',
  };
}

function exactly(text: string): ShownValue {
  return { text, isExact: true };
}

function formatted({ text, isExact }: ShownValue, makeFull: () => string): FormattedValue {
  return {
    text,
    isExact,
    isOfType: true,
    // Computed on demand: most cells show all digits, so that they never need this second text.
    get full() {
      return makeFull();
    },
  };
}

function asSent(value: string | boolean): FormattedValue {
  const text = String(value);
  return { text, isExact: true, full: text, isOfType: false };
}
