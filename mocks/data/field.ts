import type { ColumnRecord } from './column-record';
import { dateText, dateTimeText, writeDateTime } from './date-text';
import { decimalText, wideDecimalText } from './decimal-text';
import type { JsonBytes } from './json-bytes';
import type { TextDictionary } from './text-dictionary';

/** A cell in which numbers and dates are exact texts. */
export type CellText = string | boolean | null;

export const NULL_PART = Number.NaN;

/** A pure function that returns a part of a cell, by the id of its row and the version of the source. */
export type PartAt = (id: number, version: number) => number;

/** A field of a source. Each cell is one or two numbers that sort like its value, so the engine handles all types in the same way. */
export interface FieldSource {
  readonly record: ColumnRecord;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
  /** Whether values grow in key order, without nulls, in every version. If so, filters are ranges of rows, found without a scan. */
  readonly isMonotone: boolean;
  /** The number of ids after which the values repeat in every version, so that no scan is needed; null if they do not repeat. */
  readonly period: number | null;
  readonly valueAt: (id: number, version: number) => CellText;
  /** Writes the cell that `valueAt` returns as JSON. */
  readonly writeAt: (out: JsonBytes, id: number, version: number) => void;
  /** Returns the major part of a cell; `NULL_PART` if the cell is null. */
  readonly majorAt: PartAt;
  /** Returns the minor part of a cell; null if the major part alone determines the value. */
  readonly minorAt: PartAt | null;
  /** The dictionary of the texts, if the major parts are ranks in it; null for other fields. */
  readonly dictionary: (() => TextDictionary) | null;
  /** Returns the field for known times of the source's versions; null if the times make no difference. */
  readonly atMoments: ((moments: VersionMoments) => FieldSource) | null;
}

/** The time at which each version of the source began, from version 1 on, in milliseconds since 1970 of local time. */
export type VersionMoments = readonly number[];

/** What a query can do with a field. By default, it can filter and sort by it. */
interface Uses {
  readonly isFilterable?: boolean;
  readonly isSortable?: boolean;
  readonly isMonotone?: boolean;
  readonly period?: number;
}

function uses({ isFilterable = true, isSortable = true, isMonotone = false, period }: Uses) {
  return { isFilterable, isSortable, isMonotone, period: period ?? null };
}

/** Creates a field of texts from a dictionary. A negative code means null. */
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

interface Parts {
  readonly majorAt: PartAt;
  readonly minorAt?: PartAt;
  readonly valueOf: (major: number, minor: number) => CellText;
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

/** Creates a field of texts that sort like their number, such as padded article numbers. Their characters need no escaping in JSON. */
export function serialField(
  record: ColumnRecord,
  serialAt: PartAt,
  textOf: (serial: number) => string,
  options: Uses = {},
): FieldSource {
  // The last text is cached, because consecutive rows often have the same serial number.
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

/** Creates a field of numbers. Each is given as a safe integer in units of its last digit, by the record's scale. */
export function numberField(record: ColumnRecord, unscaledAt: PartAt, options: Uses = {}): FieldSource {
  const valueOf = (unscaled: number) => decimalText(unscaled, record.scale);
  const write = (out: JsonBytes, unscaled: number) => out.decimal(unscaled, record.scale);
  return fieldOfParts(record, 'number', { majorAt: unscaledAt, valueOf, write }, options);
}

/** Creates a field of numbers with up to 18 digits. The unscaled value is `major * 1e9 + minor`, with minor from 0 to 999,999,999. */
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

/** Creates a field of dates without a time of day, given in days since 1970. */
export function dateField(record: ColumnRecord, dayAt: PartAt, options: Uses = {}): FieldSource {
  const write = (out: JsonBytes, day: number) => out.quoted(dateText(day));
  return fieldOfParts(record, 'date', { majorAt: dayAt, valueOf: dateText, write }, options);
}

/** Creates a field of date-times, given by day and tick (100 ns) of the day. The record's scale is the number of fraction digits. */
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

/** Creates a field of booleans. 1 means true, and 0 means false. */
export function bitField(record: ColumnRecord, bitAt: PartAt, options: Uses = {}): FieldSource {
  const valueOf = (bit: number) => bit === 1;
  const write = (out: JsonBytes, bit: number) => out.ascii(String(bit === 1));
  return fieldOfParts(record, 'boolean', { majorAt: bitAt, valueOf, write }, options);
}

/** Creates a field that depends on the times of its source's versions. If the times are unknown, it uses invented ones. */
export function fieldOfMoments(make: (moments: VersionMoments) => FieldSource): FieldSource {
  return { ...make([]), atMoments: make };
}
