import type { FileMetaData, SchemaElement } from 'hyparquet';
import { damaged } from './damaged-file';

// Columns are the children of the schema's root element. A column and a nested field may have the same name.

export type ParquetReading =
  | { readonly kind: 'text' | 'boolean' | 'integer' | 'double' | 'day' | 'uuid' }
  /** A value without a type. It is read as text if it is UTF-8 without null characters. */
  | { readonly kind: 'bytes' }
  | { readonly kind: 'unsigned'; readonly bits: 32 | 64 }
  | { readonly kind: 'float'; readonly bits: 16 | 32 }
  | { readonly kind: 'decimal'; readonly scale: number }
  /** `digits` is the number of fractional digits of the second. If `isUtc` is false, the date-time has no time zone. */
  | { readonly kind: 'moment'; readonly digits: number; readonly isUtc: boolean }
  | { readonly kind: 'time'; readonly digits: number };

export interface ParquetColumn {
  readonly name: string;
  /** The 0-based position among the columns of the file. */
  readonly place: number;
  readonly element: SchemaElement;
  /** The type under its name in the format, such as `DECIMAL(18, 2)`. */
  readonly type: string;
  /** Null for lists, groups, and types other than a single text, number, date or boolean. */
  readonly reading: ParquetReading | null;
  /** Whether the column is a list or a group. */
  readonly isNested: boolean;
  /** The index of the column's values (of the first nested values if it is nested) among all value columns of a row group. */
  readonly firstLeaf: number;
}

/** Returns the columns in order. Throws a DamagedFileError. */
export function parquetColumns({ schema }: Pick<FileMetaData, 'schema'>): readonly ParquetColumn[] {
  const columns: ParquetColumn[] = [];
  let leaf = 0;
  let at = 1;
  while (at < schema.length) {
    const element = schema[at];
    if (element === undefined) break;
    const end = endOfElement(schema, at);
    const isNested = element.type === undefined || element.repetition_type === 'REPEATED';
    columns.push({
      name: element.name,
      place: columns.length,
      element,
      type: typeName(element),
      reading: isNested ? null : readingOf(element),
      isNested,
      firstLeaf: leaf,
    });
    leaf += schema.slice(at, end).filter(({ type }) => type !== undefined).length;
    at = end;
  }
  return columns;
}

/** Returns the position after an element and its nested elements, which follow the element. */
function endOfElement(schema: FileMetaData['schema'], at: number): number {
  let end = at + 1;
  for (let child = schema[at]?.num_children ?? 0; child > 0; child -= 1) {
    if (end >= schema.length) throw damaged({ kind: 'structure', part: schema[at]?.name ?? '' });
    end = endOfElement(schema, end);
  }
  return end;
}

type Group = FileMetaData['row_groups'][number];

/** Returns the chunk of a column without nesting. Throws a DamagedFileError if the row group has none. */
export function chunkOf({ columns }: Group, { name, firstLeaf }: ParquetColumn): Group['columns'][number] {
  const isOfColumn = (chunk: Group['columns'][number] | undefined) =>
    chunk?.meta_data?.path_in_schema.length === 1 && chunk.meta_data.path_in_schema[0] === name;
  const chunk = columns[firstLeaf];
  if (chunk === undefined || !isOfColumn(chunk)) throw damaged({ kind: 'structure', part: name });
  return chunk;
}

const SECOND_DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

