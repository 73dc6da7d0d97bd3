import type { SchemaElement } from 'hyparquet';
import { readDecimal, splitDecimal } from '../formats/decimal';
import { daysSince1970 } from '../formats/days';
import { daysOf, readIsoDateTime, type IsoDateTime } from '../formats/iso-date';
import {
  createPlainDays,
  DAY_LENGTH,
  endOfMoment,
  FRACTION_PLACE,
  plainUnitsOfDay,
  SECOND_LENGTH,
} from './plain-moments';
import type { TableCell, TableColumn } from './table-column';
import { withoutSurplusZeros, endOfDecimal } from '../base/decimal-grammar';

export type Value = Uint8Array | number | bigint | boolean | null;

export interface ColumnKind {
  readonly element: Omit<SchemaElement, 'name'>;
  /** Returns the value to store. Returns undefined if the cell does not fit the type. */
  readonly valueOf: (cell: Exclude<TableCell, null>) => Exclude<Value, null> | undefined;
  /** A fast path for plain cells. It also returns undefined if the cell needs `valueOf`. */
  readonly valueOfPlain?: (bytes: Uint8Array, start: number, end: number) => Exclude<Value, null> | undefined;
}

/** The number of texts that are cached per column. It must be a power of two, and small: a table may have hundreds of columns. */
const CACHED_TEXTS = 1 << 9;
/** The length in bytes up to which a text is cached. */
const MAX_CACHED_LENGTH = 128;

/** Returns the type for text. Its values are bytes, because hyparquet-writer would encode a string again each time. */
export function textKind(): ColumnKind {
  // Most columns have few different texts. Without the cache, most of the garbage would be byte arrays of cells.
  const cache: (Uint8Array | undefined)[] = Array.from({ length: CACHED_TEXTS });
  return {
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    valueOf: (cell) => encoder.encode(String(cell)),
    valueOfPlain: (bytes, start, end) => {
      if (end - start > MAX_CACHED_LENGTH) return bytes.slice(start, end);
      const slot = hashOf(bytes, start, end) & (CACHED_TEXTS - 1);
      const cached = cache[slot];
      if (cached !== undefined && isSame(bytes, start, end, cached)) return cached;
      const text = bytes.slice(start, end);
      cache[slot] = text;
      return text;
    },
  };
}

/** Returns the FNV-1a hash of the bytes. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

const encoder = new TextEncoder();

function isSame(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  if (end - start !== other.length) return false;
  for (let index = 0; index < other.length; index += 1) {
    if (bytes[start + index] !== other[index]) return false;
  }
  return true;
}

/** Returns a type that stores the column's values without loss. With `keepsNotation`, it also keeps their notation. */
export function kindOf(column: TableColumn, keepsNotation = false): ColumnKind {
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
      return keepsNotation ? ofLength(dateKind(column), usualMomentLength(column)) : dateKind(column);
  }
}

/** Returns the usual text length in a column: that of a day, or of a date-time with all fractional digits of the column. */
export function usualMomentLength({ sqlType, scale }: Pick<TableColumn, 'sqlType' | 'scale'>): number {
  if (sqlType.toLowerCase() === 'date') return DAY_LENGTH;
  return scale === null || scale === 0 ? SECOND_LENGTH : FRACTION_PLACE + scale;
}

function ofLength(kind: ColumnKind, length: number): ColumnKind {
  const { valueOfPlain } = kind;
  return {
    ...kind,
    valueOf: (cell) => (String(cell).length === length ? kind.valueOf(cell) : undefined),
    ...(valueOfPlain !== undefined && {
      valueOfPlain: (bytes, start, end) =>
        end - start === length ? valueOfPlain(bytes, start, end) : undefined,
    }),
  };
}

/** The number of digits up to which any number fits into 64 bits, and into 128 bits. */
const INT64_DIGITS = 18;
const INT128_DIGITS = 38;

