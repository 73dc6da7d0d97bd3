import { parquetMetadataAsync, parquetReadObjects, type Compressors, type FileMetaData } from 'hyparquet';
import { decimalOfDigits, readDecimal } from '../formats/decimal';
import { ownMember } from '../base/own-member';
import { damaged } from './damaged-file';
import { checkPages } from './parquet-pages';
import { chunkOf, parquetColumns, type ParquetColumn, type ParquetReading } from './parquet-schema';
import { dayText, momentText } from './moment-texts';
import { usualMomentLength } from './parquet-kinds';
import type { TableCell, TableColumn, TableRow } from './table-column';

/** Returns the key-value metadata of the footer. */
export async function parquetFooter(file: Blob): Promise<ReadonlyMap<string, string>> {
  return footerOf(await readMetadata(asyncBuffer(file)));
}

function footerOf({ key_value_metadata: entries = [] }: FileMetaData): ReadonlyMap<string, string> {
  return new Map(entries.map(({ key, value }) => [key, value ?? '']));
}

/** Reads the footer. Turns off hyparquet's support for map columns, because their metadata may be wrong. */
function readMetadata(buffer: ByteSource): Promise<FileMetaData> {
  return parquetMetadataAsync(buffer, { geoparquet: false });
}

export async function parquetColumnNames(file: Blob): Promise<readonly string[]> {
  return parquetColumns(await readMetadata(asyncBuffer(file))).map(({ name }) => name);
}

export interface ParquetTable {
  readonly rowCount: number;
  readonly columns: readonly ParquetColumn[];
  /** The compression methods in the file, such as `ZSTD`, for which `readParquet` needs a decompressor. */
  readonly otherCompression: readonly string[];
  /** The uncompressed size of the largest row group, which is in memory as a whole while it is read. */
  readonly largestGroupBytes: number;
}

/** Reads the footer. Rejects if the file is damaged or is not Parquet. */
export async function parquetTable(file: Blob): Promise<ParquetTable> {
  const metadata = await readMetadata(asyncBuffer(file));
  const columns = parquetColumns(metadata);
  requireWholeGroups(metadata, columns);
  const { row_groups: groups, num_rows: rowCount } = metadata;
  const codecs = groups.flatMap((group) => group.columns.map((column) => column.meta_data?.codec ?? ''));
  return {
    rowCount: Number(rowCount),
    columns,
    otherCompression: [...new Set(codecs)].filter((codec) => !KNOWN_CODECS.has(codec)),
    largestGroupBytes: groups.reduce((most, group) => Math.max(most, Number(group.total_byte_size)), 0),
  };
}

const KNOWN_CODECS = new Set(['', 'UNCOMPRESSED', 'SNAPPY']);

/** Checks that all row groups have all their rows, because a reader would fill missing rows with nulls. Throws a DamagedFileError. */
function requireWholeGroups(
  { row_groups: groups, num_rows: rowCount }: FileMetaData,
  columns: readonly ParquetColumn[],
): void {
  let count = 0n;
  for (const group of groups) {
    count += group.num_rows;
    for (const column of columns) {
      if (column.reading === null) continue;
      if (chunkOf(group, column).meta_data?.num_values !== group.num_rows) {
        throw damaged({ kind: 'value-count', part: column.name });
      }
    }
  }
  if (count !== rowCount) throw damaged({ kind: 'value-count', part: columns[0]?.name ?? '' });
}

/** The most rows that are decoded at once. Programs write groups of millions of rows, whose values may not fit into memory. */
const ROWS_PER_READ = 50_000;

export type ParquetCompressors = Compressors;

/** Reads Parquet of unknown origin without rounding, after it has checked the pages. Can reject with a NotTextError. */
export async function* readParquet(
  file: Blob,
  columns: readonly Omit<ReadParquetColumn, 'sqlType' | 'scale'>[],
  compressors?: ParquetCompressors,
): AsyncGenerator<TableRow> {
  const source = rememberingSource(asyncBuffer(file));
  const { groups, readRows, checkGroup } = await openParquet(source, columns, compressors);
  for (const [index, { rowStart, rowEnd }] of groups.entries()) {
    source.forget();
    await checkGroup(index);
    source.forget();
    for (let start = rowStart; start < rowEnd; start += ROWS_PER_READ) {
      yield* await readRows(start, Math.min(rowEnd, start + ROWS_PER_READ));
    }
  }
}

