import type { FileMetaData, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { damaged } from './damaged-file';
import { createMomentTexts, MOMENT_BYTES, type MomentForm } from './moment-texts';
import { usualMomentLength } from './parquet-kinds';
import type { ReadParquetColumn } from './parquet-reader';

export type Codec = NonNullable<FileMetaData['row_groups'][number]['columns'][number]['meta_data']>['codec'];

/** The number of 32-bit words of a decimal number. The least significant word comes first. */
export const NUMBER_WORDS = 4;
export const MOMENT_WORDS = 2;

/** The values of a page or a dictionary, in the form in which they are gathered. */
export interface Values {
  readonly count: number;
  /** The words of the numbers or date-times. */
  readonly words: Uint32Array;
  /** The bytes of the texts. Text n consists of the bytes from `starts[n]` to `ends[n]`. */
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Reads the values of a page without a dictionary. */
export type ReadValues = (bytes: Uint8Array, count: number) => Values;

export interface Page {
  /** The number of rows, including rows without a value. */
  readonly count: number;
  /** States for each row whether it has a value. Null if all rows have one. */
  readonly levels: Uint8Array | null;
  readonly values: Values;
  /** The dictionary index of each value. Null if there is no dictionary. */
  readonly indexes: Int32Array | null;
}

/** Yields the pages of a column in a row group. `readValues` reads pages without a dictionary. Throws a DamagedFileError. */
export function* pagesOf(bytes: Uint8Array, codec: Codec, readValues: ReadValues): Generator<Page, void> {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  let dictionary: Values | null = null;
  while (reader.offset < bytes.length) {
    const header = parquetHeader(reader);
    const end = reader.offset + header.compressed_page_size;
    if (end > bytes.length) throw damaged({ kind: 'structure', part: '' });
    const body = bytes.subarray(reader.offset, end);
    reader.offset = end;
    const size = header.uncompressed_page_size;
    if (header.dictionary_page_header !== undefined) {
      dictionary = readValues(unpacked(body, size, codec), header.dictionary_page_header.num_values);
      continue;
    }
    const data = header.data_page_header_v2;
    if (data === undefined) throw damaged({ kind: 'structure', part: '' });
    const { num_values: count, num_nulls: nullCount, definition_levels_byte_length: levelBytes } = data;
    const levels = nullCount === 0 ? null : new Uint8Array(count);
    if (levels !== null) readRuns(body.subarray(0, levelBytes), 1, levels, levelBytes);
    const packed = body.subarray(levelBytes);
    const page = data.is_compressed === false ? packed : unpacked(packed, size - levelBytes, codec);
    const valueCount = count - nullCount;
    if (data.encoding === 'RLE') {
      const truths = new Uint32Array(valueCount);
      readRuns(page, 1, truths);
      yield { count, levels, values: { ...NO_VALUES, count: valueCount, words: truths }, indexes: null };
    } else if (data.encoding === 'PLAIN') {
      yield { count, levels, values: readValues(page, valueCount), indexes: null };
    } else if (data.encoding === 'RLE_DICTIONARY' && dictionary !== null) {
      const indexes = new Int32Array(valueCount);
      readRuns(page.subarray(1), page[0] ?? 0, indexes, page.length - 1);
      yield { count, levels, values: dictionary, indexes };
    } else {
      throw damaged({ kind: 'structure', part: '' });
    }
  }
}

function unpacked(bytes: Uint8Array, size: number, codec: Codec): Uint8Array {
  return decompressPage(bytes, size, codec, undefined);
}

/** Reads values in the run-length encoding. If `length` is undefined, the length is stored before the runs. */
function readRuns(
  bytes: Uint8Array,
  width: number,
  output: Uint8Array | Uint32Array | Int32Array,
  length?: number,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  readRleBitPackedHybrid({ view, offset: 0 }, width, output, length);
}

const NO_VALUES: Values = {
  count: 0,
  words: new Uint32Array(0),
  bytes: new Uint8Array(0),
  starts: new Int32Array(0),
  ends: new Int32Array(0),
};

/** Reads booleans stored as one bit each. Booleans in other encodings are runs. */
export function readTruths(bytes: Uint8Array, count: number): Values {
  const words = Uint32Array.from(
    { length: count },
    (_, index) => ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1,
  );
  return { ...NO_VALUES, count, words };
}

/** Reads texts without a dictionary. Each text follows its length. */
export function readTexts(bytes: Uint8Array, count: number): Values {
  const [starts, ends] = [new Int32Array(count), new Int32Array(count)];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const length =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    starts[index] = at + 4;
    at += 4 + length;
    if (length < 0 || at > bytes.length) throw damaged({ kind: 'structure', part: '' });
    ends[index] = at;
  }
  return { ...NO_VALUES, count, bytes, starts, ends };
}

/** Returns a reader for pages of numbers. Null if the element is not a number with this many decimal places. */
export function unitsReader(
  { type, type_length: length, logical_type: logical, converted_type: converted, ...element }: SchemaElement,
  scale: number,
): ReadValues | null {
  const isDecimal = converted === 'DECIMAL' || logical?.type === 'DECIMAL';
  const isPlain = logical === undefined && converted === undefined;
  if (!isDecimal && !isPlain) return null;
  const places = logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0);
  if ((isDecimal ? places : 0) !== scale) return null;
  if (type === 'INT32') return readShortUnits;
  if (type === 'INT64') return readLongUnits;
  return type === 'FIXED_LEN_BYTE_ARRAY' && length === 16 && isDecimal ? readWideUnits : null;
}