function numberKind({ sqlType, precision, scale }: TableColumn): ColumnKind {
  switch (sqlType.toLowerCase()) {
    case 'tinyint':
    case 'smallint':
    case 'int':
      return {
        element: { type: 'INT32' },
        valueOf: whole(-(2n ** 31n), 2n ** 31n - 1n, Number),
        valueOfPlain: (bytes, start, end) => {
          const units = plainUnits(bytes, start, end, 0);
          return units !== undefined && units === (units | 0) ? units : undefined;
        },
      };
    case 'bigint':
      return {
        element: { type: 'INT64' },
        valueOf: whole(-(2n ** 63n), 2n ** 63n - 1n, (value) => value),
        valueOfPlain: (bytes, start, end) => bigIntOf(plainUnits(bytes, start, end, 0)),
      };
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
  const plainLimit = 10 ** Math.min(precision, SAFE_DIGITS);
  return {
    element: { ...storage, converted_type: 'DECIMAL', precision, scale, logical_type: logical },
    valueOf: (cell) => {
      const units = unitsOf(cell, scale);
      return units !== undefined && units < limit && units > -limit ? units : undefined;
    },
    valueOfPlain: (bytes, start, end) => {
      const units = plainUnits(bytes, start, end, scale);
      return units !== undefined && Math.abs(units) < plainLimit ? BigInt(units) : undefined;
    },
  };
}

/** The number of digits up to which a double can hold any number. */
const SAFE_DIGITS = 15;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** A fast path of `unitsOf` for numbers that a double can hold. Returns undefined for other numbers. */
function plainUnits(bytes: Uint8Array, start: number, end: number, scale: number): number | undefined {
  const valueEnd = endOfDecimal(bytes, start, end);
  if (valueEnd === -1) return undefined;
  let units = 0;
  let digits = 0;
  let pointPlace = valueEnd;
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < valueEnd; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === POINT) {
      pointPlace = at;
    } else {
      units = units * 10 + byte - ZERO;
      digits += 1;
    }
  }
  const missing = scale - Math.max(0, valueEnd - pointPlace - 1);
  if (missing < 0 || digits + missing > SAFE_DIGITS) return undefined;
  units *= 10 ** missing;
  return bytes[start] === MINUS ? -units : units;
}

function bigIntOf(value: number | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(value);
}

/** Returns the number in units of 10^-`scale`. Returns undefined if it has more decimal places. */
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
    const days = createPlainDays(daysSince1970);
    return {
      element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
      valueOf: (cell) => {
        const moment = momentOf(cell);
        return moment === undefined || secondOfDay(moment) > 0 || /[1-9]/.test(moment.fraction)
          ? undefined
          : daysOf(moment);
      },
      valueOfPlain: (bytes, start, end) =>
        endOfMoment(bytes, start, end) === start + DAY_LENGTH ? days(bytes, start) : undefined,
    };
  }
  const isFine = (scale ?? 0) > MICROSECOND_DIGITS;
  const digits = isFine ? NANOSECOND_DIGITS : MICROSECOND_DIGITS;
  const least = -(2n ** 63n);
  const greatest = 2n ** 63n - 1n;
  const dayUnits = BigInt(DAY_SECONDS) * 10n ** BigInt(digits);
  const days = createPlainDays((...day) => BigInt(daysSince1970(...day)) * dayUnits);
  return {
    element: {
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: isFine ? 'NANOS' : 'MICROS' },
    },
    valueOf: (cell) => {
      const moment = momentOf(cell);
      if (moment === undefined || /[1-9]/.test(moment.fraction.slice(digits))) return undefined;
      const seconds = daysOf(moment) * DAY_SECONDS + secondOfDay(moment);
      const value =
        BigInt(seconds) * 10n ** BigInt(digits) +
        BigInt(moment.fraction.slice(0, digits).padEnd(digits, '0'));
      return value >= least && value <= greatest ? value : undefined;
    },
    valueOfPlain: (bytes, start, end) => {
      const valueEnd = endOfMoment(bytes, start, end);
      const units = valueEnd === -1 ? null : plainUnitsOfDay(bytes, start, valueEnd, digits);
      if (units === null) return undefined;
      const value = days(bytes, start) + BigInt(units);
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