/** Keeps the bytes that it has read, because each part of a row group needs all bytes of its columns. */
function rememberingSource(source: ByteSource): ByteSource & { readonly forget: () => void } {
  const known = new Map<string, Promise<ArrayBuffer>>();
  return {
    byteLength: source.byteLength,
    slice: (start, end) => {
      const key = `${start} ${end ?? ''}`;
      const bytes = known.get(key) ?? Promise.resolve(source.slice(start, end));
      known.set(key, bytes);
      return bytes;
    },
    forget: () => known.clear(),
  };
}

export interface ByteSource {
  readonly byteLength: number;
  readonly slice: (start: number, end?: number) => ArrayBuffer | Promise<ArrayBuffer>;
}

/** A column to read. With its type and scale, date-times get as many fractional digits as the column has (`keepsNotation`). */
export type ReadParquetColumn = Pick<TableColumn, 'name'> &
  Partial<Pick<TableColumn, 'sqlType' | 'scale'>> & {
    /** The 0-based position among the file's columns. If undefined, the first column with this name is read. */
    readonly place?: number;
  };

/** Thrown if a column of texts, or of bytes without a type, has a value that is not UTF-8. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
  readonly column: string;
  /** The 0-based index of the column among the columns to read. */
  readonly columnIndex: number;
  /** The 1-based number of the row. */
  readonly row: number;
  constructor(column: string, columnIndex: number, row: number) {
    super(`Row ${row} of ${column} is no text.`);
    this.column = column;
    this.columnIndex = columnIndex;
    this.row = row;
  }
}

/** Returns the file's column for a column to read. Returns undefined if the file has no such column. */
export function columnOf(
  columns: readonly ParquetColumn[],
  { name, place }: ReadParquetColumn,
): ParquetColumn | undefined {
  return place === undefined ? columns.find((column) => column.name === name) : columns[place];
}

export interface OpenedParquet {
  readonly rowCount: number;
  readonly metadata: FileMetaData;
  readonly footer: ReadonlyMap<string, string>;
  readonly columns: readonly ParquetColumn[];
  /** The ranges of rows that are decoded together. They are 0-based, and ends are exclusive. */
  readonly groups: readonly { readonly rowStart: number; readonly rowEnd: number }[];
  /** Checks that reading a group will end, for files of unknown origin. Rejects with a DamagedFileError. */
  readonly checkGroup: (group: number) => Promise<void>;
  /** Reads rows of one group. The numbers are 0-based, and `rowEnd` is exclusive. */
  readonly readRows: (rowStart: number, rowEnd: number) => Promise<readonly TableRow[]>;
}

/** Opens a Parquet file, whose rows are then read group by group. */
export async function openParquet(
  buffer: ByteSource,
  columns: readonly ReadParquetColumn[],
  compressors?: ParquetCompressors,
): Promise<OpenedParquet> {
  const metadata = await readMetadata(buffer);
  const ofFile = parquetColumns(metadata);
  requireWholeGroups(metadata, ofFile);
  const stored = columns.map((column) => columnOf(ofFile, column));
  const readers = columns.map((column, index) => cellReader(column, stored[index]));
  const found = [...new Set(stored)].filter((column) => column !== undefined);
  const flat = flatMetadata(metadata, found);
  const names = stored.map((column) => column && libraryName(column));
  let rowCount = 0;
  const groups = metadata.row_groups.map(({ num_rows: count }) => {
    const rowStart = rowCount;
    rowCount += Number(count);
    return { rowStart, rowEnd: rowCount };
  });
  const readRows = async (rowStart: number, rowEnd: number): Promise<readonly TableRow[]> => {
    const rows = await parquetReadObjects({
      file: buffer,
      metadata: flat,
      columns: found.map(libraryName),
      rowStart,
      rowEnd,
      utf8: false,
      parsers: RAW,
      ...(compressors !== undefined && { compressors }),
    });
    return rows.map((row, rowIndex) =>
      columns.map(({ name }, index) => {
        const libraryColumn = names[index];
        if (libraryColumn === undefined) return null;
        const value: unknown = ownMember(row, libraryColumn);
        if (value === null) return null;
        // The value is missing because the pages of the column ended before its rows.
        if (value === undefined) throw damaged({ kind: 'value-count', part: name });
        const cell = readers[index]?.(value);
        if (cell === undefined) throw new NotTextError(name, index, rowStart + rowIndex + 1);
        return cell;
      }),
    );
  };
  return {
    rowCount,
    metadata,
    footer: footerOf(metadata),
    columns: ofFile,
    groups,
    readRows,
    checkGroup: async (index) => {
      const group = metadata.row_groups[index];
      if (group === undefined) return;
      for (const column of found) await checkPages(buffer, chunkOf(group, column), column.element);
    },
  };
}

