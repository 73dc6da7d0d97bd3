import { describe, expect, it } from 'vitest';
import { entryIssue, entryText, exampleText, readEntry } from './entry';
import { testField } from './test-price-column';
import { withAddedValues } from './value-list';

const NUMBER = testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, precision: 18 });
const DATE = testField('ValidFrom', { type: 'date', sqlType: 'datetime2' });
const DAY = testField('Day', { type: 'date', sqlType: 'date' });
const TEXT = testField('Name');

describe('readEntry', () => {
  it.each([
    ['en-GB', NUMBER, '1,234.50', '1234.50'],
    ['de-DE', NUMBER, '1.234,50', '1234.50'],
    ['de-DE', NUMBER, '1.234', '1234'],
    ['de-DE', NUMBER, '12.5', null],
    ['en-GB', NUMBER, '12.345678', '12.345678'],
    ['en-GB', DATE, '31/01/2026', '2026-01-31'],
    ['en-GB', DATE, '01/31/2026', null],
    ['en-US', DATE, '01/31/2026', '2026-01-31'],
    ['de-DE', DATE, '31.1.26', '2026-01-31'],
    ['de-DE', DATE, '2026-01-31', '2026-01-31'],
    // To the minute: all of it is meant.
    ['de-DE', DATE, '31.1.2026 10:05', '2026-01-31T10:05'],
    ['de-DE', DATE, '31.1.2026 10:05:00', '2026-01-31T10:05:00'],
    ['de-DE', DAY, '31.1.2026 10:05', null],
    ['en-GB', TEXT, ' kept as typed ', ' kept as typed '],
  ])('%s %#: %s', (locale, field, text, value) => {
    expect(readEntry(text, field, locale).value).toBe(value);
  });

  it('takes blank for nothing, and keeps what it cannot read', () => {
    expect(readEntry('  ', NUMBER, 'en-GB')).toEqual({ value: null, text: null });
    expect(readEntry('', TEXT, 'en-GB')).toEqual({ value: null, text: null });
    expect(readEntry('12,,5', NUMBER, 'en-GB')).toEqual({ value: null, text: '12,,5' });
  });
});

describe('entryIssue', () => {
  it.each([
    ['de-DE', NUMBER, '12.5', 'other-notation', '12,5'],
    ['en-GB', NUMBER, 'abc', 'not-a-number', null],
    ['en-GB', DATE, '30/02/2026', 'no-such-date', null],
    ['en-GB', DATE, '46047', 'serial-number', '25/01/2026'],
  ])('%s %#: %s', (locale, field, text, reason, repair) => {
    expect(entryIssue(text, field, locale)).toEqual({ reason, repair });
  });

  it('offers repairs that are read', () => {
    const repair = entryIssue('12.5', NUMBER, 'de-DE')?.repair ?? '';
    expect(readEntry(repair, NUMBER, 'de-DE').value).toBe('12.5');
    expect(entryIssue('12,5', NUMBER, 'de-DE')).toBeNull();
  });
});

describe('entryText', () => {
  it('shows what was typed, else the value in the locale, with every digit', () => {
    expect(entryText({ value: '1234.50', text: '1.234,50' }, NUMBER, 'de-DE')).toBe('1.234,50');
    expect(entryText({ value: '12345678901234.5600', text: null }, NUMBER, 'de-DE')).toBe(
      '12345678901234,5600',
    );
    expect(entryText({ value: '2026-01-31', text: null }, DATE, 'de-DE')).toBe('31.01.2026');
    expect(entryText({ value: 'a', text: null }, TEXT, 'de-DE')).toBe('a');
    expect(entryText({ value: null, text: null }, NUMBER, 'de-DE')).toBe('');
  });

  it.each(['en-GB', 'de-DE', 'fr', 'sv', 'da', 'hu', 'en-US'])('is read back in %s', (locale) => {
    for (const [field, value] of [
      [NUMBER, '-1234567.8900'],
      [DATE, '2026-01-31'],
      [DATE, '2026-01-31T22:05'],
      [DATE, '2026-01-31T22:05:07.1234567'],
    ] as const) {
      expect(readEntry(entryText({ value, text: null }, field, locale), field, locale).value).toBe(value);
    }
  });

  it('gives examples that are read', () => {
    for (const field of [NUMBER, DATE]) {
      expect(readEntry(exampleText(field, 'de-DE'), field, 'de-DE').value).not.toBeNull();
    }
  });
});

describe('withAddedValues', () => {
  it('takes a column of a spreadsheet, without what is there twice', () => {
    const known = [{ value: '2.00', text: '2' }];
    const added = withAddedValues(known, '1.000,5\r\n2\r\n\r\nx\r\n1000,5\r\nx\r\n', NUMBER, 'de-DE');
    expect(added.values.map(({ value, text }) => value ?? text)).toEqual(['2.00', '1000.5', 'x']);
    expect(added).toMatchObject({ addedCount: 2, duplicateCount: 3, unreadableCount: 1 });
  });

  it('parts by semicolons only where there are no lines, and never by commas', () => {
    const valuesOf = (text: string) =>
      withAddedValues([], text, TEXT, 'en-GB').values.map(({ value }) => value);
    expect(valuesOf('DE; AT;CH')).toEqual(['DE', 'AT', 'CH']);
    expect(valuesOf('a;b\nc')).toEqual(['a;b', 'c']);
    expect(valuesOf('Smith, Sons')).toEqual(['Smith, Sons']);
    expect(valuesOf('a\tb')).toEqual(['a', 'b']);
  });

  it('takes back what was copied here, without the guard against formulas', () => {
    const added = withAddedValues([], "'=1+1\r\n'-x\r\n'quoted'", TEXT, 'en-GB');
    expect(added.values.map(({ value }) => value)).toEqual(['=1+1', '-x', "'quoted'"]);
  });

  it('takes five thousand values', () => {
    const text = Array.from({ length: 5000 }, (_, index) => String(index)).join('\n');
    expect(withAddedValues([], text, NUMBER, 'en-GB').addedCount).toBe(5000);
  });
});
