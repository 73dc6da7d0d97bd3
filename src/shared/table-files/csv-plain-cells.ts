import { createDateFormat } from '../formats/date-format';
import { isoDate } from '../formats/iso-date';
import { csvValueQuoter, type CsvDialect } from './csv-dialect';
import { endOfDecimal } from './plain-cells';
import { createPlainDays, DAY_LENGTH, endOfMoment, FRACTION_PLACE, SECOND_LENGTH } from './plain-moments';
import type { TableColumn } from './table-column';
import type { TextBuffer } from './text-buffer';

/** Writes the cell from `start` to `end`, exclusive, if it can be told to need no more than that; else gives false. */
type PlainCellWriter = (bytes: Uint8Array, start: number, end: number, out: TextBuffer) => boolean;

const POINT = 0x2e;

/** For cells whose bytes are what CSV has of them, or nearly; the writers of the encoder take care of all others. */
export function plainCellWriter(type: TableColumn['type'], dialect: CsvDialect): PlainCellWriter {
  switch (type) {
    case 'number':
      return plainNumberWriter(dialect);
    case 'date':
      return dialect.dateLocale === null
        ? plainIsoDateWriter()
        : plainDateWriter(dialect, dialect.dateLocale);
    case 'boolean':
      return () => false;
    case 'text':
      return plainTextWriter(dialect);
  }
}

const QUOTE = 0x22;

function plainTextWriter({ delimiter, guardsFormulas }: CsvDialect): PlainCellWriter {
  if (asciiByte(delimiter) === null) return () => false;
  const classes = classesOfBytes(delimiter);
  return (bytes, start, end, out) => {
    const first = bytes[start] ?? 0;
    if (start === end || (guardsFormulas && mayBeginFormula(first))) return false;
    let needsQuotes = first === SPACE || bytes[end - 1] === SPACE;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      // Letters: nearly all there is.
      if (byte > AT_SIGN && byte < BAR) continue;
      const kind = classes[byte];
      if (kind === DIVIDER) needsQuotes = true;
      else if (kind === SIGN && needsQuotes && guardsFormulas) return false;
    }
    if (needsQuotes) {
      // A plain cell has no quotes of its own.
      out.appendByte(QUOTE);
      out.appendBytes(bytes, start, end);
      out.appendByte(QUOTE);
      return true;
    }
    if (mayBeginSpace(first) || mayBeginSpace(bytes[end - 2] ?? 0) || mayBeginSpace(bytes[end - 3] ?? 0)) {
      return false;
    }
    out.appendBytes(bytes, start, end);
    return true;
  };
}

const AT_SIGN = 0x40;
const BAR = 0x7c;
/** What divides cells in some region, and so wants quotes. */
const DIVIDER = 1;
/** What may be the sign of a formula, which matters behind a divider. */
const SIGN = 2;
const SIGNS = '=+-@';
/** First byte of the wide signs, among many others. */
const FIRST_OF_WIDE_SIGNS = 0xef;

function classesOfBytes(delimiter: string): Uint8Array {
  const classes = new Uint8Array(256);
  for (const sign of `,;|${delimiter}`) classes[sign.charCodeAt(0)] = DIVIDER;
  for (const sign of SIGNS) classes[sign.charCodeAt(0)] = SIGN;
  classes[FIRST_OF_WIDE_SIGNS] = SIGN;
  return classes;
}

const FIRST_OF_FORMULAS: ReadonlySet<number> = new Set(
  Array.from(`' ${SIGNS}\x7f`, (sign) => sign.charCodeAt(0)),
);

/** Wide signs, and characters that spreadsheets leave out, begin with certain bytes; letters of most languages do not. */
function mayBeginFormula(byte: number): boolean {
  if (byte < 0x80) return FIRST_OF_FORMULAS.has(byte);
  return !((byte >= 0xc3 && byte <= 0xd7) || (byte >= 0xe4 && byte <= 0xed));
}

const SPACE = 0x20;
/** First bytes of the characters beyond ASCII that count as white space. */
const FIRST_BYTES_OF_SPACES: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

function mayBeginSpace(byte: number): boolean {
  return byte >= 0xc2 && FIRST_BYTES_OF_SPACES.has(byte);
}

function plainIsoDateWriter(): PlainCellWriter {
  return (bytes, start, end, out) => {
    if (endOfMoment(bytes, start, end) === -1) return false;
    out.appendBytes(bytes, start, end);
    return true;
  };
}

function plainNumberWriter({ decimal, delimiter }: CsvDialect): PlainCellWriter {
  const decimalByte = asciiByte(decimal);
  if (decimalByte === null || decimal === delimiter) return () => false;
  return (bytes, start, end, out) => {
    if (endOfDecimal(bytes, start, end) === -1) return false;
    const point = decimalByte === POINT ? -1 : bytes.subarray(start, end).indexOf(POINT);
    if (point === -1) {
      out.appendBytes(bytes, start, end);
    } else {
      out.appendBytes(bytes, start, start + point);
      out.appendByte(decimalByte);
      out.appendBytes(bytes, start + point + 1, end);
    }
    return true;
  };
}

function plainDateWriter({ decimal, delimiter }: CsvDialect, locale: string): PlainCellWriter {
  const decimalByte = asciiByte(decimal);
  if (decimalByte === null || decimal === delimiter) return () => false;
  const { formatDate } = createDateFormat(locale);
  const quote = csvValueQuoter(delimiter);
  const encoder = new TextEncoder();
  /** As they are written; null for a day that needs quotes. */
  const textOfDay = createPlainDays((...day) => {
    const date = isoDate(...day);
    const text = date === null ? null : formatDate(date);
    return text === null || quote(text) !== text ? null : encoder.encode(text);
  });

  return (bytes, start, end, out) => {
    const valueEnd = endOfMoment(bytes, start, end);
    const day = valueEnd === -1 ? null : textOfDay(bytes, start);
    if (day === null) return false;
    out.appendBytes(day, 0, day.length);
    if (valueEnd === start + DAY_LENGTH) return true;
    out.appendByte(SPACE);
    out.appendBytes(bytes, start + DAY_LENGTH + 1, start + SECOND_LENGTH);
    if (valueEnd > start + SECOND_LENGTH) {
      out.appendByte(decimalByte);
      out.appendBytes(bytes, start + FRACTION_PLACE, end);
    }
    return true;
  };
}

/** Null where it is not one character of ASCII. */
function asciiByte(text: string): number | null {
  const code = text.charCodeAt(0);
  return text.length === 1 && code < 0x80 ? code : null;
}
