// The subset of Excel's number formats that prices and dates use. Columns with other formats show their values as stored. A library such
// as numfmt would support more formats, but it calculates with doubles, which are exact to 15 digits only.
import { readSections, type PatternToken } from './excel-pattern-tokens';

export type ExcelPattern =
  /** A format with which values are shown as stored. */
  | { readonly kind: 'general' }
  | {
      readonly kind: 'number';
      readonly positive: NumberSection & { readonly digits: DigitLayout };
      /** The section for negative numbers, which adds no minus. If null, `positive` applies and a minus is added. */
      readonly negative: NumberSection | null;
      readonly zero: NumberSection | null;
    }
  | { readonly kind: 'date'; readonly parts: readonly DatePatternPart[] };

/** The text around the digits. `minus` and `percent` mean the locale's signs. */
export type PatternLiteral = { readonly text: string } | 'minus' | 'percent';

export interface NumberSection {
  readonly before: readonly PatternLiteral[];
  /** Null if the section contains only text. */
  readonly digits: DigitLayout | null;
  readonly after: readonly PatternLiteral[];
}

export interface DigitLayout {
  readonly minIntegerDigits: number;
  readonly minFractionDigits: number;
  readonly maxFractionDigits: number;
  readonly isGrouped: boolean;
  /** The power of ten by which the value is multiplied: 2 for percent, -3 for thousands. */
  readonly power: number;
}

export type DateField =
  | 'year'
  | 'year-of-century'
  | 'month'
  | 'month-short'
  | 'month-long'
  | 'month-initial'
  | 'day'
  | 'weekday-short'
  | 'weekday-long'
  | 'hour'
  | 'minute'
  | 'second'
  | 'day-period';

export type DatePatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly field: DateField; readonly minDigits: number }
  /** The first `digits` digits of the fractional second, after the decimal sign. */
  | { readonly kind: 'fraction'; readonly digits: number };

/** Parses a pattern in Excel's invariant notation. Returns null if it is invalid or not supported. */
export function readExcelPattern(pattern: string): ExcelPattern | null {
  if (/^(?:General|@)?$/i.test(pattern.trim())) return { kind: 'general' };
  const sections = readSections(pattern);
  const first = sections?.[0];
  if (sections === null || first === undefined) return null;
  if (first.some((token) => token.kind === 'date')) return readDatePattern(first);
  return readNumberPattern(sections);
}

/** Whether a number format multiplies by 100 and adds a percent sign. A percent sign in quotes (`0.0"%"`) is only text. */
export function isPercentPattern(pattern: string): boolean {
  if (lastPercent?.pattern !== pattern) {
    const read = readExcelPattern(pattern);
    lastPercent = { pattern, isPercent: read?.kind === 'number' && read.positive.digits.power === 2 };
  }
  return lastPercent.isPercent;
}

/** The result for the last pattern, kept because a list checks the same pattern for each of its values. */
let lastPercent: { readonly pattern: string; readonly isPercent: boolean } | null = null;

/** The most digits of a pattern. `Intl` supports this many, and no column needs more. */
const MAX_DIGITS = 20;

function readNumberPattern(sections: readonly (readonly PatternToken[])[]): ExcelPattern | null {
  // The fourth section, or a last section with `@`, is for text, which a number column does not contain.
  const isForText = sections.at(-1)?.some((token) => token.kind === 'text-value') === true;
  const forNumbers = sections.slice(0, isForText ? Math.min(sections.length - 1, 3) : 3);
  const [positive, negative, zero] = forNumbers.map(readNumberSection);
  if (positive?.digits == null || negative === null || zero === null) return null;
  return {
    kind: 'number',
    positive: { ...positive, digits: positive.digits },
    negative: usable(negative),
    zero: usable(zero),
  };
}

/** In Excel, an empty section hides the value. That would look like an empty cell, so the value is shown as if the section were missing. */
function usable(section: NumberSection | undefined): NumberSection | null {
  if (section === undefined) return null;
  return section.digits === null && section.before.length === 0 ? null : section;
}

function readNumberSection(tokens: readonly PatternToken[]): NumberSection | null {
  if (tokens.some((token) => token.kind === 'date' || token.kind === 'text-value')) return null;
  const isPlaceholder = (token: PatternToken) =>
    token.kind === 'digit' || token.kind === 'point' || token.kind === 'comma';
  const start = tokens.findIndex(isPlaceholder);
  if (start === -1) return { before: literalsOf(tokens), digits: null, after: [] };
  const end = tokens.findLastIndex(isPlaceholder) + 1;
  const run = tokens.slice(start, end);
  const percents = tokens.filter((token) => token.kind === 'percent').length;
  // Text between digits (`000-0000`) is not supported.
  const layout = run.every(isPlaceholder) ? readDigitLayout(run, percents) : null;
  if (layout === null) return null;
  return { before: literalsOf(tokens.slice(0, start)), digits: layout, after: literalsOf(tokens.slice(end)) };
}

