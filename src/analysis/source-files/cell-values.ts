import type { PriceField } from '@/contract/column';
import { readDecimal, significantFractionDigits, splitDecimal } from '@/lib/formats/decimal';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { isoText, readIsoDateTime } from '@/lib/formats/iso-date';
import { parseDate } from '@/lib/formats/parse-date';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import { isoOfExported } from '@/lib/table-files/csv-reader';
import { unguardFormulas } from '@/lib/table-files/formula-guard';
import type { TableCell } from '@/lib/table-files/table-column';
import { numberFormat } from '@/lib/table-files/xlsx-number-formats';
import { MAX_DIGITS } from '../engine/decimal-units';
import type { FileCell, FileNotation } from './file-outline';

/** The cells of one row in the columns that are read, in the order of these columns. Null is a missing value. */
export type CellRow = readonly (FileCell | null)[];

/** Returns a cell of a file whose format stores types, such as Parquet. */
export function valueCell(value: TableCell): FileCell | null {
  return value === null ? null : plainCell('value', String(value));
}

/** Returns a cell whose text is also what it shows. */
export function plainCell(kind: 'written' | 'value', text: string): FileCell {
  return { kind, text, shown: text, shownAs: 'number' };
}

export type ReadField = Pick<PriceField, 'name' | 'type' | 'sqlType' | 'scale' | 'formatting'>;

/** Returns a function that converts a text to the service's notation. A text that does not fit the field stays unchanged. */
function writtenReader(field: ReadField, notation: FileNotation): (text: string) => string | null {
  const unguarded = notation.guardsFormulas ? unguardFormulas : (text: string) => text;
  switch (field.type) {
    case 'text':
      return unguarded;
    case 'number': {
      const isPercent = isOfPercents(field);
      return (text) => numberOf(text, notation, isPercent) ?? blankOr(unguarded(text));
    }
    case 'date': {
      const spell = momentSpeller(field);
      return remembering((text) => spell(isoOf(text, notation.dateLocale) ?? '') ?? blankOr(unguarded(text)));
    }
    case 'boolean':
      return (text) => TRUTHS.get(text.trim().toLowerCase()) ?? blankOr(unguarded(text));
  }
}

/** Returns a function that converts a cell to the text of its value, in the service's notation. */
export function cellReader(field: ReadField, notation: FileNotation): (cell: FileCell) => string | null {
  const readWritten = writtenReader(field, notation);
  const readValue = valueReader(field);
  return (cell) => (cell.kind === 'written' ? readWritten(cell.text) : readValue(cell));
}

function valueReader(field: ReadField): (cell: FileCell) => string {
  switch (field.type) {
    case 'text':
      return ({ shown }) => shown;
    case 'number': {
      // Excel turns the text `1.12` into a day, so the stored number is not what the user wrote, but the shown text is. For 12.5 %, Excel
      // stores 0.125. Only columns of percentages store such a number; others store 12.5.
      const isOther = { number: false, time: true, percent: !isOfPercents(field) };
      return ({ text, shown, shownAs }) => (isOther[shownAs] ? shown : text);
    }
    case 'date': {
      const spell = momentSpeller(field);
      // A number is a day only if Excel shows it as a day. Otherwise, 2026 would be a day in 1905.
      return ({ shown }) => spell(shown) ?? shown;
    }
    case 'boolean':
      return ({ kind, shown }) => (kind === 'number' ? (TRUTHS.get(shown) ?? shown) : shown);
  }
}

/** The maximum size of the cache. Price lists rarely contain more different days. */
const MOST_KNOWN = 20_000;

/** Returns a function that caches its results, because dates recur and reading one is slow. */
function remembering(read: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, value);
    return value;
  };
}

/** Returns null for a blank text: in a column of another type than text, a blank cell has no value. */
function blankOr(text: string): string | null {
  return text.trim() === '' ? null : text;
}

const PLAIN = { '.': /^-?\d+(?:\.\d+)?$/, ',': /^-?\d+(?:,\d+)?$/ } as const;
/** For each decimal sign, a locale with this sign. Spaces and apostrophes group digits in both locales. */
const LOCALES = { '.': 'en', ',': 'de' } as const;

