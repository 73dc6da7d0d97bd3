import type { FileMetaData, SchemaElement } from 'hyparquet';
import { damaged } from './damaged-file';

interface PageSource {
  readonly slice: (start: number, end?: number) => ArrayBuffer | Promise<ArrayBuffer>;
}

type Column = FileMetaData['row_groups'][number]['columns'][number];

/** The number of bytes that suffices for most page headers. Statistics with long texts make some headers longer. */
const HEADER_BYTES = 512;
const MOST_HEADER_BYTES = 16_000_000;

/**
 * Checks that the pages of a column end within it. hyparquet follows their headers, and would read forever if a header placed the next
 * page before its own. It would also return dictionary indexes as values if the dictionary is missing, and would misread levels in an
 * encoding from before 2014. Rejects with a DamagedFileError.
 */
export async function checkPages(
  source: PageSource,
  { meta_data: column }: Column,
  { repetition_type: repetition }: Pick<SchemaElement, 'repetition_type'>,
): Promise<void> {
  if (column === undefined) return;
  const part = column.path_in_schema.join('.');
  // Some programs write 0 if there is no dictionary.
  const start = Number(column.dictionary_page_offset ?? 0) || Number(column.data_page_offset);
  const end = start + Number(column.total_compressed_size);
  let rest = Number(column.num_values);
  let at = start;
  let hasDictionary = false;
  while (rest > 0 && at < end) {
    const header = await pageHeaderAt(source, at, end);
    if (header === null || (header.isData && header.valueCount > rest)) {
      throw damaged({ kind: 'structure', part });
    }
    const isLost = header.isOfDictionary && !hasDictionary;
    if (isLost || (header.hasOldLevels && repetition !== 'REQUIRED'))
      throw damaged({ kind: 'structure', part });
    hasDictionary ||= !header.isData;
    at += header.length + header.size;
    if (at > end) throw damaged({ kind: 'structure', part });
    if (header.isData) rest -= header.valueCount;
  }
  if (rest > 0) throw damaged({ kind: 'value-count', part });
}

interface PageHeader {
  /** The length of the header itself, in bytes. */
  readonly length: number;
  /** The size of the page after the header, in bytes. */
  readonly size: number;
  readonly isData: boolean;
  readonly valueCount: number;
  readonly isOfDictionary: boolean;
  /** Whether the levels, which state which rows have a value, have the old encoding that RLE has replaced. */
  readonly hasOldLevels: boolean;
}

async function pageHeaderAt(source: PageSource, start: number, end: number): Promise<PageHeader | null> {
  for (let length = HEADER_BYTES; length <= MOST_HEADER_BYTES; length *= 8) {
    const last = Math.min(end, start + length);
    const header = readHeader(new DataView(await source.slice(start, last)));
    if (header !== 'cut-off') return header;
    if (last === end) return null;
  }
  return null;
}

/** The ids of the members in the format's structure `PageHeader` and in its nested structures. */
const UNPACKED_SIZE = 2;
const SIZE = 3;
const DATA_PAGE = 5;
const DICTIONARY_PAGE = 7;
const DATA_PAGE_V2 = 8;
const VALUE_COUNT = 1;
const NULL_COUNT = 2;
const ROW_COUNT = 3;
const DEFINITIONS_SIZE = 5;
const REPETITIONS_SIZE = 6;

const PLAIN_ENCODING = 2;
const LEVEL_ENCODING = 3;
const ENCODING_V2 = 4;

/** The ids of encodings in the format. */
const PLAIN_DICTIONARY = 2;
const BIT_PACKED = 4;
const RLE_DICTIONARY = 8;

/** The most bytes that a page may have, before or after decompression. */
const MOST_PAGE_BYTES = 1_000_000_000;

