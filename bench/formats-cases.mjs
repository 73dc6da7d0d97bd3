import { medianMs } from './median-ms.mjs';

const LOCALE = 'de';
const VALUES = 1000;

const price = { type: 'number', sqlType: 'decimal', formatting: '#,##0.00', scale: 4, align: null };
const moment = { type: 'date', sqlType: 'datetime2', formatting: '', scale: 7, align: null };

/**
 * @param {{
 *   createColumnFormat: (column: object, options: object) => { formatValue: (value: string | boolean) => unknown },
 *   parseDecimal: (text: string, options: object) => unknown,
 *   parseDate: (text: string, options: object) => unknown,
 *   sumDecimals: (decimals: string[]) => string,
 * }} product
 * @returns {import('./in-node-and-chromium.mjs').Figure[]}
 */
export function figures({ createColumnFormat, parseDecimal, parseDate, sumDecimals }) {
  const prices = Array.from({ length: VALUES }, (_, index) => (index * 1234.5678).toFixed(4));
  const moments = prices.map((_, index) => `2026-01-${10 + (index % 20)}T10:11:12.1234567`);
  const written = prices.map((_, index) => `1.${100 + (index % 800)},50`);
  const days = prices.map((_, index) => `${10 + (index % 20)}.01.2026`);

  /** @type {(column: object, values: string[]) => () => void} */
  const formatted = (column, values) => {
    const { formatValue } = createColumnFormat(column, {
      locale: LOCALE,
      labels: { true: 'Ja', false: 'Nein' },
    });
    return () => {
      for (const value of values) formatValue(value);
    };
  };
  const cases = [
    { work: 'write a price', way: '#,##0.00', run: formatted(price, prices) },
    { work: 'write a number', way: 'no format', run: formatted({ ...price, formatting: '' }, prices) },
    { work: 'write a share', way: '0.0%', run: formatted({ ...price, formatting: '0.0%' }, prices) },
    {
      work: 'write a day',
      way: 'Short Date',
      run: formatted({ ...moment, formatting: 'Short Date' }, moments),
    },
    { work: 'write a moment', way: 'no format', run: formatted(moment, moments) },
    {
      work: 'write a moment',
      way: 'yyyy-mm-dd hh:mm',
      run: formatted({ ...moment, formatting: 'yyyy-mm-dd hh:mm' }, moments),
    },
    {
      work: 'read a price',
      way: '1.234,50',
      run: () => {
        for (const text of written) parseDecimal(text, { locale: LOCALE });
      },
    },
    {
      work: 'read a day',
      way: '31.01.2026',
      run: () => {
        for (const text of days) parseDate(text, { locale: LOCALE });
      },
    },
    { work: 'add a price to a sum', way: 'exact', run: () => sumDecimals(prices) },
  ];
  return cases.map(({ work, way, run }) => ({ work, way, ms: (medianMs(run) ?? Number.NaN) / VALUES }));
}
