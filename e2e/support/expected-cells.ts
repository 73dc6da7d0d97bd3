import type { CellText } from '@mocks/data/field';
import { findPriceSource, rowAt } from '@mocks/data/price-sources';

/** The formats of each region, written by hand to check the console's own formats against them. */
const REGIONS = {
  'en-GB': { group: ',', decimal: '.', date: ['day', '/', 'month', '/', 'year'], words: ['True', 'False'] },
  'de-DE': { group: '.', decimal: ',', date: ['day', '.', 'month', '.', 'year'], words: ['Wahr', 'Falsch'] },
} as const;

export type Region = keyof typeof REGIONS;

/** The accessible names of cells without visible text, such as empty texts and missing values. */
const NAMES = {
  'en-GB': { null: 'No value', empty: 'Empty text' },
  'de-DE': { null: 'Kein Wert', empty: 'Leerer Text' },
} as const;

/** Returns the texts that a row must show, by column, computed without code of the console or the service. */
export function expectedRow(
  priceColumn: string,
  rowIndex: number,
  region: Region = 'en-GB',
): Record<string, string> {
  const cells = rowAt(priceColumn, rowIndex);
  const fields = findPriceSource(priceColumn)?.fields ?? [];
  return Object.fromEntries(
    fields.map(({ record, type }) => [
      record.name,
      expectedText(cells[record.name] ?? null, { type, ...record }, region),
    ]),
  );
}

interface Metadata {
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  readonly FORMATTING: string;
}

function expectedText(cell: CellText, { type, FORMATTING: pattern }: Metadata, region: Region): string {
  if (cell === null) return NAMES[region].null;
  if (cell === '') return NAMES[region].empty;
  const { words } = REGIONS[region];
  if (typeof cell === 'boolean') return cell ? words[0] : words[1];
  switch (type) {
    case 'number':
      return numberText(cell, pattern, region);
    case 'date':
      return dateText(cell, pattern, region);
    case 'boolean':
    case 'text':
      // Invisible characters are shown as symbols.
      return cell.replaceAll(
        /[\u202a-\u202e]/g,
        (mark) => `‹U+${mark.charCodeAt(0).toString(16).toUpperCase()}›`,
      );
  }
}

function numberText(text: string, pattern: string, region: Region): string {
  const { group, decimal } = REGIONS[region];
  const [whole = '', fraction = ''] = rounded(text.replace('-', ''), placesOf(pattern)).split('.');
  const digits = pattern.startsWith('#,##0') ? whole.replaceAll(/\B(?=(\d{3})+$)/g, group) : whole;
  const sign = text.startsWith('-') && /[1-9]/.test(whole + fraction) ? '-' : '';
  return sign + digits + (fraction === '' ? '' : decimal + fraction);
}

/** Returns the decimal places of a pattern such as `#,##0.00`; null if all stored digits are shown. */
function placesOf(pattern: string): number | null {
  return pattern === '' ? null : (pattern.split('.')[1] ?? '').length;
}

/** Rounds half away from zero, on the digits themselves. */
function rounded(magnitude: string, places: number | null): string {
  const [whole = '', fraction = ''] = magnitude.split('.');
  if (places === null || fraction.length <= places) {
    return places === null ? magnitude : [whole, fraction.padEnd(places, '0')].join(places > 0 ? '.' : '');
  }
  const kept = BigInt(whole + fraction.slice(0, places)) + (Number(fraction[places]) >= 5 ? 1n : 0n);
  const digits = String(kept).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function dateText(text: string, pattern: string, region: Region): string {
  const [date = '', time = ''] = text.split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const parts: Record<string, string> = { year, month, day };
  const shown = REGIONS[region].date.map((part) => parts[part] ?? part).join('');
  if (pattern === 'Short Date' || time === '') return shown;
  // A cell shows up to three digits of a second's fraction, unless all are zero. Hovering shows the whole value.
  const [seconds = '', fraction = ''] = time.split('.');
  const digits = fraction.slice(0, 3);
  return `${shown}, ${seconds}${/[1-9]/.test(digits) ? REGIONS[region].decimal + digits : ''}`;
}
