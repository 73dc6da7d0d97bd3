import { expect, it } from 'vitest';
import { testField } from '@/test/test-price-column';
import { chosenOperand, createKnownValueText } from './known-value-text';

const labels = { true: 'True', false: 'False' };

function priceField(formatting: string) {
  return testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4, formatting });
}

it.each([
  { formatting: '#,##0.00', locale: 'en-GB', value: '5.1900', text: '5.19', chosen: '5.19' },
  { formatting: '#,##0.00', locale: 'de-DE', value: '1234.5000', text: '1.234,50', chosen: '1234.50' },
  // Rows show 2.57 for two different values, so the text of a known value has all digits.
  { formatting: '#,##0.00', locale: 'en-GB', value: '2.5734', text: '2.5734', chosen: '2.5734' },
  { formatting: '', locale: 'en-GB', value: '5.1900', text: '5.1900', chosen: '5.1900' },
  { formatting: '0.0%', locale: 'en-GB', value: '0.1250', text: '12.5%', chosen: '0.125' },
])(
  'writes $value formatted as $formatting as $text in $locale',
  ({ formatting, locale, value, ...expected }) => {
    const field = priceField(formatting);
    const text = createKnownValueText(field, { locale, labels })(value);
    expect(text).toBe(expected.text);
    expect(chosenOperand(value, text, field, locale)).toEqual({
      value: expected.chosen,
      text: expected.text,
    });
  },
);

it('keeps a value whose text could not be typed', () => {
  const field = priceField('0.00" per piece"');
  const text = createKnownValueText(field, { locale: 'en-GB', labels })('5.1900');
  expect(text).toBe('5.19 per piece');
  expect(chosenOperand('5.1900', text, field, 'en-GB')).toEqual({ value: '5.1900', text: null });
});

it('writes days as they are typed', () => {
  const field = testField('ValidFrom', { type: 'date', sqlType: 'datetime2' });
  const text = createKnownValueText(field, { locale: 'de-DE', labels })('2026-01-31');
  expect(text).toBe('31.01.2026');
  expect(chosenOperand('2026-01-31', text, field, 'de-DE')).toEqual({ value: '2026-01-31', text: null });
});
