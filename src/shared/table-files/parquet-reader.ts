import { parquetMetadataAsync, parquetReadObjects, type FileMetaData } from 'hyparquet';
import { decimalOfDigits } from '../formats/decimal';
import type { TableCell, TableColumn, TableRow } from './table-column';

/** Returns the key-value metadata of the footer. */
export async function parquetFooter(file: Blob): Promise<ReadonlyMap<string, string>> {
  const { key_value_metadata: entries = [] } = await parquetMetadataAsync(asyncBuffer(file));
  return new Map(entries.map(({ key, value }) => [key, value ?? '']));
}

/** Returns the column names in order. */
export async function parquetColumns(file: Blob): Promise<readonly string[]> {
  const { schema } = await parquetMetadataAsync(asyncBuffer(file));
  return schema.filter(({ type }) => type !== undefined).map(({ name }) => name);
}

/** Reads Parquet without rounding decimals or moments. */
export async function* readParquet(
  file: Blob,
  columns: readonly Pick<TableColumn, 'name'>[],
): AsyncGenerator<TableRow> {
  const buffer = asyncBuffer(file);
  const metadata = await parquetMetadataAsync(buffer);
  const readers = columns.map(({ name }) => cellReader(name, metadata));
  // The library converts decimals to floats; without a type it returns the stored integers.
  for (const element of metadata.schema) {
    if (element.converted_type !== 'DECIMAL') continue;
    delete element.converted_type;
    delete element.logical_type;
  }
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file: buffer,
      metadata,
      rowStart,
      rowEnd,
      utf8: false,
      parsers: RAW,
    });
    for (const row of rows) yield columns.map(({ name }, index) => readers[index]?.(row[name]) ?? null);
    rowStart = rowEnd;
  }
}

const RAW = {
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  dateFromDays: (value: number) => value,
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? null : new TextDecoder().decode(bytes),
};

function asyncBuffer(file: Blob) {
  return {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
}

const FRACTION_DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

function cellReader(name: string, { schema }: FileMetaData): (value: unknown) => TableCell {
  const element = schema.find((candidate) => candidate.name === name && candidate.type !== undefined);
  const logical = element?.logical_type;
  if (logical?.type === 'DECIMAL') {
    const { scale } = logical;
    return (value) => decimalText(unitsOf(value), scale);
  }
  if (logical?.type === 'TIMESTAMP') {
    const digits = FRACTION_DIGITS[logical.unit];
    return (value) => (typeof value === 'bigint' ? momentText(value, digits) : null);
  }
  if (logical?.type === 'DATE') return (value) => (typeof value === 'number' ? dayText(value) : null);
  return (value) => {
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
  };
}

function unitsOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (!(value instanceof Uint8Array)) return null;
  let units = 0n;
  for (const byte of value) units = (units << 8n) | BigInt(byte);
  return BigInt.asIntN(value.length * 8, units);
}

function decimalText(units: bigint | null, scale: number): string | null {
  if (units === null) return null;
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return decimalOfDigits(units < 0n, digits.slice(0, point), digits.slice(point));
}

const DAY_MS = 86_400_000;

function dayText(days: number): string {
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}

function momentText(value: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits);
  // Rounds down, also before 1970.
  const fraction = ((value % unit) + unit) % unit;
  const seconds = Number((value - fraction) / unit);
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(fraction).padStart(digits, '0')}`;
}
