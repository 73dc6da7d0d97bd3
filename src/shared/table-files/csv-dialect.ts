import { numberSymbols } from '../formats/number-symbols';

/** How a CSV file is written. */
export interface CsvDialect {
  readonly delimiter: string;
  readonly decimal: string;
  readonly rowEnd: '\r\n' | '\n';
  readonly hasByteOrderMark: boolean;
  /** The locale whose short date is written; null: ISO 8601. */
  readonly dateLocale: string | null;
  readonly booleans: { readonly true: string; readonly false: string };
  /** Whether texts that a spreadsheet could take for formulas get an apostrophe. */
  readonly guardsFormulas: boolean;
}

/** Of the guard against formulas that the encoder writes, for whoever reads the file back. */
export const GUARD_VERSION = 2 as const;

/** For programs: nothing depends on a locale. */
export const MACHINE_CSV: CsvDialect = {
  delimiter: ',',
  decimal: '.',
  rowEnd: '\n',
  hasByteOrderMark: false,
  dateLocale: null,
  booleans: { true: 'true', false: 'false' },
  guardsFormulas: false,
};

/**
 * For Excel in a region. The delimiter follows the decimal sign, not the list separator of the locale data, which is a
 * semicolon even for English. True and false are 1 and 0: Excel knows the words only in its own language.
 */
export function excelCsv(
  region: string,
  choices: { readonly delimiter?: string | null; readonly hasIsoDates?: boolean } = {},
): CsvDialect {
  const decimal = numberSymbols(region).decimal === ',' ? ',' : '.';
  return {
    delimiter: choices.delimiter ?? (decimal === ',' ? ';' : ','),
    decimal,
    rowEnd: '\r\n',
    // Without it Excel reads the file in the code page of the computer.
    hasByteOrderMark: true,
    dateLocale: choices.hasIsoDates === true ? null : region,
    booleans: { true: '1', false: '0' },
    guardsFormulas: true,
  };
}

/** Whatever separator a spreadsheet reads the file with, a text that holds it is in quotes. */
const SPECIAL = /[",;|\t\r\n]|^\s|\s$/;

/** Returns what puts a text in quotes where it needs them (RFC 4180), or may need them in another region. */
export function csvTextQuoter(delimiter: string): (text: string) => string {
  return (text) => (SPECIAL.test(text) || text.includes(delimiter) ? csvQuoted(text) : text);
}

/** Returns what puts a number, date or true/false in quotes: only those that hold the delimiter. */
export function csvValueQuoter(delimiter: string): (text: string) => string {
  return (text) => (text.includes(delimiter) ? csvQuoted(text) : text);
}

/** Puts a text for the clipboard in quotes where spreadsheets want them: tabs alone divide its cells. */
export function tsvQuoted(text: string): string {
  return /["\t\r\n]/.test(text) ? csvQuoted(text) : text;
}

/** The text in quotes. */
export function csvQuoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
