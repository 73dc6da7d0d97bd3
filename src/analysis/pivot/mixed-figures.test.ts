import { expect, test } from 'vitest';
import { mixedFigures, type MixedFigures } from './mixed-figures';

const by = (...fields: string[]) => fields.map((field) => ({ field, step: null }));
const CURRENCY = { kind: 'currency', field: 'Currency', valueCount: 4 } as const;
const UNIT = { kind: 'unit', field: 'Unit', valueCount: 2 } as const;

const named = (figures: MixedFigures) =>
  Object.fromEntries(
    Object.entries(figures).map(([place, of]) => [
      place,
      of === null ? '' : [...of.mixed, ...of.unknown].map(({ kind }) => kind).join(' '),
    ]),
  );

test.each([
  [by('Country'), by(), { cells: 'currency unit', rowTotals: 'currency unit', apart: '' }],
  [
    by('Country'),
    by('Currency'),
    { cells: 'unit', rowTotals: 'currency unit', columnTotals: 'unit', apart: 'currency' },
  ],
  [
    by('Country', 'Currency'),
    by('Unit'),
    { cells: '', rowTotals: 'unit', columnTotals: 'currency', apart: 'currency unit' },
  ],
])('figures mix what no group tells apart: %j by %j', (rows, columns, expected) => {
  const figures = mixedFigures({ rows, columns }, { mixed: [CURRENCY, UNIT], unknown: [] });
  expect(named(figures)).toMatchObject({ ...expected, total: 'currency unit' });
});

test('what no column says may be mixed everywhere, and a step of a currency tells none apart', () => {
  const unknown = [{ kind: 'unit', field: 'Unit' }] as const;
  expect(named(mixedFigures({ rows: by('Unit'), columns: [] }, { mixed: [], unknown }))).toEqual({
    cells: 'unit',
    rowTotals: 'unit',
    columnTotals: 'unit',
    total: 'unit',
    apart: '',
  });
});
