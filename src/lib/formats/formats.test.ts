import { describe, expect, it } from 'vitest';
import { localesToTry } from '@/test/locales-to-try';
import { createDateFormat } from './date-format';
import { createFormats } from './formats';
import { readIsoDateTime } from './iso-date';
import { parseDate } from './parse-date';

const MINUTE_MS = 60_000;

describe('createFormats', () => {
  it('groups counts in the locale, four digits too', () => {
    expect(createFormats('de', 'en').formatInteger(1_234_567)).toBe('1.234.567');
    expect(createFormats('es', 'en').formatInteger(1234)).toBe('1.234');
    expect(createFormats('en-GB', 'de').formatPercent(0.416)).toBe('42%');
  });

  it('writes moments with four-digit years and in the zone of the browser', () => {
    const at = new Date(2026, 10, 21, 9, 7);
    const { formatDateTime, formatTime } = createFormats('de', 'en');
    expect(formatDateTime(at.getTime())).toMatch(/^21\.11\.2026\D+09:07$/);
    expect(formatTime(at.getTime())).toBe('09:07');
  });

  it('writes moments as columns write theirs, in any locale: in one order and one calendar, to be read again', () => {
    const at = new Date(2026, 10, 3, 15, 7, 9);
    const value = readIsoDateTime('2026-11-03T15:07:09');
    if (value === null) throw new Error('It is one.');
    for (const locale of localesToTry()) {
      const { formatDateTime, formatExactDateTime } = createFormats(locale, 'en');
      const format = createDateFormat(locale);
      expect(formatDateTime(at.getTime()), `in ${locale}`).toBe(format.formatMinute(value));
      expect(formatExactDateTime(at.getTime()), `in ${locale}`).toBe(format.formatDateTime(value));
      expect(parseDate(formatExactDateTime(at.getTime()), { locale }), `in ${locale}`).toMatchObject({
        ok: true,
        value: '2026-11-03T15:07:09',
      });
    }
  });

  it.each([
    [0, '0:00'],
    [-5000, '0:00'],
    [1, '0:01'],
    [59_999, '1:00'],
    [61_000, '1:01'],
    [60 * MINUTE_MS, '1:00:00'],
    [(26 * 60 + 3) * MINUTE_MS + 4000, '26:03:04'],
  ])('counts %i ms down as %s', (remainingMs, text) => {
    expect(createFormats('en-GB', 'en').formatCountdown(remainingMs)).toBe(text);
  });

  it.each([
    [20, 'en', '1 second'],
    [25_000, 'en', '25 seconds'],
    [25_000, 'de', '25 Sekunden'],
    [3.2 * MINUTE_MS, 'de', '3 Minuten'],
    [26 * 60 * MINUTE_MS, 'en', '1 day'],
  ])('estimates %i ms in %s as %s', (durationMs, language, text) => {
    expect(createFormats('en-GB', language).formatDuration(durationMs)).toBe(text);
  });

  it.each([
    [0, 'now'],
    [-200, 'now'],
    [30_000, 'in 30 seconds'],
    [59_600, 'in 1 minute'],
    [-5 * MINUTE_MS, '5 minutes ago'],
    [59.6 * MINUTE_MS, 'in 1 hour'],
    [-3 * 60 * MINUTE_MS, '3 hours ago'],
    [-30 * 60 * MINUTE_MS, '1 day ago'],
    [90 * 24 * 60 * MINUTE_MS, 'in 90 days'],
  ])('says %d ms as "%s"', (fromNowMs, text) => {
    expect(createFormats('de', 'en').formatRelative(fromNowMs)).toBe(text);
  });
});