function literalsOf(tokens: readonly PatternToken[]): PatternLiteral[] {
  return tokens.flatMap((token): PatternLiteral[] => {
    if (token.kind === 'minus' || token.kind === 'percent') return [token.kind];
    return token.kind === 'literal' ? [{ text: token.text }] : [];
  });
}

const DIGIT_RUN = /^([0#?]*(?:,[0#?]+)*)(,*)(?:\.([0#?]*)(,*))?$/;

function readDigitLayout(run: readonly PatternToken[], percents: number): DigitLayout | null {
  const match = DIGIT_RUN.exec(run.map((token) => token.text).join(''));
  if (match === null) return null;
  const [, integer = '', integerCommas = '', fraction = '', fractionCommas = ''] = match;
  const integerPlaces = integer.replaceAll(',', '');
  if (integer.startsWith(',') || integerPlaces + fraction === '') return null;
  if (integerPlaces.length > MAX_DIGITS || fraction.length > MAX_DIGITS) return null;
  const firstZero = integerPlaces.indexOf('0');
  return {
    // In Excel, `#` shows nothing for zero. The cell would look empty, so at least one digit is always shown.
    minIntegerDigits: firstZero === -1 ? 1 : integerPlaces.length - firstZero,
    minFractionDigits: fraction.lastIndexOf('0') + 1,
    maxFractionDigits: fraction.length,
    isGrouped: integer.includes(','),
    power: 2 * percents - 3 * (integerCommas.length + fractionCommas.length),
  };
}

function readDatePattern(tokens: readonly PatternToken[]): ExcelPattern | null {
  const parts: DatePatternPart[] = [];
  for (const [index, token] of tokens.entries()) {
    const part = datePart(token, index, tokens);
    if (part === null) return null;
    if (part !== 'part-of-fraction') parts.push(part);
  }
  return { kind: 'date', parts };
}

function datePart(
  token: PatternToken,
  index: number,
  tokens: readonly PatternToken[],
): DatePatternPart | 'part-of-fraction' | null {
  switch (token.kind) {
    case 'date':
      return dateField(token.text, index, tokens);
    case 'literal':
    case 'comma':
    case 'minus':
      return { kind: 'literal', text: token.text };
    case 'point': {
      const digits = zerosAfter(tokens, index);
      if (digits === 0) return { kind: 'literal', text: '.' };
      return isSecond(tokens[index - 1]) ? { kind: 'fraction', digits } : null;
    }
    case 'digit':
      return token.text === '0' && isFractionDigit(tokens, index) ? 'part-of-fraction' : null;
    case 'percent':
    case 'text-value':
      return null;
  }
}

function zerosAfter(tokens: readonly PatternToken[], index: number): number {
  const rest = tokens.slice(index + 1);
  const end = rest.findIndex((token) => token.kind !== 'digit');
  return end === -1 ? rest.length : end;
}

function isFractionDigit(tokens: readonly PatternToken[], index: number): boolean {
  const before = tokens.slice(0, index).findLast((token) => token.kind !== 'digit');
  return before?.kind === 'point';
}

function isSecond(token: PatternToken | undefined): boolean {
  return token?.kind === 'date' && token.text.startsWith('s');
}

function dateField(text: string, index: number, tokens: readonly PatternToken[]): DatePatternPart | null {
  const field = fieldOf(text, index, tokens);
  return field === null ? null : { kind: 'field', field, minDigits: field === 'year' ? 4 : text.length };
}

function fieldOf(text: string, index: number, tokens: readonly PatternToken[]): DateField | null {
  const size = text.length;
  switch (text.charAt(0)) {
    case 'y':
      return size <= 2 ? 'year-of-century' : 'year';
    case 'd':
      if (size <= 2) return 'day';
      return size === 3 ? 'weekday-short' : 'weekday-long';
    case 'h':
      return size <= 2 ? 'hour' : null;
    case 's':
      return size <= 2 ? 'second' : null;
    case 'm':
      if (size <= 2) return isMinute(index, tokens) ? 'minute' : 'month';
      if (size === 5) return 'month-initial';
      return size === 3 ? 'month-short' : 'month-long';
    default:
      return 'day-period';
  }
}

/** Whether `m` means minutes: directly after an hour or before a second, regardless of separators. */
function isMinute(index: number, tokens: readonly PatternToken[]): boolean {
  const before = tokens.slice(0, index).findLast((token) => token.kind === 'date');
  const after = tokens.slice(index + 1).find((token) => token.kind === 'date');
  return before?.text.startsWith('h') === true || isSecond(after);
}
