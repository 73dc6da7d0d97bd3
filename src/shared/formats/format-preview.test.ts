import { describe, expect, it } from 'vitest';
import { FORMAT_LOCALES } from './format-locales';
import { formatPreview } from './format-preview';

describe('formatPreview', () => {
  it('shows how a place writes', () => {
    expect(formatPreview('de')).toEqual({
      number: '1.234.567,89',
      date: '31.12.2026',
      csvDelimiter: ';',
      csvDecimal: ',',
    });
    expect(formatPreview('en-GB')).toEqual({
      number: '1,234,567.89',
      date: '31/12/2026',
      csvDelimiter: ',',
      csvDecimal: '.',
    });
  });

  it.each(FORMAT_LOCALES)('keeps delimiter and decimal sign apart in %s', (locale) => {
    const { csvDelimiter, csvDecimal, date } = formatPreview(locale);
    expect(csvDelimiter).not.toBe(csvDecimal);
    expect(date).toContain('2026');
  });
});
