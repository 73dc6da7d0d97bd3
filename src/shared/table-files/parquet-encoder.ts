import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { readDecimal, splitDecimal } from '../formats/decimal';
import { readIsoDateTime, type IsoDateTime } from '../formats/iso-date';
import type { ByteSink } from './byte-sink';
import { withoutSurplusZeros } from './canonical-rows';
import type { TableCell, TableColumn, TableRow } from './table-column';
import { NO_NOTES, type TableEncoder } from './table-encoder';

/**
 * Thrown where a cell does not fit the type of its column without a loss. The file then has to be written anew, with
 * that column as text.
 */
export class UnfitColumnError extends Error {
  override readonly name = 'UnfitColumnError';
  readonly column: string;
  constructor(column: string) {
    super('A cell does not fit the type of its column.');
    this.column = column;
  }
}

export interface ParquetOptions {
  /** Columns to write as text, whatever their type. */
  readonly textColumns: readonly string[];
}

export interface ParquetEncoder extends TableEncoder {
  /** `metadata` goes into the footer, as key and value. */
  readonly finish: (metadata: readonly { readonly key: string; readonly value: string }[]) => void;
}

/** Rows held and written together. Larger groups pack better and take more memory. */
const GROUP_ROWS = 20_000;

/** Writes Parquet: decimals as DECIMAL, dates and times as what they are, without a zone. Nothing is rounded. */
export function createParquetEncoder(
  columns: readonly TableColumn[],
  { textColumns }: ParquetOptions,
  sink: ByteSink,
): ParquetEncoder {
  const kinds = columns.map((column) => (textColumns.includes(column.name) ? textKind() : kindOf(column)));
  const bytes = new SinkWriter(sink);
  const writer = new ParquetWriter({
    writer: bytes,
    createdBy: 'Colonnade',
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name }, index): SchemaElement => ({
        name,
        repetition_type: 'OPTIONAL',
        ...kinds[index]?.element,
      })),
    ],
  });
  let held: Value[][] = columns.map(() => []);
  let heldRows = 0;

  function writeGroup(): void {
    if (heldRows === 0) return;
    void writer.write({
      columnData: columns.map(({ name }, index) => ({ name, data: held[index] ?? [] })),
      rowGroupSize: heldRows,
    });
    held = columns.map(() => []);
    heldRows = 0;
  }

  function hold(row: TableRow): void {
    for (const [index, kind] of kinds.entries()) {
      const cell = row[index] ?? null;
      const value = cell === null ? null : kind.valueOf(cell);
      if (value === undefined) throw new UnfitColumnError(columns[index]?.name ?? '');
      held[index]?.push(value);
    }
    heldRows += 1;
  }

  return {
    add: (rows) => {
      for (const row of rows) {
        hold(row);
        if (heldRows === GROUP_ROWS) writeGroup();
      }
    },
    notes: () => NO_NOTES,
    finish: (metadata) => {
      writeGroup();
      writer.kvMetadata = [...metadata];
      void writer.finish();
      bytes.flush();
    },
  };
}