function libraryName({ place }: ParquetColumn): string {
  return String(place);
}

/** Returns metadata with unique column names, and without types whose values hyparquet would convert to floats. */
function flatMetadata(metadata: FileMetaData, columns: readonly ParquetColumn[]): FileMetaData {
  for (const { name, reading } of columns) {
    if (reading === null) throw damaged({ kind: 'structure', part: name });
  }
  return {
    ...metadata,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map((column) => {
        const { type, type_length: length, repetition_type: repetition } = column.element;
        return {
          name: libraryName(column),
          ...(type !== undefined && { type }),
          ...(length !== undefined && { type_length: length }),
          ...(repetition !== undefined && { repetition_type: repetition }),
          // With this type, hyparquet decodes the texts of a dictionary only once.
          ...(isOfTexts(column.reading) && { converted_type: 'UTF8' as const }),
        };
      }),
    ],
    row_groups: metadata.row_groups.map((group) => ({
      ...group,
      columns: columns.map((column) => {
        const chunk = chunkOf(group, column);
        const { meta_data: stored } = chunk;
        if (stored === undefined) return chunk;
        const type = isOfWideDeltas(column, stored) ? 'INT64' : stored.type;
        return { ...chunk, meta_data: { ...stored, type, path_in_schema: [libraryName(column)] } };
      }),
    })),
  };
}

/** Whether values are deltas of unsigned 32-bit numbers. DuckDB's first delta has 33 bits, which hyparquet would truncate. */
function isOfWideDeltas({ reading }: ParquetColumn, { encodings }: ColumnMetaData): boolean {
  const isOfDeltas = encodings.every(
    (encoding) => encoding === 'DELTA_BINARY_PACKED' || LEVELS.has(encoding),
  );
  return reading?.kind === 'unsigned' && reading.bits === 32 && isOfDeltas;
}

type ColumnMetaData = NonNullable<FileMetaData['row_groups'][number]['columns'][number]['meta_data']>;

/** The encodings of levels, which state which rows have a value. */
const LEVELS: ReadonlySet<string> = new Set(['RLE', 'BIT_PACKED']);

function isOfTexts(reading: ParquetReading | null): boolean {
  return reading?.kind === 'text' || reading?.kind === 'bytes';
}

const RAW = {
  timestampFromNanoseconds: (value: bigint) => value,
  stringFromBytes: (bytes: Uint8Array | undefined) => (bytes === undefined ? null : (textOf(bytes) ?? bytes)),
};

// Keeps U+FEFF at the beginning of a cell, because it is a byte order mark only at the beginning of a file.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** Returns the text of UTF-8 bytes, or null if they are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function asyncBuffer(file: Blob): ByteSource {
  return {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
}

/** Converts a stored value to a cell. Returns undefined for bytes that are not text. */
type CellReader = (value: unknown) => Exclude<TableCell, null> | undefined;

function cellReader(
  { name, sqlType, scale }: ReadParquetColumn,
  column: ParquetColumn | undefined,
): CellReader {
  const reading = column?.reading ?? null;
  if (reading === null) return () => undefined;
  const length =
    sqlType === undefined || reading.kind !== 'moment'
      ? undefined
      : usualMomentLength({ sqlType, scale: scale ?? null });
  const toCell = createCellReader(reading, length);
  return (value) => {
    const cell = toCell(value);
    if (cell === undefined && !isOfTexts(reading)) throw damaged({ kind: 'structure', part: name });
    return cell;
  };
}

