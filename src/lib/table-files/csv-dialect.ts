import { numberSymbols } from '../formats/number-symbols';

export interface CsvDialect {
  readonly delimiter: string;
  readonly decimal: string;
  readonly rowEnd: '\r\n' | '\n';
  readonly hasByteOrderMark: boolean;
  /** The locale of short dates; null for ISO 8601. */
  readonly dateLocale: string | null;
  readonly booleans: { readonly true: string; readonly false: string };
  /** Whether texts that a spreadsheet could evaluate as formulas are prefixed with an apostrophe. */
  readonly guardsFormulas: boolean;
}

/** The version of the formula guard, which readers have to know. */
export const GUARD_VERSION = 3 as const;

/** The locale-independent dialect for programs. */
export const MACHINE_CSV: CsvDialect = {
  delimiter: ',',
  decimal: '.',
  rowEnd: '\n',
  hasByteOrderMark: false,
  dateLocale: null,
  booleans: { true: 'true', false: 'false' },
  guardsFormulas: false,
};

/** The dialect for programs, safe for people who open the file in a spreadsheet. */
export const GUARDED_CSV: CsvDialect = { ...MACHINE_CSV, guardsFormulas: true };

/** Returns Excel's dialect in a region. Booleans are 1 and 0: it knows the words in its own language only. */
export function excelCsv(
  region: string,
  choices: { readonly delimiter?: string | null; readonly hasIsoDates?: boolean } = {},
): CsvDialect {
  const decimal = numberSymbols(region).decimal === ',' ? ',' : '.';
  return {
    // By the decimal sign, because CLDR's list separator is a semicolon even in English.
    delimiter: choices.delimiter ?? (decimal === ',' ? ';' : ','),
    decimal,
    rowEnd: '\r\n',
    // Without it, Excel assumes the system's code page.
    hasByteOrderMark: true,
    dateLocale: choices.hasIsoDates === true ? null : region,
    booleans: { true: '1', false: '0' },
    guardsFormulas: true,
  };
}

/** A text is quoted if it contains any separator that a spreadsheet may assume, not only the delimiter. */
const SPECIAL = /[",;|\t\r\n]|^\s|\s$/;

/** Returns a function that quotes a text if RFC 4180, or a spreadsheet of another region, requires it. */
export function csvTextQuoter(delimiter: string): (text: string) => string {
  return (text) => (SPECIAL.test(text) || text.includes(delimiter) ? csvQuoted(text) : text);
}

/** Returns a function that quotes a number, date or boolean if it contains the delimiter. */
export function csvValueQuoter(delimiter: string): (text: string) => string {
  return (text) => (text.includes(delimiter) ? csvQuoted(text) : text);
}

/** Quotes a text for the clipboard, where only tabs separate cells. */
export function tsvQuoted(text: string): string {
  return /["\t\r\n]/.test(text) ? csvQuoted(text) : text;
}

/** Quotes a text, and doubles its quotes. */
export function csvQuoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