function readShortUnits(bytes: Uint8Array, count: number): Values {
  const source = words32(bytes, count);
  const words = new Uint32Array(count * NUMBER_WORDS);
  for (let index = 0; index < count; index += 1) {
    const low = source[index] ?? 0;
    words[index * NUMBER_WORDS] = low;
    words.fill(low >> 31, index * NUMBER_WORDS + 1, (index + 1) * NUMBER_WORDS);
  }
  return { ...NO_VALUES, count, words };
}

function readLongUnits(bytes: Uint8Array, count: number): Values {
  const source = words32(bytes, count * 2);
  const words = new Uint32Array(count * NUMBER_WORDS);
  for (let index = 0; index < count; index += 1) {
    const high = source[index * 2 + 1] ?? 0;
    const to = index * NUMBER_WORDS;
    words[to] = source[index * 2] ?? 0;
    words[to + 1] = high;
    words[to + 2] = high >> 31;
    words[to + 3] = high >> 31;
  }
  return { ...NO_VALUES, count, words };
}

/** Reads numbers of sixteen bytes, whose most significant byte comes first. */
function readWideUnits(bytes: Uint8Array, count: number): Values {
  if (count * 16 > bytes.length) throw damaged({ kind: 'structure', part: '' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new Uint32Array(count * NUMBER_WORDS);
  for (let index = 0; index < words.length; index += 1) {
    const [value, word] = [Math.floor(index / NUMBER_WORDS), index % NUMBER_WORDS];
    words[index] = view.getUint32(value * 16 + (NUMBER_WORDS - 1 - word) * 4);
  }
  return { ...NO_VALUES, count, words };
}

/** Returns the bytes as signed words, in a new buffer if the bytes are not aligned. */
function words32(bytes: Uint8Array, count: number): Int32Array {
  if (count * 4 > bytes.length) throw damaged({ kind: 'structure', part: '' });
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, count);
}

/** Returns a reader for pages of days or date-times. Null if the element is neither. */
export function momentsReader(element: SchemaElement, column: ReadParquetColumn): ReadValues | null {
  const { type, logical_type: logical } = element;
  const moments = createMomentTexts();
  if (type === 'INT32' && logical?.type === 'DATE') {
    return (bytes, count) => {
      const days = words32(bytes, count);
      return momentValues(count, (index, texts, at, words) =>
        moments.writeDay(days[index] ?? 0, texts, at, words, index * MOMENT_WORDS),
      );
    };
  }
  if (type !== 'INT64' || logical?.type !== 'TIMESTAMP' || logical.unit === 'MILLIS') return null;
  const { sqlType, scale = null } = column;
  const form: MomentForm = {
    digits: logical.unit === 'NANOS' ? 9 : 6,
    length: sqlType === undefined ? MOMENT_BYTES : usualMomentLength({ sqlType, scale }),
  };
  return (bytes, count) => {
    const source = words32(bytes, count * 2);
    return momentValues(count, (index, texts, at, words) =>
      moments.writeMoment(
        (source[index * 2] ?? 0) >>> 0,
        (source[index * 2 + 1] ?? 0) >>> 0,
        form,
        texts,
        at,
        words,
        index * MOMENT_WORDS,
      ),
    );
  };
}

function momentValues(
  count: number,
  write: (index: number, bytes: Uint8Array, at: number, words: Uint32Array) => number,
): Values {
  const [starts, ends] = [new Int32Array(count), new Int32Array(count)];
  const bytes = new Uint8Array(count * MOMENT_BYTES);
  const words = new Uint32Array(count * MOMENT_WORDS);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    starts[index] = at;
    at = write(index, bytes, at, words);
    ends[index] = at;
  }
  return { ...NO_VALUES, count, words, bytes, starts, ends };
}
