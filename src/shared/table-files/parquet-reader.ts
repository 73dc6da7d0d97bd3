import {
  parquetMetadataAsync,
  parquetRead,
  type Compressors,
  type FileMetaData,
  type SchemaElement,
} from 'hyparquet';
import { decimalOfDigits, readDecimal } from '../formats/decimal';
import { damaged } from './damaged-file';
import { checkPages } from './parquet-pages';
import { dayText, momentText } from './moment-texts';
import { usualMomentLength } from './parquet-kinds';
import type { TableCell, TableColumn, TableRow } from './table-column';

/** Returns the key-value metadata of the footer. */
export async function parquetFooter(file: Blob): Promise<ReadonlyMap<string, string>> {
  return footerOf(await parquetMetadataAsync(asyncBuffer(file)));
}

function footerOf({ key_value_metadata: entries = [] }: FileMetaData): ReadonlyMap<string, string> {
  return new Map(entries.map(({ key, value }) => [key, value ?? '']));
}

/** Returns the column names in order. */
export async function parquetColumns(file: Blob): Promise<readonly string[]> {
  const { schema } = await parquetMetadataAsync(asyncBuffer(file));
  return schema.filter(({ type }) => type !== undefined).map(({ name }) => name);
}

/** The description of the table in the footer of a Parquet file. */
export interface ParquetTable {
  readonly rowCount: number;
  readonly columns: readonly {
    readonly name: string;
    /** Whether `readParquet` returns its values: they are single texts, numbers, dates or booleans. */
    readonly isReadable: boolean;
  }[];
  /** Compression methods, such as `ZSTD`, that need a decompressor in `readParquet`. */
  readonly otherCompression: readonly string[];
  /** The uncompressed size of the largest group of rows, which is in memory as a whole while it is read. */
  readonly largestGroupBytes: number;
}

/** Reads the footer. Rejects for a file that is damaged or no Parquet. */
export async function parquetTable(file: Blob): Promise<ParquetTable> {
  const metadata = await parquetMetadataAsync(asyncBuffer(file));
  requireWholeGroups(metadata);
  const { schema, row_groups: groups, num_rows: rowCount } = metadata;
  const columns: { name: string; isReadable: boolean }[] = [];
  // The elements of nested columns follow their parent; the root comes first.
  for (let at = 1; at < schema.length; at = endOfElement(schema, at)) {
    const element = schema[at];
    if (element !== undefined) columns.push({ name: element.name, isReadable: isReadable(element) });
  }
  const codecs = groups.flatMap((group) => group.columns.map((column) => column.meta_data?.codec ?? ''));
  return {
    rowCount: Number(rowCount),
    columns,
    otherCompression: [...new Set(codecs)].filter((codec) => !KNOWN_CODECS.has(codec)),
    largestGroupBytes: groups.reduce((most, group) => Math.max(most, Number(group.total_byte_size)), 0),
  };
}

const KNOWN_CODECS = new Set(['', 'UNCOMPRESSED', 'SNAPPY']);

function endOfElement(schema: FileMetaData['schema'], at: number): number {
  let end = at + 1;
  for (let child = schema[at]?.num_children ?? 0; child > 0; child -= 1) {
    if (end >= schema.length) throw damaged({ kind: 'structure', part: schema[at]?.name ?? '' });
    end = endOfElement(schema, end);
  }
  return end;
}

/** A reader would fill up what is missing with nulls. Throws DamagedFileError. */
function requireWholeGroups({ schema, row_groups: groups, num_rows: rowCount }: FileMetaData): void {
  const repeated = new Set(
    schema.flatMap(({ name, repetition_type: repetition }) => (repetition === 'REPEATED' ? [name] : [])),
  );
  let count = 0n;
  for (const group of groups) {
    count += group.num_rows;
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) continue;
      const [name = '', ...nested] = column.path_in_schema;
      if (nested.length > 0 || repeated.has(name)) continue;
      if (column.num_values !== group.num_rows) throw damaged({ kind: 'value-count', part: name });
    }
  }
  if (count !== rowCount) throw damaged({ kind: 'value-count', part: schema[1]?.name ?? '' });
}

