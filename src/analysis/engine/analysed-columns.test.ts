import { expect, test } from 'vitest';
import { testField } from '@/test/test-price-column';
import { analysedColumn } from './analysed-columns';

test.each([
  ['decimal', 0, 200, { scale: 4, isSeenWhole: true }],
  ['decimal', 2, 200, { scale: 4 }],
  ['decimal', 6, 200, { scale: 6 }],
  ['decimal', 0, undefined, { scale: 0 }],
  ['decimal', 2, undefined, { scale: 2 }],
  ['int', null, undefined, { scale: 0 }],
] as const)(
  'numbers of %s with %s places, guessed from %s rows, have room for values that the guess has not seen',
  (sqlType, scale, guessedFromRows, expected) => {
    const field = testField('Price', { type: 'number', sqlType, scale });
    const told = guessedFromRows === undefined ? field : { ...field, guessedFromRows };
    const column = analysedColumn('Price', told, 0);
    expect({
      scale: column.scale,
      ...(column.isSeenWhole !== undefined && { isSeenWhole: column.isSeenWhole }),
    }).toEqual(expected);
  },
);
