import type { ColumnRecord } from './column-record';
import { dateText, dateTimeText, writeDateTime } from './date-text';
import { decimalText, wideDecimalText } from './decimal-text';
import type { JsonBytes } from './json-bytes';
import type { TextDictionary } from './text-dictionary';

/** A cell as the contract's reader sees it: numbers and dates are their exact text. */
export type CellText = string | boolean | null;

/** The major part of a cell that is null. */
export const NULL_PART = Number.NaN;

/** A part of a cell, as a pure function of the row and the version of the source. */
export type PartAt = (id: number, version: number) => number;

/**
 * A source field. Its cells are pure functions, and every cell has an order-preserving code of one or two safe
 * integers: texts their rank, decimals their unscaled value, dates day and tick. So the engine filters and sorts all
 * types alike, exactly, and knows none of them.
 */
export interface FieldSource {
  readonly record: ColumnRecord;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
  /**
   * Grows from row to row of the key order, is never null, and no version changes it: a comparison is then a range of
   * rows, found without a scan.
   */
  readonly isMonotone: boolean;
  /**
   * After so many ids the same values come again, in the same order, and no version changes them: rows are then found
   * without a scan. Null where they do not.
   */
  readonly period: number | null;
  readonly valueAt: (id: number, version: number) => CellText;
  /** Writes the same cell as JSON. */
  readonly writeAt: (out: JsonBytes, id: number, version: number) => void;
  /** `NULL_PART` where the cell is null. */
  readonly majorAt: PartAt;
  /** Null where the major part decides alone. */
  readonly minorAt: PartAt | null;
  /** For fields whose major parts are ranks in a dictionary. */
  readonly dictionary: (() => TextDictionary) | null;
  /** The field where it is known when the versions of the source came; null where that makes no difference. */
  readonly atMoments: ((moments: VersionMoments) => FieldSource) | null;
}

/** When each version of the source came, from version 1 on: milliseconds since 1970, by the clock on the wall. */
export type VersionMoments = readonly number[];

/** The operations that a query can use on a field; both by default. */
interface Uses {
  readonly isFilterable?: boolean;
  readonly isSortable?: boolean;
  readonly isMonotone?: boolean;
  readonly period?: number;
}

function uses({ isFilterable = true, isSortable = true, isMonotone = false, period }: Uses) {
  return { isFilterable, isSortable, isMonotone, period: period ?? null };
}

/** A text out of a dictionary; a negative code is null. */
export function dictionaryField(
  record: ColumnRecord,
  dictionary: () => TextDictionary,
  codeAt: PartAt,
  options: Uses = {},
): FieldSource {
  let ranks: Uint32Array | null = null;
  return {
    record,
    type: 'text',
    ...uses(options),
    valueAt: (id, version) => {
      const code = codeAt(id, version);
      return code < 0 ? null : dictionary().textOf(code);
    },
    writeAt: (out, id, version) => {
      const code = codeAt(id, version);
      if (code < 0) out.ascii('null');
      else out.encoded(dictionary().jsonOf(code));
    },
    majorAt: (id, version) => {
      const code = codeAt(id, version);
      if (code < 0) return NULL_PART;
      ranks ??= dictionary().ranks;
      return ranks[code] ?? NULL_PART;
    },
    minorAt: null,
    dictionary,
    atMoments: null,
  };
}

/** The values of a field's cells, besides its record. */
interface Parts {
  readonly majorAt: PartAt;
  /** Absent where the major part decides alone. */
  readonly minorAt?: PartAt;
  readonly valueOf: (major: number, minor: number) => CellText;
  /** Writes the value as JSON. */
  readonly write: (out: JsonBytes, major: number, minor: number) => void;
}

