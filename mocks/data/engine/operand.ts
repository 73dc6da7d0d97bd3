import { dayNumber, TICKS_PER_SECOND } from '../date-text';
import { MINOR_BASE } from '../decimal-text';
import type { FieldSource } from '../field';
import { SelectionError } from './selection';

/** Compares a cell, by its parts, with a value: negative where the cell is less. */
export type PartsComparator = (major: number, minor: number) => number;

/** Reads the text of a condition as a value of the field's type. Throws SelectionError. Not for texts. */
export function partsComparator(field: FieldSource, text: string): PartsComparator {
  switch (field.type) {
    case 'number':
      return numberComparator(field, text);
    case 'date':
      return dateComparator(field, text);
    case 'boolean':
      return bitComparator(field, text);
    case 'text':
      throw new Error('Texts are compared as texts.');
  }
}

function byParts(otherMajor: number, otherMinor: number): PartsComparator {
  return (major, minor) => major - otherMajor || minor - otherMinor;
}

function numberComparator(field: FieldSource, text: string): PartsComparator {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null) throw badValue(field, text, 'a number like 1234.5');
  const [, sign, whole = '', fraction = ''] = match;
  const { scale } = field.record;
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  const isNegative = sign === '-';
  const hasRest = /[1-9]/.test(fraction.slice(scale));
  const magnitude = BigInt(whole + kept);
  // Digits beyond the column's scale: the value lies between two storable ones, of which this is the lower.
  const floor = (isNegative ? -magnitude : magnitude) - (isNegative && hasRest ? 1n : 0n);
  const compare = field.minorAt === null ? singlePart(floor) : twoParts(floor);
  return hasRest ? (major, minor) => (compare(major, minor) <= 0 ? -1 : 1) : compare;
}

// Cells are safe integers. A value beyond them may be rounded without changing on which side of a cell it lies.
function singlePart(unscaled: bigint): PartsComparator {
  const other = Number(unscaled);
  return (major) => major - other;
}

function twoParts(unscaled: bigint): PartsComparator {
  const base = BigInt(MINOR_BASE);
  const minor = ((unscaled % base) + base) % base;
  return byParts(Number((unscaled - minor) / base), Number(minor));
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?)?$/;

function dateComparator(field: FieldSource, text: string): PartsComparator {
  const match = DATE.exec(text);
  const parts = match?.slice(1, 7).map((part: string | undefined) => Number(part ?? 0)) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const isCalendarDay = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  if (match === null || !isCalendarDay || hour > 23 || minute > 59 || second > 59) {
    throw badValue(field, text, 'a date like 2026-01-31 or 2026-01-31T10:00:00.0000000');
  }
  const ticks = (hour * 3600 + minute * 60 + second) * TICKS_PER_SECOND;
  return byParts(dayNumber(year, month, day), ticks + Number((match[7] ?? '').padEnd(7, '0')));
}

function daysInMonth(year: number, month: number): number {
  return (
    dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - dayNumber(year, month, 1)
  );
}

function bitComparator(field: FieldSource, text: string): PartsComparator {
  if (text !== 'true' && text !== 'false') throw badValue(field, text, 'true or false');
  return byParts(text === 'true' ? 1 : 0, 0);
}

function badValue(field: FieldSource, text: string, expected: string): SelectionError {
  return new SelectionError(
    `The value "${text}" does not suit the column "${field.record.name}": it must be ${expected}.`,
  );
}