/** Whether a cell fits a notation. If not, its text stays unchanged, but may still be a number: 3.70 in a column with 12,50. */
export function isInNotation({ kind, text }: FileCell, field: ReadField, notation: FileNotation): boolean {
  if (field.type !== 'number' || kind !== 'written') return true;
  return numberOf(text, notation, isOfPercents(field)) !== null;
}

/** Whether the field stores 0.125 for 12.5 %. Its number format decides, because exported workbooks use this format. */
function isOfPercents({ formatting }: ReadField): boolean {
  return numberFormat(0, formatting).kind === 'percent';
}

function numberOf(text: string, { decimal }: FileNotation, isPercent: boolean): string | null {
  const trimmed = text.trim();
  if (PLAIN[decimal].test(trimmed)) {
    return readDecimal(decimal === '.' ? trimmed : trimmed.replace(',', '.'));
  }
  const parsed = parseDecimal(trimmed, { locale: LOCALES[decimal], acceptsExponent: true, isPercent });
  return parsed.ok ? parsed.value : null;
}

/** Returns the text as an ISO date; null if it is not a date. */
function isoOf(text: string, locale: string | null): string | null {
  const trimmed = text.trim();
  if (readIsoDateTime(trimmed) !== null) return trimmed;
  if (locale === null) return null;
  // Files that this console exports for Excel write times in the same way in every locale.
  const exported = isoOfExported(trimmed, locale);
  if (readIsoDateTime(exported) !== null) return exported;
  const parsed = parseDate(trimmed, { locale });
  return parsed.ok ? parsed.value : null;
}

/** Returns a function that writes an ISO date with the digits that the field stores, dropping only zeros; null for other texts. */
function momentSpeller({ sqlType, scale }: ReadField): (iso: string) => string | null {
  const isDate = sqlType.trim().toLowerCase() === 'date';
  const digits = isDate ? 0 : (scale ?? 0);
  return (iso) => {
    const moment = readIsoDateTime(iso);
    if (moment === null) return null;
    const fraction = moment.fraction.replace(/0+$/, '').padEnd(digits, '0');
    const isMidnight = fraction === '' && moment.hour + moment.minute + moment.second === '000000';
    const hasTime = !(isDate && isMidnight && moment.offset === '');
    return isoText({ ...moment, fraction, hasTime });
  };
}

/** The words for true and false: those in files of this console, and those of Excel in the languages of Europe. */
const TRUTHS: ReadonlyMap<string, 'true' | 'false'> = new Map([
  ...[
    '1',
    'true',
    'wahr',
    'vrai',
    'verdadero',
    'vero',
    'waar',
    'verdadeiro',
    'sand',
    'sant',
    'sann',
    'tosi',
  ].map((word) => [word, 'true'] as const),
  ...[
    'prawda',
    'pravda',
    'igaz',
    'adevărat',
    'истина',
    'αληθησ',
    'doğru',
    'tõene',
    'tiesa',
    'patiess',
    'istina',
  ].map((word) => [word, 'true'] as const),
  ...['0', 'false', 'falsch', 'faux', 'falso', 'onwaar', 'falsk', 'usann', 'falskt', 'epätosi', 'fałsz'].map(
    (word) => [word, 'false'] as const,
  ),
  ...[
    'nepravda',
    'hamis',
    'fals',
    'ложь',
    'ψευδησ',
    'yanlış',
    'väär',
    'netiesa',
    'aplams',
    'laž',
    'neistina',
  ].map((word) => [word, 'false'] as const),
]);

/** Whether the engine can store a value in the field's column. If not, the value is stored as text, separately. */
export function fitsField({ type, scale }: ReadField, value: string): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'number': {
      const decimal = isDecimal(value) ? value : readDecimal(value);
      if (decimal === null) return false;
      const places = scale ?? MAX_DIGITS;
      const { integer } = splitDecimal(decimal);
      return significantFractionDigits(decimal) <= places && integer.length + (scale ?? 0) <= MAX_DIGITS;
    }
    case 'date': {
      const moment = readIsoDateTime(value);
      return moment !== null && (moment.offset === '' || moment.offset === 'Z');
    }
    case 'boolean':
      return value === 'true' || value === 'false';
  }
}