function fieldOfParts(
  record: ColumnRecord,
  type: FieldSource['type'],
  { majorAt, minorAt, valueOf, write }: Parts,
  options: Uses,
): FieldSource {
  return {
    record,
    type,
    ...uses(options),
    valueAt: (id, version) => {
      const major = majorAt(id, version);
      return Number.isNaN(major) ? null : valueOf(major, minorAt === undefined ? 0 : minorAt(id, version));
    },
    writeAt: (out, id, version) => {
      const major = majorAt(id, version);
      if (Number.isNaN(major)) out.ascii('null');
      else write(out, major, minorAt === undefined ? 0 : minorAt(id, version));
    },
    majorAt,
    minorAt: minorAt ?? null,
    dictionary: null,
    atMoments: null,
  };
}

/**
 * A text made from a number in such a way that the texts sort as the numbers do, e.g. a padded article number. It has
 * letters and digits of ASCII alone, so that JSON escapes none of it.
 */
export function serialField(
  record: ColumnRecord,
  serialAt: PartAt,
  textOf: (serial: number) => string,
  options: Uses = {},
): FieldSource {
  // Rows that follow each other often have the same one.
  let lastSerial = Number.NaN;
  let lastText = '';
  const valueOf = (serial: number) => {
    if (serial !== lastSerial) {
      lastText = textOf(serial);
      lastSerial = serial;
    }
    return lastText;
  };
  const write = (out: JsonBytes, serial: number) => out.quoted(valueOf(serial));
  return fieldOfParts(record, 'text', { majorAt: serialAt, valueOf, write }, options);
}

/** A number by its unscaled safe integer at the record's scale. */
export function numberField(record: ColumnRecord, unscaledAt: PartAt, options: Uses = {}): FieldSource {
  const valueOf = (unscaled: number) => decimalText(unscaled, record.scale);
  const write = (out: JsonBytes, unscaled: number) => out.decimal(unscaled, record.scale);
  return fieldOfParts(record, 'number', { majorAt: unscaledAt, valueOf, write }, options);
}

/** A number of up to 18 digits: its unscaled value is `major * 1e9 + minor`, minor from 0 to 999,999,999. */
export function wideNumberField(
  record: ColumnRecord,
  majorAt: PartAt,
  minorAt: PartAt,
  options: Uses = {},
): FieldSource {
  const valueOf = (major: number, minor: number) => wideDecimalText(major, minor, record.scale);
  const write = (out: JsonBytes, major: number, minor: number) => out.ascii(valueOf(major, minor));
  return fieldOfParts(record, 'number', { majorAt, minorAt, valueOf, write }, options);
}

/** A date by its day since 1970, without a time of day. */
export function dateField(record: ColumnRecord, dayAt: PartAt, options: Uses = {}): FieldSource {
  const write = (out: JsonBytes, day: number) => out.quoted(dateText(day));
  return fieldOfParts(record, 'date', { majorAt: dayAt, valueOf: dateText, write }, options);
}

/** A date-time by its day and its tick of 100 ns within the day; the record's scale says how many digits are stored. */
export function dateTimeField(
  record: ColumnRecord,
  dayAt: PartAt,
  tickAt: PartAt,
  options: Uses = {},
): FieldSource {
  const step = 10 ** (7 - record.scale);
  const storedTickAt: PartAt = (id, version) => Math.floor(tickAt(id, version) / step) * step;
  const valueOf = (day: number, tick: number) => dateTimeText(day, tick, record.scale);
  const write = (out: JsonBytes, day: number, tick: number) => writeDateTime(out, day, tick, record.scale);
  return fieldOfParts(record, 'date', { majorAt: dayAt, minorAt: storedTickAt, valueOf, write }, options);
}

/** True/false by 1 and 0. */
export function bitField(record: ColumnRecord, bitAt: PartAt, options: Uses = {}): FieldSource {
  const valueOf = (bit: number) => bit === 1;
  const write = (out: JsonBytes, bit: number) => out.ascii(String(bit === 1));
  return fieldOfParts(record, 'boolean', { majorAt: bitAt, valueOf, write }, options);
}

/** A field that depends on when the versions of its source came. Without these moments, it has those of a story. */
export function fieldOfMoments(make: (moments: VersionMoments) => FieldSource): FieldSource {
  return { ...make([]), atMoments: make };
}
