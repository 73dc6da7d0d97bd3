import { dayNumber, TICKS_PER_SECOND } from '../date-text';
import { MINOR_BASE } from '../decimal-text';
import type { FieldSource } from '../field';
import { SelectionError } from './selection';

/** A value of a condition, split into a major and a minor part like a cell. */
export interface Operand {
  readonly major: number;
  readonly minor: number;
  /** Whether the value has more digits than the column stores, so that it is between this value and the next larger one. */
  readonly hasRest: boolean;
}

/** Reads the value of a condition. The field's type must not be text. Throws SelectionError. */
export function operandOf(field: FieldSource, text: string): Operand {
  switch (field.type) {
    case 'number':
      return numberOperand(field, text);
    case 'date':
      return dateOperand(field, text);
    case 'boolean':
      return bitOperand(field, text);
    case 'text':
      throw new Error('Texts are compared as texts.');
  }
}

/** Compares a cell with a value. Returns a negative number if the cell is less. */
export function compareWith(operand: Operand, major: number, minor: number): number {
  const sign = major - operand.major || minor - operand.minor;
  return operand.hasRest && sign === 0 ? -1 : sign;
}

function numberOperand(field: FieldSource, text: string): Operand {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null) throw badValue(field, text, 'a number like 1234.5');
  const [, sign, whole = '', fraction = ''] = match;
  const { scale } = field.record;
  const magnitude = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const hasRest = /[1-9]/.test(fraction.slice(scale));
  const isNegative = sign === '-';
  const unscaled = (isNegative ? -magnitude : magnitude) - (isNegative && hasRest ? 1n : 0n);
  // Cells are safe integers. A larger value may be rounded here, but compares with every cell in the same way.
  if (field.minorAt === null) return { major: Number(unscaled), minor: 0, hasRest };
  const base = BigInt(MINOR_BASE);
  const minor = ((unscaled % base) + base) % base;
  return { major: Number((unscaled - minor) / base), minor: Number(minor), hasRest };
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?)?$/;

function dateOperand(field: FieldSource, text: string): Operand {
  const match = DATE.exec(text);
  const parts = match?.slice(1, 7).map((part: string | undefined) => Number(part ?? 0)) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const isCalendarDay = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  if (match === null || !isCalendarDay || hour > 23 || minute > 59 || second > 59) {
    throw badValue(field, text, 'a date like 2026-01-31 or 2026-01-31T10:00:00.0000000');
  }
  const ticks = (hour * 3600 + minute * 60 + second) * TICKS_PER_SECOND;
  return {
    major: dayNumber(year, month, day),
    minor: ticks + Number((match[7] ?? '').padEnd(7, '0')),
    hasRest: false,
  };
}

function daysInMonth(year: number, month: number): number {
  return (
    dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - dayNumber(year, month, 1)
  );
}

function bitOperand(field: FieldSource, text: string): Operand {
  if (text !== 'true' && text !== 'false') throw badValue(field, text, 'true or false');
  return { major: text === 'true' ? 1 : 0, minor: 0, hasRest: false };
}

function badValue(field: FieldSource, text: string, expected: string): SelectionError {
  return new SelectionError(
    `The value "${text}" does not suit the column "${field.record.name}": it must be ${expected}.`,
  );
}
