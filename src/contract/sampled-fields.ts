import * as z from 'zod';
import type { PriceField } from './column';
import { columnsOfRows, isRow } from './extraction.schema';
import { sampledFieldFromRecord } from './price-columns.schema';
import { JsonText } from '@/lib/base/json-text';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { ownMember } from '@/lib/base/own-member';
import { readIsoDateTime } from '@/lib/formats/iso-date';

/** The number of rows from which the types of fields are guessed, if the service does not list its fields. */
export const SAMPLE_ROWS = 200;

const sampleSchema = z.object({ data: z.array(z.custom<Record<string, unknown>>(isRow)) });

/**
 * Returns the fields of a page of rows, with guessed types. `data` is the data of the page in the notation of the contract, parsed by
 * `parseKeepingNumbers`: other parsers do not tell some numbers from texts of the same digits. A page without rows has no fields. Throws
 * if this is no page.
 */
export function sampledFields(data: unknown): PriceField[] {
  const rows = sampleSchema.parse(data).data.slice(0, SAMPLE_ROWS);
  return columnsOfRows(rows).map((name, ordinal) => {
    const values = rows.map((row) => ownMember(row, name)).filter((value) => value != null);
    return sampledFieldFromRecord({ name, ...guessedType(values) }, ordinal, rows.length);
  });
}

interface GuessedType {
  readonly typeName: string;
  readonly scale?: number;
}

/**
 * Guesses the type of a column from its values, with null left out. A text is never guessed to be a number: an article number such as
 * `007` or `10001` would lose its form.
 */
function guessedType(values: readonly unknown[]): GuessedType {
  if (values.length === 0) return { typeName: 'nvarchar' };
  if (values.every((value) => typeof value === 'boolean')) return { typeName: 'bit' };
  if (values.every((value) => value instanceof JsonText)) {
    const numbers = values.map(({ text }) => text);
    // A number with an exponent is a binary one, which has no fixed number of decimal places.
    if (!numbers.every(isDecimal)) return { typeName: 'float' };
    return { typeName: 'decimal', scale: Math.max(...numbers.map(placesOf)) };
  }
  const dates = values.map((value) => (typeof value === 'string' ? readIsoDateTime(value) : null));
  if (dates.includes(null)) return { typeName: 'nvarchar' };
  if (!dates.some((date) => date?.hasTime)) return { typeName: 'date' };
  return { typeName: 'datetime2', scale: Math.max(...dates.map((date) => date?.fraction.length ?? 0)) };
}

function placesOf(decimal: string): number {
  const point = decimal.indexOf('.');
  return point === -1 ? 0 : decimal.length - point - 1;
}
