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

/** Puts a text in quotes where it needs them (RFC 4180). */
export function csvQuoter(delimiter: string): (text: string) => string {
  const special = new RegExp(`["\r\n${delimiter === '\t' ? '\\t' : delimiter}]|^\\s|\\s$`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}