/** Reads a type according to LogicalTypes.md of the format, or to its older annotations. Returns null for other types. */
function readingOf(element: SchemaElement): ParquetReading | null {
  const { type, type_length: length, logical_type: logical, converted_type: converted } = element;
  const isBytes = type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY';
  switch (logical === undefined ? converted : logical.type) {
    case undefined:
      // The logical type may be one that this reader does not know.
      return logical === undefined ? plainReading(element) : null;
    case 'NULL':
      return plainReading(element);
    case 'STRING':
    case 'UTF8':
    case 'ENUM':
    case 'JSON':
      return isBytes ? { kind: 'text' } : null;
    case 'UUID':
      return type === 'FIXED_LEN_BYTE_ARRAY' && length === 16 ? { kind: 'uuid' } : null;
    case 'DECIMAL': {
      const scale = logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0);
      return isBytes || type === 'INT32' || type === 'INT64' ? { kind: 'decimal', scale } : null;
    }
    case 'DATE':
      return type === 'INT32' ? { kind: 'day' } : null;
    case 'TIME': {
      const digits = logical?.type === 'TIME' ? SECOND_DIGITS[logical.unit] : 0;
      return type === (digits === SECOND_DIGITS.MILLIS ? 'INT32' : 'INT64') ? { kind: 'time', digits } : null;
    }
    case 'TIME_MILLIS':
      return type === 'INT32' ? { kind: 'time', digits: SECOND_DIGITS.MILLIS } : null;
    case 'TIME_MICROS':
      return type === 'INT64' ? { kind: 'time', digits: SECOND_DIGITS.MICROS } : null;
    case 'TIMESTAMP': {
      if (type !== 'INT64' || logical?.type !== 'TIMESTAMP') return null;
      return { kind: 'moment', digits: SECOND_DIGITS[logical.unit], isUtc: logical.isAdjustedToUTC };
    }
    // Older programs did not distinguish date-times in UTC from those without a time zone.
    case 'TIMESTAMP_MILLIS':
      return type === 'INT64' ? { kind: 'moment', digits: SECOND_DIGITS.MILLIS, isUtc: false } : null;
    case 'TIMESTAMP_MICROS':
      return type === 'INT64' ? { kind: 'moment', digits: SECOND_DIGITS.MICROS, isUtc: false } : null;
    case 'INTEGER': {
      const isUnsigned = logical?.type === 'INTEGER' && !logical.isSigned;
      return isUnsigned ? unsigned(type) : integer(type);
    }
    case 'INT_8':
    case 'INT_16':
    case 'INT_32':
    case 'INT_64':
      return integer(type);
    case 'UINT_8':
    case 'UINT_16':
    case 'UINT_32':
    case 'UINT_64':
      return unsigned(type);
    case 'FLOAT16':
      return type === 'FIXED_LEN_BYTE_ARRAY' && length === 2 ? { kind: 'float', bits: 16 } : null;
    case 'LIST':
    case 'MAP':
    case 'MAP_KEY_VALUE':
    case 'VARIANT':
    case 'BSON':
    case 'INTERVAL':
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return null;
  }
  // A later version of the format may define other types.
  return null;
}

function integer(type: SchemaElement['type']): ParquetReading | null {
  return type === 'INT32' || type === 'INT64' ? { kind: 'integer' } : null;
}

function unsigned(type: SchemaElement['type']): ParquetReading | null {
  if (type === 'INT32') return { kind: 'unsigned', bits: 32 };
  return type === 'INT64' ? { kind: 'unsigned', bits: 64 } : null;
}

function plainReading({ type }: SchemaElement): ParquetReading | null {
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'boolean' };
    case 'INT32':
    case 'INT64':
      return { kind: 'integer' };
    case 'INT96':
      return { kind: 'moment', digits: SECOND_DIGITS.NANOS, isUtc: false };
    case 'FLOAT':
      return { kind: 'float', bits: 32 };
    case 'DOUBLE':
      return { kind: 'double' };
    // Impala, Hive and older Spark versions write texts without an annotation.
    case 'BYTE_ARRAY':
    case 'FIXED_LEN_BYTE_ARRAY':
      return { kind: 'bytes' };
    case undefined:
      return null;
  }
  return null;
}

function typeName({
  type,
  logical_type: logical,
  converted_type: converted,
  ...element
}: SchemaElement): string {
  const decimal = (precision: number | undefined, scale: number | undefined) =>
    `DECIMAL(${precision ?? '?'}, ${scale ?? 0})`;
  if (logical?.type === 'DECIMAL') return decimal(logical.precision, logical.scale);
  if (logical?.type === 'TIMESTAMP')
    return `TIMESTAMP(${logical.unit}${logical.isAdjustedToUTC ? ', UTC' : ''})`;
  if (logical?.type === 'TIME') return `TIME(${logical.unit})`;
  if (logical?.type === 'INTEGER') return `${logical.isSigned ? 'INT' : 'UINT'}_${logical.bitWidth}`;
  if (logical?.type !== undefined) return logical.type;
  return converted === 'DECIMAL' ? decimal(element.precision, element.scale) : (converted ?? type ?? 'GROUP');
}
