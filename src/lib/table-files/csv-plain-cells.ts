import { createDateFormat } from '../formats/date-format';
import { isoDate } from '../formats/iso-date';
import { csvValueQuoter, type CsvDialect } from './csv-dialect';
import { endOfDecimal } from '../base/decimal-grammar';
import { createPlainDays, DAY_LENGTH, endOfMoment, FRACTION_PLACE, SECOND_LENGTH } from './plain-moments';
import type { TableColumn } from './table-column';
import type { TextBuffer } from './text-buffer';

/** Writes the cell with the bytes from `start` to `end`, exclusive. Returns false if the cell needs the general writer. */
type PlainCellWriter = (bytes: Uint8Array, start: number, end: number, out: TextBuffer) => boolean;

const POINT = 0x2e;

/** Creates a fast path for cells whose bytes are nearly their CSV text. The encoder's general writers handle other cells. */
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
  const dividers = dividersOf(delimiter);
  return (bytes, start, end, out) => {
    const first = bytes[start] ?? 0;
    if (start === end || (guardsFormulas && mayBeginFormula(first))) return false;
    let needsQuotes = first === SPACE || bytes[end - 1] === SPACE;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      // A fast path, because most characters are letters.
      if (byte > AT_SIGN && byte < BAR) continue;
      if (dividers[byte] === 1) needsQuotes = true;
    }
    if (needsQuotes) {
      // A plain cell contains no quotes that would need to be doubled.
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

/** Returns 1 for each byte that separates cells in some region. A text that contains one needs quotes. */
function dividersOf(delimiter: string): Uint8Array {
  const dividers = new Uint8Array(256);
  for (const sign of `,;|${delimiter}`) dividers[sign.charCodeAt(0)] = 1;
  return dividers;
}

const FIRST_OF_FORMULAS: ReadonlySet<number> = new Set(
  Array.from("' =+-@\x7f", (sign) => sign.charCodeAt(0)),
);

/** Whether a character with this first byte may be a full-width sign or a character that spreadsheets skip. */
function mayBeginFormula(byte: number): boolean {
  if (byte < 0x80) return FIRST_OF_FORMULAS.has(byte);
  return !((byte >= 0xc3 && byte <= 0xd7) || (byte >= 0xe4 && byte <= 0xed));
}

const SPACE = 0x20;
/** The first bytes of white space characters outside ASCII. */
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
  /** Returns the encoded text of a day, or null if it needs quotes. */
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

function asciiByte(text: string): number | null {
  const code = text.charCodeAt(0);
  return text.length === 1 && code < 0x80 ? code : null;
}