function readHeader(view: DataView): PageHeader | null | 'cut-off' {
  try {
    const reader = { view, at: 0 };
    const header = readStruct(reader, 0);
    const count = (members: Value | undefined, id: number, most: number): number | null => {
      const value = members instanceof Map ? members.get(id) : null;
      return typeof value === 'number' && value >= 0 && value <= most ? value : null;
    };
    const size = count(header, SIZE, MOST_PAGE_BYTES);
    if (size === null || count(header, UNPACKED_SIZE, MOST_PAGE_BYTES) === null) return null;
    const [plain, second] = [header.get(DATA_PAGE), header.get(DATA_PAGE_V2)];
    const page = plain ?? second ?? header.get(DICTIONARY_PAGE);
    const valueCount = page === undefined ? 0 : count(page, VALUE_COUNT, Infinity);
    if (valueCount === null) return null;
    if (second !== undefined) {
      const counts = [NULL_COUNT, ROW_COUNT].map((id) => count(second, id, valueCount));
      const sizes = [DEFINITIONS_SIZE, REPETITIONS_SIZE].map((id) => count(second, id, size));
      if ([...counts, ...sizes].includes(null)) return null;
    }
    const encoding = memberOf(plain, PLAIN_ENCODING) ?? memberOf(second, ENCODING_V2);
    return {
      length: reader.at,
      size,
      isData: (plain ?? second) !== undefined,
      valueCount,
      isOfDictionary: encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY,
      hasOldLevels: memberOf(plain, LEVEL_ENCODING) === BIT_PACKED,
    };
  } catch (error) {
    if (error instanceof RangeError) return 'cut-off';
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function memberOf(members: Value | undefined, id: number): Value | undefined {
  return members instanceof Map ? members.get(id) : undefined;
}

interface Reader {
  readonly view: DataView;
  at: number;
}

type Value = number | Struct | null;
type Struct = Map<number, Value>;

const MOST_DEPTH = 8;

/** Reads a structure in Thrift's compact protocol. Throws a RangeError if the bytes end early, a SyntaxError if they are invalid. */
function readStruct(reader: Reader, depth: number): Struct {
  if (depth > MOST_DEPTH) throw new SyntaxError('Too deep');
  const members: Struct = new Map();
  let id = 0;
  for (;;) {
    const head = readByte(reader);
    const type = head & 15;
    if (type === 0) return members;
    id = head >> 4 === 0 ? readInteger(reader) : id + (head >> 4);
    members.set(id, readValue(reader, type, depth));
  }
}

function readValue(reader: Reader, type: number, depth: number): Value {
  switch (type) {
    case 1: // true
    case 2: // false
      return null;
    case 3: // a byte
      return readByte(reader);
    case 4: // integers of 16, 32 and 64 bits
    case 5:
    case 6:
      return readInteger(reader);
    case 7: // a double
      return skip(reader, 8);
    case 8: // bytes
      return skip(reader, readVarint(reader));
    case 9: // a list
    case 10: {
      const head = readByte(reader);
      const count = head >> 4 === 15 ? readVarint(reader) : head >> 4;
      const isOfBooleans = (head & 15) === 1 || (head & 15) === 2;
      for (let index = 0; index < count; index += 1) {
        if (isOfBooleans) skip(reader, 1);
        else readValue(reader, head & 15, depth + 1);
      }
      return null;
    }
    case 12:
      return readStruct(reader, depth + 1);
    default:
      throw new SyntaxError('No such type');
  }
}

function readByte(reader: Reader): number {
  const byte = reader.view.getUint8(reader.at);
  reader.at += 1;
  return byte;
}

function skip(reader: Reader, byteCount: number): null {
  if (reader.at + byteCount > reader.view.byteLength) throw new RangeError('The bytes end before');
  reader.at += byteCount;
  return null;
}

/** Reads an unsigned number. Multiplies instead of using bit operators, which would cut 64 bits to 32. */
function readVarint(reader: Reader): number {
  let value = 0;
  for (let factor = 1; factor < 2 ** 70; factor *= 128) {
    const byte = readByte(reader);
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
  throw new SyntaxError('Too long');
}

function readInteger(reader: Reader): number {
  const value = readVarint(reader);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
