import * as z from 'zod';
import type { PriceField } from './column';
import { columnsOfRows, isRow } from './extraction.schema';
import { sampledFieldFromRecord } from './price-columns.schema';
import type { ServiceDescription } from './service-description';
import { createWireDates } from './wire-dates';
import { JsonText } from '@/lib/base/json-text';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { ownMember } from '@/lib/base/own-member';
import { readIsoDateTime } from '@/lib/formats/iso-date';

/** The number of rows from which the types of fields are guessed, if the service does not list its fields. */
export const SAMPLE_ROWS = 200;

const sampleSchema = z.object({ data: z.array(z.custom<Record<string, unknown>>(isRow)) });

/**
 * Returns the fields of a page of rows, with guessed types. `data` is the data of the page in the notation of the contract, parsed by
 * `parseKeepingNumbers`: other parsers do not tell some numbers from texts of the same digits. Its dates are still as the service writes
 * them, which `extraction` says. A page without rows has no fields. Throws if this is no page.
 */
export function sampledFields(data: unknown, extraction?: DatesOfService): PriceField[] {
  const rows = sampleSchema.parse(data).data.slice(0, SAMPLE_ROWS);
  const readDate = dateReader(extraction);
  return columnsOfRows(rows).map((name, ordinal) => {
    const values = rows.map((row) => ownMember(row, name)).filter((value) => value != null);
    return sampledFieldFromRecord({ name, ...guessedType(values, readDate) }, ordinal, rows.length);
  });
}

type DatesOfService = Pick<ServiceDescription['extraction'], 'dates' | 'zone'>;
type DateReader = (text: string) => ReturnType<typeof readIsoDateTime>;

/** Returns a function that reads a date as the service writes it; the function returns null for any other text. */
function dateReader(extraction: DatesOfService | undefined): DateReader {
  const dates = extraction === undefined ? null : createWireDates(extraction);
  // Milliseconds cannot be told from other numbers, or from article numbers.
  if (dates === null || extraction?.dates === 'epoch-ms') return readIsoDateTime;
  // A day in .NET's form is a midnight. In ISO form, a day has no time.
  const field = { isDay: extraction?.dates === 'dotnet' };
  return (text) => readIsoDateTime(String(dates.read(text, field)));
}

interface GuessedType {
  readonly typeName: string;
  readonly scale?: number;
}

/**
 * Guesses the type of a column from its values, with null left out. A text is never guessed to be a number: an article number such as
 * `007` or `10001` would lose its form.
 */
function guessedType(values: readonly unknown[], readDate: DateReader): GuessedType {
  if (values.length === 0) return { typeName: 'nvarchar' };
  if (values.every((value) => typeof value === 'boolean')) return { typeName: 'bit' };
  if (values.every((value) => value instanceof JsonText)) {
    const numbers = values.map(({ text }) => text);
    // A number with an exponent is a binary one, which has no fixed number of decimal places.
    if (!numbers.every(isDecimal)) return { typeName: 'float' };
    return { typeName: 'decimal', scale: Math.max(...numbers.map(placesOf)) };
  }
  const dates = values.map((value) => (typeof value === 'string' ? readDate(value) : null));
  if (dates.includes(null)) return { typeName: 'nvarchar' };
  if (!dates.some((date) => date?.hasTime)) return { typeName: 'date' };
  return { typeName: 'datetime2', scale: Math.max(...dates.map((date) => date?.fraction.length ?? 0)) };
}

function placesOf(decimal: string): number {
  const point = decimal.indexOf('.');
  return point === -1 ? 0 : decimal.length - point - 1;
}
