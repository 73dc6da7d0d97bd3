import { describe, expect, it } from 'vitest';
import { exampleText, formatOperand, operandIssue, parseOperand, percentText } from './operand-text';
import { testField } from '@/test/test-price-column';

const NUMBER = testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, precision: 18 });
const PERCENT = testField('Discount', { type: 'number', sqlType: 'decimal', formatting: '0.0%' });
const QUOTED_PERCENT = testField('Discount', { type: 'number', sqlType: 'decimal', formatting: '0.0"%"' });
const DATE = testField('ValidFrom', { type: 'date', sqlType: 'datetime2' });
const DAY = testField('Day', { type: 'date', sqlType: 'date' });
const TEXT = testField('Name');

describe('parseOperand', () => {
  it.each([
    ['en-GB', NUMBER, '1,234.50', '1234.50'],
    ['de-DE', NUMBER, '1.234,50', '1234.50'],
    ['de-DE', NUMBER, '1.234', '1234'],
    ['de-DE', NUMBER, '12.5', null],
    ['en-GB', NUMBER, '12.345678', '12.345678'],
    ['en-GB', DATE, '31/01/2026', '2026-01-31'],
    ['en-GB', DATE, '01/31/2026', null],
    ['en-US', DATE, '01/31/2026', '2026-01-31'],
    ['de-DE', DATE, '31.1.26', null],
    ['de-DE', PERCENT, '12,5 %', '0.125'],
    ['de-DE', PERCENT, '0,125', '0.125'],
    ['de-DE', NUMBER, '12,5 %', null],
    // The percent sign of this column is a literal text: the stored number is not a fraction.
    ['de-DE', QUOTED_PERCENT, '12,5 %', null],
    ['de-DE', DATE, '2026-01-31', '2026-01-31'],
    // A time without seconds means the whole minute.
    ['de-DE', DATE, '31.1.2026 10:05', '2026-01-31T10:05'],
    ['de-DE', DATE, '31.1.2026 10:05:00', '2026-01-31T10:05:00'],
    ['de-DE', DAY, '31.1.2026 10:05', null],
    ['en-GB', TEXT, ' kept as typed ', ' kept as typed '],
  ])('%s %#: %s', (locale, field, text, value) => {
    expect(parseOperand(text, field, locale).value).toBe(value);
  });

  it('reads blank text as no value and keeps invalid text', () => {
    expect(parseOperand('  ', NUMBER, 'en-GB')).toEqual({ value: null, text: null });
    expect(parseOperand('', TEXT, 'en-GB')).toEqual({ value: null, text: null });
    expect(parseOperand('12,,5', NUMBER, 'en-GB')).toEqual({ value: null, text: '12,,5' });
  });
});

describe('operandIssue', () => {
  it.each([
    ['de-DE', NUMBER, '12.5', 'other-notation', ['12,5']],
    ['de-DE', QUOTED_PERCENT, '12,5 %', 'percent', ['12,5']],
    ['en-GB', NUMBER, 'abc', 'not-a-number', []],
    ['en-GB', DATE, '30/02/2026', 'no-such-date', []],
    ['en-GB', DATE, '46047', 'serial-number', ['25/01/2026']],
    ['en-GB', DATE, '31/12/99', 'two-digit-year', ['31/12/2099', '31/12/1999']],
  ])('%s %#: %s', (locale, field, text, reason, repairs) => {
    expect(operandIssue(text, field, locale)).toEqual({ reason, repairs });
  });

  it('offers repairs that can be parsed', () => {
    const repair = operandIssue('12.5', NUMBER, 'de-DE')?.repairs[0] ?? '';
    expect(parseOperand(repair, NUMBER, 'de-DE').value).toBe('12.5');
    expect(operandIssue('12,5', NUMBER, 'de-DE')).toBeNull();
  });
});

describe('formatOperand', () => {
  it('shows the typed text, else the value in the locale with every digit', () => {
    expect(formatOperand({ value: '1234.50', text: '1.234,50' }, NUMBER, 'de-DE')).toBe('1.234,50');
    expect(formatOperand({ value: '12345678901234.5600', text: null }, NUMBER, 'de-DE')).toBe(
      '12345678901234,5600',
    );
    expect(formatOperand({ value: '2026-01-31', text: null }, DATE, 'de-DE')).toBe('31.01.2026');
    expect(formatOperand({ value: 'a', text: null }, TEXT, 'de-DE')).toBe('a');
    expect(formatOperand({ value: null, text: null }, NUMBER, 'de-DE')).toBe('');
  });

  it.each(['en-GB', 'de-DE', 'fr', 'sv', 'da', 'hu', 'en-US'])('can be parsed again in %s', (locale) => {
    for (const [field, value] of [
      [NUMBER, '-1234567.8900'],
      [DATE, '2026-01-31'],
      [DATE, '2026-01-31T22:05'],
      [DATE, '2026-01-31T22:05:07.1234567'],
    ] as const) {
      expect(parseOperand(formatOperand({ value, text: null }, field, locale), field, locale).value).toBe(
        value,
      );
    }
  });

  it('gives examples that can be parsed', () => {
    for (const field of [NUMBER, DATE]) {
      expect(parseOperand(exampleText(field, 'de-DE'), field, 'de-DE').value).not.toBeNull();
    }
  });
});

describe('percentText', () => {
  it('shows what a number is in a column of percentages', () => {
    expect(percentText('0.1250', PERCENT, 'de-DE')).toBe('12,5%');
    expect(percentText('12.5', PERCENT, 'en-GB')).toBe('1,250%');
    expect(percentText('12.5', NUMBER, 'en-GB')).toBeNull();
    expect(percentText('12.5', QUOTED_PERCENT, 'en-GB')).toBeNull();
  });
});
