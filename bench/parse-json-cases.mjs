import { medianMs } from './median-ms.mjs';

/**
 * The text of a page as the service writes it: decimals with all places of their scale, quotes and umlauts in names.
 * @param {number} rowCount
 */
function pageText(rowCount) {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const decimal = (/** @type {number} */ max) => (random() * max).toFixed(2) + '00';
  const rows = Array.from({ length: rowCount }, (_, row) =>
    [
      `{"Number":"ART-${100000 + row}"`,
      `"Name":"Sechskantschraube M${row % 20} \\"verzinkt\\", 100 Stück"`,
      `"PriceList":"EUR-DE"`,
      `"Currency":"EUR"`,
      `"Value":${decimal(5000)}`,
      `"Cost":${decimal(4000)}`,
      `"Discount":${decimal(30)}`,
      `"MinQuantity":${row % 100}`,
      `"ValidFrom":"2026-01-31T00:00:00.0000000"`,
      `"ValidTo":null`,
      `"NeedsPrice":true`,
      `"Modified":"2026-05-04T10:11:12.1234567"}`,
    ].join(),
  );
  return `{"Data":{"data":[${rows.join()}],"totalRecords":1000000,"page":1},"Errors":[],"Succeeded":true}`;
}

/** @param {string} text */
function withRegularExpression(text) {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  );
  return JSON.parse(quoted);
}

/** @param {string} text */
function withReviver(text) {
  /** @type {(text: string, reviver: (key: string, value: unknown, context?: { source: string }) => unknown) => unknown} */
  const parse = JSON.parse;
  return parse(text, (_, value, context) => {
    if (typeof value !== 'number') return value;
    if (context === undefined) throw new Error('no source text');
    return String(value) === context.source ? value : context.source;
  });
}

/**
 * @param {{ parseJson: (text: string) => unknown }} product
 * @returns {import('./in-node-and-chromium.mjs').Figure[]}
 */
export function figures({ parseJson }) {
  const pages = [
    { page: '300 rows x 12', text: pageText(300) },
    { page: '16,000 rows x 12', text: pageText(16_000) },
    { page: 'decimals as strings', text: pageText(16_000).replace(/":(\d+\.\d+)/g, '":"$1"') },
  ];
  const ways = [
    { way: 'JSON.parse (loses digits)', parse: JSON.parse },
    { way: 'parseJson', parse: parseJson },
    { way: 'regular expression + JSON.parse', parse: withRegularExpression },
    { way: 'reviver with source text', parse: withReviver },
  ];
  return pages.flatMap(({ page, text }) =>
    ways.flatMap(({ way, parse }) => {
      const ms = medianMs(() => parse(text));
      return ms === null ? [] : [{ work: `${page}, ${Math.round(text.length / 1024)} kB`, way, ms }];
    }),
  );
}
