import type { ColumnType, PriceField } from '@/contract/column';
import * as c from '../address/codec';
import { computedField } from './computed-field';

export const OWN_KINDS = ['text', 'number', 'date', 'moment', 'boolean'] as const;
/** The kind of values in a file's own column. `moment` is a day with a time. */
export type OwnKind = (typeof OWN_KINDS)[number];

const MOST_CHARACTERS = 1_000;
/** The most decimal places that numbers in the query engine can have. */
const MOST_PLACES = 38;

/** A column of a file that is not a field of the price column. */
export interface OwnColumn {
  readonly name: string;
  readonly kind: OwnKind;
  /** The decimal places that numbers are shown with; 0 for other values. */
  readonly places: number;
}

/** The notation of an own column in the address: its name, its kind and its decimal places. */
export const ownColumn = c.record<OwnColumn>({
  name: c.nameUpTo(MOST_CHARACTERS),
  kind: c.oneOf(OWN_KINDS),
  places: c.where(c.wholeNumber(2), (places) => places <= MOST_PLACES),
});

const SQL_TYPES = { text: 'nvarchar', date: 'date', moment: 'datetime2', boolean: 'bit' } as const;
/** The decimal places that the query engine stores for numbers without a stated scale. */
const STORED_PLACES = 10;

/** Returns the type of the values for filters, formats and editors. */
export function typeOfKind(kind: OwnKind): ColumnType {
  return kind === 'moment' ? 'date' : kind;
}

/** Describes a file's own column as a field. The scale of its numbers is only stated if they have more than `STORED_PLACES` places. */
export function ownColumnField({ name, kind, places }: OwnColumn): PriceField {
  const field = { ...computedField({ name, places: 0 }), canEdit: false };
  if (kind === 'number') {
    const isFine = places > STORED_PLACES;
    return {
      ...field,
      // A `decimal` has a stated scale. `number` does not.
      sqlType: isFine ? 'decimal' : 'number',
      typeLabel: 'number',
      precision: null,
      scale: isFine ? places : null,
      formatting: patternOf(places),
    };
  }
  return {
    ...field,
    type: typeOfKind(kind),
    sqlType: SQL_TYPES[kind],
    typeLabel: SQL_TYPES[kind],
    precision: null,
    scale: null,
    dataType: '',
    formatting: '',
    align: null,
  };
}

/** Returns the number format of a column. Whole numbers have no digit grouping, because they may be years or identifiers. */
function patternOf(places: number): string {
  if (places === 0) return '';
  if (places > STORED_PLACES) return `#,##0.${'#'.repeat(places)}`;
  return `#,##0.${'0'.repeat(places)}${'#'.repeat(STORED_PLACES - places)}`;
}