/** Hands on what has been written, and starts over in the same buffer. */
class SinkWriter extends ByteWriter {
  readonly #sink: ByteSink;
  constructor(sink: ByteSink) {
    super(1 << 20);
    this.#sink = sink;
  }
  flush(): void {
    if (this.index > 0) this.#sink.write(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }
}

type Value = string | number | bigint | boolean | null;

interface ColumnKind {
  readonly element: Omit<SchemaElement, 'name'>;
  /** Undefined where the cell does not fit. */
  readonly valueOf: (cell: Exclude<TableCell, null>) => Exclude<Value, null> | undefined;
}

function textKind(): ColumnKind {
  return {
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    valueOf: String,
  };
}

function kindOf(column: TableColumn): ColumnKind {
  switch (column.type) {
    case 'text':
      return textKind();
    case 'boolean':
      return {
        element: { type: 'BOOLEAN' },
        valueOf: (cell) => (typeof cell === 'boolean' ? cell : undefined),
      };
    case 'number':
      return numberKind(column);
    case 'date':
      return dateKind(column);
  }
}

/** Digits that 64 and 128 bits hold, whatever they are. */
const INT64_DIGITS = 18;
const INT128_DIGITS = 38;

function numberKind({ sqlType, precision, scale }: TableColumn): ColumnKind {
  switch (sqlType.toLowerCase()) {
    case 'tinyint':
    case 'smallint':
    case 'int':
      return { element: { type: 'INT32' }, valueOf: whole(-(2n ** 31n), 2n ** 31n - 1n, Number) };
    case 'bigint':
      return { element: { type: 'INT64' }, valueOf: whole(-(2n ** 63n), 2n ** 63n - 1n, (value) => value) };
    case 'float':
    case 'real':
      return { element: { type: 'DOUBLE' }, valueOf: exactDouble };
    default:
      if (precision === null || scale === null || precision > INT128_DIGITS || scale > precision)
        return textKind();
      return decimalKind(precision, scale);
  }
}

function decimalKind(precision: number, scale: number): ColumnKind {
  const logical = { type: 'DECIMAL', precision, scale } as const;
  const storage =
    precision <= INT64_DIGITS
      ? ({ type: 'INT64' } as const)
      : ({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 } as const);
  const limit = 10n ** BigInt(precision);
  return {
    element: { ...storage, converted_type: 'DECIMAL', precision, scale, logical_type: logical },
    valueOf: (cell) => {
      const units = unitsOf(cell, scale);
      return units !== undefined && units < limit && units > -limit ? units : undefined;
    },
  };
}

/** The number in units of its last place. */
function unitsOf(cell: string | boolean, scale: number): bigint | undefined {
  const decimal = typeof cell === 'string' ? readDecimal(cell) : null;
  if (decimal === null) return undefined;
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  if (/[1-9]/.test(fraction.slice(scale))) return undefined;
  const units = BigInt(integer + fraction.slice(0, scale).padEnd(scale, '0'));
  return isNegative ? -units : units;
}

function whole<T extends number | bigint>(least: bigint, greatest: bigint, convert: (value: bigint) => T) {
  return (cell: string | boolean): T | undefined => {
    const value = unitsOf(cell, 0);
    return value !== undefined && value >= least && value <= greatest ? convert(value) : undefined;
  };
}

function exactDouble(cell: string | boolean): number | undefined {
  const decimal = typeof cell === 'string' ? readDecimal(cell) : null;
  if (decimal === null) return undefined;
  const value = Number(decimal);
  const back = readDecimal(String(value));
  return back !== null && withoutSurplusZeros(back) === withoutSurplusZeros(decimal) ? value : undefined;
}

const MICROSECOND_DIGITS = 6;
const NANOSECOND_DIGITS = 9;
const DAY_SECONDS = 86_400;

function dateKind({ sqlType, scale }: TableColumn): ColumnKind {
  if (sqlType.toLowerCase() === 'date') {
    return {
      element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
      valueOf: (cell) => {
        const moment = momentOf(cell);
        return moment === undefined || secondOfDay(moment) > 0 || /[1-9]/.test(moment.fraction)
          ? undefined
          : daysSince1970(moment);
      },
    };
  }
  const isFine = (scale ?? 0) > MICROSECOND_DIGITS;
  const digits = isFine ? NANOSECOND_DIGITS : MICROSECOND_DIGITS;
  const least = -(2n ** 63n);
  const greatest = 2n ** 63n - 1n;
  return {
    element: {
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: isFine ? 'NANOS' : 'MICROS' },
    },
    valueOf: (cell) => {
      const moment = momentOf(cell);
      if (moment === undefined || /[1-9]/.test(moment.fraction.slice(digits))) return undefined;
      const seconds = daysSince1970(moment) * DAY_SECONDS + secondOfDay(moment);
      const value =
        BigInt(seconds) * 10n ** BigInt(digits) +
        BigInt(moment.fraction.slice(0, digits).padEnd(digits, '0'));
      return value >= least && value <= greatest ? value : undefined;
    },
  };
}

function momentOf(cell: string | boolean): IsoDateTime | undefined {
  const moment = typeof cell === 'string' ? readIsoDateTime(cell) : null;
  return moment === null || moment.offset !== '' ? undefined : moment;
}

function secondOfDay({ hour, minute, second }: IsoDateTime): number {
  return (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
}

function daysSince1970({ year, month, day }: IsoDateTime): number {
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for those of the 20th century.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getTime() / (DAY_SECONDS * 1000);
}
