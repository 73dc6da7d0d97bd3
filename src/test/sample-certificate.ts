import { CERTIFICATE_KIND, type Certificate } from '@/rows/certificates/certificate';

/** The certificate of an export of 5,000 rows with one column. */
export const CERTIFICATE: Certificate = {
  kind: CERTIFICATE_KIND,
  version: 1,
  service: 'https://prices.test/papi',
  priceColumn: 'SalesPrice',
  snapshot: {
    cacheKey: 'key',
    rows: 5_000,
    created: '2026-11-21T12:00:00.000Z',
    expires: '2026-11-21T13:00:00.000Z',
  },
  query: { words: [], request: null },
  columns: [{ name: 'ItemNumber', type: 'text', sqlType: 'nvarchar', scale: null }],
  rows: { first: 1, last: 5_000, promised: 5_000, written: 5_000 },
  pages: { first: 1, last: 1, size: 10_000 },
  keys: { columns: [], areUnique: null },
  digest: { sha256: '0'.repeat(64), blockRows: 1000, blocks: [], secondDigits: null },
  file: {
    name: 'prices',
    format: 'json-lines',
    csv: null,
    textColumns: [],
    numbersAsText: 0,
    datesAsText: 0,
    datesCut: 0,
    guardedTexts: 0,
    replacedTexts: 0,
  },
  started: '2026-11-21T12:00:00.000Z',
  finished: '2026-11-21T12:00:00.000Z',
};
