import { numberSymbols } from '../formats/number-symbols';

export interface CsvDialect {
  readonly delimiter: string;
  readonly decimal: string;
  readonly rowEnd: '\r\n' | '\n';
  readonly hasByteOrderMark: boolean;
  /** The locale of short dates. Null if dates are in ISO 8601. */
  readonly dateLocale: string | null;
  readonly booleans: { readonly true: string; readonly false: string };
  /** Whether texts that a spreadsheet could evaluate as formulas get an apostrophe in front. */
  readonly guardsFormulas: boolean;
}

/** The version of the formula guard. A reader must know it to remove the guard. */
export const GUARD_VERSION = 3 as const;

/** The CSV dialect for programs, which does not depend on a locale. */
export const MACHINE_CSV: CsvDialect = {
  delimiter: ',',
  decimal: '.',
  rowEnd: '\n',
  hasByteOrderMark: false,
  dateLocale: null,
  booleans: { true: 'true', false: 'false' },
  guardsFormulas: false,
};

/** The CSV dialect for programs, with a formula guard for users who open the file in a spreadsheet. */
export const GUARDED_CSV: CsvDialect = { ...MACHINE_CSV, guardsFormulas: true };

/** Returns the CSV dialect of Excel in a region. Booleans are 1 and 0, because Excel reads TRUE and FALSE only in its own language. */
export function excelCsv(
  region: string,
  choices: { readonly delimiter?: string | null; readonly hasIsoDates?: boolean } = {},
): CsvDialect {
  const decimal = numberSymbols(region).decimal === ',' ? ',' : '.';
  return {
    // The decimal sign determines the delimiter, because CLDR's list separator is a semicolon even in English.
    delimiter: choices.delimiter ?? (decimal === ',' ? ';' : ','),
    decimal,
    rowEnd: '\r\n',
    // Without a byte order mark, Excel assumes the system's code page.
    hasByteOrderMark: true,
    dateLocale: choices.hasIsoDates === true ? null : region,
    booleans: { true: '1', false: '0' },
    guardsFormulas: true,
  };
}

/** Matches a text that contains any separator that a spreadsheet may assume, not only the delimiter. Such a text is quoted. */
const SPECIAL = /[",;|\t\r\n]|^\s|\s$/;

/** Returns a function that quotes a text if RFC 4180 requires it or a spreadsheet in another region would split the text. */
export function csvTextQuoter(delimiter: string): (text: string) => string {
  return (text) => (SPECIAL.test(text) || text.includes(delimiter) ? csvQuoted(text) : text);
}

/** Returns a function that quotes a number, date or boolean if it contains the delimiter. */
export function csvValueQuoter(delimiter: string): (text: string) => string {
  return (text) => (text.includes(delimiter) ? csvQuoted(text) : text);
}

/** Quotes a text for the clipboard, in which only tabs separate cells. */
export function tsvQuoted(text: string): string {
  return /["\t\r\n]/.test(text) ? csvQuoted(text) : text;
}

/** Puts quotes around a text and doubles the quotes in it. */
export function csvQuoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
