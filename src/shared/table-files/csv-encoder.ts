import { createDateFormat } from '../formats/date-format';
import { hasTimeOfDay, readIsoDateTime } from '../formats/iso-date';
import { numberSymbols } from '../formats/number-symbols';
import type { ByteSink } from './byte-sink';
import type { TableCell, TableColumn } from './table-column';
import { TextBuffer } from './text-buffer';
import { NO_NOTES, type EncodingNotes, type TableEncoder } from './table-encoder';

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

/** Also what begins with apostrophes before such a sign, or taking the guard away again would not be unique. */
const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;

/** Writes CSV as RFC 4180 has it. Null is nothing; an empty text is a pair of quotes. Every stored digit is kept. */
export function createCsvEncoder(
  columns: readonly TableColumn[],
  dialect: CsvDialect,
  sink: ByteSink,
): TableEncoder {
  const out = new TextBuffer();
  let notes: EncodingNotes = NO_NOTES;
  const quote = quoter(dialect.delimiter);
  const writers = columns.map(cellWriter);
  const header = columns.map(({ name }) => quote(guarded(name))).join(dialect.delimiter) + dialect.rowEnd;
  out.append((dialect.hasByteOrderMark ? '\uFEFF' : '') + header);
  sink.write(out.take());
  notes = NO_NOTES;

  function guarded(text: string): string {
    if (!dialect.guardsFormulas || !LOOKS_LIKE_FORMULA.test(text)) return text;
    notes = { ...notes, guardedTexts: notes.guardedTexts + 1 };
    return `'${text}`;
  }

  function textCell(text: string): string {
    return text === '' ? '""' : quote(guarded(text));
  }

  function cellWriter({ type }: TableColumn): (cell: Exclude<TableCell, null>) => string {
    switch (type) {
      case 'number':
        return (cell) => (typeof cell === 'string' ? numberCell(cell) : String(cell));
      case 'date':
        return (cell) => (typeof cell === 'string' ? dateCell(cell) : String(cell));
      case 'boolean':
        return (cell) => (typeof cell === 'string' ? textCell(cell) : dialect.booleans[`${cell}`]);
      case 'text':
        return (cell) => textCell(String(cell));
    }
  }

  function numberCell(text: string): string {
    // What is no number after all must not slip past the guard.
    if (!NUMBER.test(text)) return textCell(text);
    if (dialect.decimal === '.') return text;
    const local = text.replace('.', dialect.decimal);
    return dialect.decimal === dialect.delimiter ? quote(local) : local;
  }

  function dateCell(text: string): string {
    if (dialect.dateLocale === null) return quote(text);
    const moment = readIsoDateTime(text);
    if (moment === null) return textCell(text);
    const day = createDateFormat(dialect.dateLocale).formatDate(moment);
    if (!hasTimeOfDay(moment) && moment.offset === '') return quote(day);
    const fraction = /[1-9]/.test(moment.fraction) ? dialect.decimal + moment.fraction : '';
    return quote(`${day} ${moment.hour}:${moment.minute}:${moment.second}${fraction}${moment.offset}`);
  }

  return {
    add: (rows) => {
      for (const row of rows) {
        for (let index = 0; index < writers.length; index += 1) {
          if (index > 0) out.append(dialect.delimiter);
          const cell = row[index] ?? null;
          if (cell !== null) out.append(writers[index]?.(cell) ?? '');
        }
        out.append(dialect.rowEnd);
      }
      sink.write(out.take());
    },
    notes: () => notes,
  };
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function quoter(delimiter: string): (text: string) => string {
  const special = new RegExp(`["\r\n${delimiter === '\t' ? '\\t' : delimiter}]|^\\s|\\s$`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}