function isReadable(element: SchemaElement): boolean {
  const { type, repetition_type: repetition, logical_type: logical, converted_type: converted } = element;
  if (type === undefined || repetition === 'REPEATED') return false;
  if (logical?.type !== undefined) return READABLE.has(logical.type);
  if (converted !== undefined) return READABLE.has(converted);
  return type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY';
}

const READABLE: ReadonlySet<string> = new Set([
  'STRING',
  'UTF8',
  'UUID',
  'DECIMAL',
  'INTEGER',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMP_MILLIS',
  'TIMESTAMP_MICROS',
  ...[8, 16, 32, 64].flatMap((bits) => [`INT_${bits}`, `UINT_${bits}`]),
]);

/** Rows that are decoded at once. Programs write groups of millions of rows, which would not fit into memory as values. */
const ROWS_PER_READ = 50_000;

/** Functions that decompress pages, by the name of the way of compression. */
export type ParquetCompressors = Compressors;

/** Reads Parquet of unknown origin, whose pages are checked beforehand, without rounding decimals or moments. */
export async function* readParquet(
  file: Blob,
  columns: readonly Pick<TableColumn, 'name'>[],
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

/** Returns the same bytes without reading them again: parts of a group of rows need all bytes of its columns. */
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

/** Random access to the bytes of a file. */
export interface ByteSource {
  readonly byteLength: number;
  readonly slice: (start: number, end?: number) => ArrayBuffer | Promise<ArrayBuffer>;
}

/** A column to read. With type and scale, moments come with as many digits as their column has (`keepsNotation`). */
export type ReadParquetColumn = Pick<TableColumn, 'name'> & Partial<Pick<TableColumn, 'sqlType' | 'scale'>>;

export interface OpenedParquet {
  readonly rowCount: number;
  /** The footer as the library reads it. */
  readonly metadata: FileMetaData;
  /** The key-value metadata of the footer. */
  readonly footer: ReadonlyMap<string, string>;
  /** The names of all columns of the file. */
  readonly columnNames: readonly string[];
  /** Rows that are decoded together; 0-based, end exclusive. */
  readonly groups: readonly { readonly rowStart: number; readonly rowEnd: number }[];
  /** Checks that reading a group comes to an end. For files of unknown origin. Rejects with DamagedFileError. */
  readonly checkGroup: (group: number) => Promise<void>;
  /** Reads rows of one group; 0-based, end exclusive. */
  readonly readRows: (rowStart: number, rowEnd: number) => Promise<readonly TableRow[]>;
}

/** Opens Parquet to read its rows group by group. */
export async function openParquet(
  buffer: ByteSource,
  columns: readonly ReadParquetColumn[],
  compressors?: ParquetCompressors,
): Promise<OpenedParquet> {
  const metadata = await parquetMetadataAsync(buffer);
  requireWholeGroups(metadata);
  const columnNames = metadata.schema.filter(({ type }) => type !== undefined).map(({ name }) => name);
  const readers = columns.map((column) => cellReader(column, metadata));
  const stored = { ...metadata, schema: metadata.schema.map(withoutDecimal) };
  let rowCount = 0;
  const groups = metadata.row_groups.map(({ num_rows: count }) => {
    const rowStart = rowCount;
    rowCount += Number(count);
    return { rowStart, rowEnd: rowCount };
  });
  const isStored = columns.map(({ name }) => columnNames.includes(name));
  const names = columns.map(({ name }) => name).filter((_, index) => isStored[index] === true);
  const places = columns.map(({ name }) => names.indexOf(name));
  const readRows = async (rowStart: number, rowEnd: number): Promise<readonly TableRow[]> => {
    let rows: readonly (readonly unknown[])[] = [];
    await parquetRead({
      file: buffer,
      metadata: stored,
      columns: names,
      rowStart,
      rowEnd,
      // Objects of the library lose a column with a name that objects inherit.
      rowFormat: 'array',
      onComplete: (read) => {
        rows = read;
      },
      utf8: false,
      parsers: RAW,
      ...(compressors !== undefined && { compressors }),
    });
    return rows.map((row) =>
      columns.map(({ name }, index) => {
        const value: unknown = row[places[index] ?? -1];
        // Null is no value; the pages of a column ended before its rows.
        if (value === undefined && isStored[index] === true)
          throw damaged({ kind: 'value-count', part: name });
        return readers[index]?.(value) ?? null;
      }),
    );
  };
  return {
    rowCount,
    metadata,
    footer: footerOf(metadata),
    columnNames,
    groups,
    readRows,
    checkGroup: async (group) => {
      for (const column of metadata.row_groups[group]?.columns ?? []) {
        if (names.includes(column.meta_data?.path_in_schema[0] ?? '')) await checkPages(buffer, column);
      }
    },
  };
}

/** The library converts decimals to floats; without a type it returns the stored integers. */
function withoutDecimal(element: SchemaElement): SchemaElement {
  if (element.converted_type !== 'DECIMAL') return element;
  const { converted_type: _converted, logical_type: _logical, ...rest } = element;
  return rest;
}

const RAW = {
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  dateFromDays: (value: number) => value,
  stringFromBytes: (bytes: Uint8Array | undefined) => (bytes === undefined ? null : decoder.decode(bytes)),
};

// A cell may begin with the character that is a mark at the beginning of a file.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function asyncBuffer(file: Blob): ByteSource {
  return {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
}

const FRACTION_DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

function cellReader(
  { name, sqlType, scale: columnScale }: ReadParquetColumn,
  { schema }: FileMetaData,
): (value: unknown) => TableCell {
  const element = schema.find((candidate) => candidate.name === name && candidate.type !== undefined);
  const { logical_type: logical, converted_type: converted } = element ?? {};
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') {
    const scale = logical?.type === 'DECIMAL' ? logical.scale : (element?.scale ?? 0);
    return (value) => {
      const units = unitsOf(value);
      return units === null ? null : decimalText(units, scale);
    };
  }
  const fractionDigits = momentDigits(element);
  if (fractionDigits !== null) {
    const length =
      sqlType === undefined ? undefined : usualMomentLength({ sqlType, scale: columnScale ?? null });
    return (value) => (typeof value === 'bigint' ? momentText(value, fractionDigits).slice(0, length) : null);
  }
  if (logical?.type === 'DATE' || converted === 'DATE') {
    return (value) => (typeof value === 'number' ? dayText(value) : null);
  }
  return (value) => {
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return readDecimal(String(value)) ?? String(value);
    return typeof value === 'bigint' ? String(value) : null;
  };
}

/** Returns the digits of the second of a column of moments; null for others. */
function momentDigits(element: SchemaElement | undefined): number | null {
  const logical = element?.logical_type;
  if (logical?.type === 'TIMESTAMP') return FRACTION_DIGITS[logical.unit];
  const converted = element?.converted_type;
  if (converted === 'TIMESTAMP_MILLIS') return FRACTION_DIGITS.MILLIS;
  if (converted === 'TIMESTAMP_MICROS') return FRACTION_DIGITS.MICROS;
  return element?.type === 'INT96' ? FRACTION_DIGITS.NANOS : null;
}

function unitsOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (!(value instanceof Uint8Array)) return null;
  let units = 0n;
  for (const byte of value) units = (units << 8n) | BigInt(byte);
  return BigInt.asIntN(value.length * 8, units);
}

/** Returns a number of units of 10^-`scale` with all its places. */
export function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return decimalOfDigits(units < 0n, digits.slice(0, point), digits.slice(point));
}