function createCellReader(reading: ParquetReading, momentLength: number | undefined): CellReader {
  switch (reading.kind) {
    case 'text':
      return (value) => (typeof value === 'string' ? value : undefined);
    case 'bytes':
      return (value) => (typeof value === 'string' && !value.includes('\0') ? value : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'integer':
      return (value) => (typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined);
    case 'unsigned':
      return (value) => mapped(integerOf(value), (units) => String(BigInt.asUintN(reading.bits, units)));
    case 'decimal':
      return (value) =>
        mapped(integerOf(value) ?? unitsOf(value), (units) => decimalText(units, reading.scale));
    case 'double':
      return (value) => (typeof value === 'number' ? numberText(String(value)) : undefined);
    case 'float':
      return (value) => {
        const float = value instanceof Uint8Array ? halfFloat(value) : value;
        return typeof float === 'number' ? numberText(shortestFloat(float, reading.bits)) : undefined;
      };
    case 'day':
      return (value) => (typeof value === 'number' ? dayText(value) : undefined);
    case 'moment':
      return (value) => {
        if (typeof value !== 'bigint') return undefined;
        const text = momentText(value, reading.digits).slice(0, momentLength);
        return reading.isUtc && /^\d{4}-/.test(text) ? `${text}Z` : text;
      };
    case 'time':
      return (value) => mapped(integerOf(value), (units) => timeText(units, reading.digits));
    case 'uuid':
      return (value) => (value instanceof Uint8Array ? uuidText(value) : undefined);
  }
}

function mapped<Value, Result>(value: Value | undefined, map: (value: Value) => Result): Result | undefined {
  return value === undefined ? undefined : map(value);
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}

/** Reads a two's complement number, whose most significant byte comes first. */
function unitsOf(value: unknown): bigint | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  let units = 0n;
  for (const byte of value) units = (units << 8n) | BigInt(byte);
  return BigInt.asIntN(value.length * 8, units);
}

/** Returns the canonical decimal of a number. Returns other text, such as NaN, unchanged; it fits no number column. */
function numberText(text: string): string {
  return readDecimal(text) ?? text;
}

/** The number of digits that distinguish all floats with these numbers of bits. */
const FLOAT_DIGITS = { 16: 5, 32: 9 } as const;

/** Returns the shortest decimal that is stored as this float, as other programs do: 19.99 and not 19.989999771118164. */
function shortestFloat(value: number, bits: 16 | 32): string {
  const rounded = bits === 16 ? roundToHalf : Math.fround;
  for (let digits = 1; digits < FLOAT_DIGITS[bits]; digits += 1) {
    const text = value.toPrecision(digits);
    if (rounded(Number(text)) === value) return text;
  }
  return value.toPrecision(FLOAT_DIGITS[bits]);
}

/** Reads an IEEE 754 half float (5 bits of exponent, 10 bits of fraction), whose least significant byte comes first. */
function halfFloat([low = 0, high = 0]: Uint8Array): number {
  const sign = high >= 0x80 ? -1 : 1;
  const exponent = (high >> 2) & 0x1f;
  const fraction = ((high & 3) << 8) | low;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** Returns the nearest half float. If two are equally near, returns the even one. */
function roundToHalf(value: number): number {
  const exponent = Math.max(-14, Math.floor(Math.log2(Math.abs(value))));
  const unit = 2 ** (exponent - 10);
  const units = value / unit;
  const floor = Math.floor(units);
  const isUp = units - floor > 0.5 || (units - floor === 0.5 && floor % 2 !== 0);
  return (isUp ? floor + 1 : floor) * unit;
}

const SECONDS_PER_DAY = 86_400n;

function timeText(units: bigint, digits: number): string {
  const perSecond = 10n ** BigInt(digits);
  if (units < 0n || units >= SECONDS_PER_DAY * perSecond) return `${units} × 10^-${digits} s`;
  const text = momentText(units, digits).slice(11);
  return text.replace(/\.?0*$/, '');
}

const UUID_DASHES = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

function uuidText(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(UUID_DASHES, '$1-$2-$3-$4-$5');
}

/** Returns `units` of 10^-`scale` as a decimal with all its places. */
export function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return decimalOfDigits(units < 0n, digits.slice(0, point), digits.slice(point));
}
