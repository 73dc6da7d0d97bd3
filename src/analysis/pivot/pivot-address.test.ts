import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnType } from '@/contract/column';
import { pivotFromParameter, pivotToParameter } from './pivot-address';
import { CHART_KINDS, DATE_STEPS, isApplicable, MEASURE_FUNCTIONS, type PivotSpec } from './pivot-spec';

const COLUMNS = [
  { name: 'Country', type: 'text' },
  { name: 'ValidFrom', type: 'date' },
  { name: 'Value', type: 'number' },
  { name: 'Blocked', type: 'boolean' },
] as const;

const SPEC: PivotSpec = {
  rows: [
    { field: 'Country', step: null },
    { field: 'ValidFrom', step: 'month' },
  ],
  columns: [{ field: 'Value', step: '0.25' }],
  measures: [
    { fn: 'count', field: null },
    { fn: 'sum', field: 'Value' },
  ],
  sort: { by: 'measure', index: 1, isDescending: true },
  hasChart: true,
};
const TEXT =
  '1;rows,Country,ValidFrom~month;columns,Value~0.25;measures,count,sum~Value;sort,measure~1~descending;chart';

test('a pivot is written so that people can read it', () => {
  expect(pivotToParameter(SPEC)).toBe(TEXT);
  expect(pivotFromParameter(TEXT, COLUMNS)).toEqual({ ok: true, spec: SPEC });
});

const columnsOfAnyName = fc
  .uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 4, maxLength: 8 })
  .map((names) => names.map((name, index) => ({ name, type: COLUMNS[index % 4]?.type ?? 'text' })));

function specsOf(columns: readonly { readonly name: string; readonly type: ColumnType }[]) {
  const measures = columns.flatMap(({ name, type }) =>
    MEASURE_FUNCTIONS.filter((fn) => isApplicable(fn, type)).map((fn) => ({ fn, field: name })),
  );
  const grouping = ({ name, type }: (typeof columns)[number]) => {
    const steps = { date: fc.constantFrom(...DATE_STEPS), number: fc.constantFrom(null, '100', '0.25') };
    const step = type === 'date' || type === 'number' ? steps[type] : fc.constant(null);
    return fc.record({ field: fc.constant(name), step });
  };
  return fc
    .record({
      groupings: fc
        .shuffledSubarray([...columns], { maxLength: 4 })
        .chain((some) => fc.tuple(...some.map(grouping))),
      rowCount: fc.integer({ min: 2, max: 4 }),
      measures: fc.array(fc.constantFrom(...measures, { fn: 'count' as const, field: null }), {
        minLength: 1,
        maxLength: 8,
      }),
      isDescending: fc.boolean(),
      isSorted: fc.boolean(),
      hasChart: fc.boolean(),
      kind: fc.constantFrom(...CHART_KINDS),
      isShaded: fc.boolean(),
    })
    .map(({ groupings, rowCount, isSorted, isDescending, measures: chosen, hasChart, kind, isShaded }) => {
      const chart = { kind, measure: chosen.length - 1 };
      return {
        rows: groupings.slice(0, rowCount),
        columns: groupings.slice(rowCount),
        measures: chosen,
        sort: isSorted ? { by: 'measure', index: chosen.length - 1, isDescending } : null,
        hasChart,
        ...(hasChart && (kind !== 'bars' || chart.measure > 0) && { chart }),
        ...(isShaded && { isShaded }),
      } satisfies PivotSpec;
    });
}

test('a link says how the chart is drawn and whether cells are shaded', () => {
  const text = '1;rows,ValidFrom~month;measures,count,sum~Value;chart,lines~1;shade';
  const read = pivotFromParameter(text, COLUMNS);
  expect(read).toMatchObject({
    spec: { hasChart: true, chart: { kind: 'lines', measure: 1 }, isShaded: true },
  });
  expect(read.ok && pivotToParameter(read.spec)).toBe(text);
  // The default chart is still written as before other charts existed, so that old links and new links are equal.
  expect(pivotToParameter({ ...SPEC, chart: { kind: 'bars', measure: 0 } })).toBe(TEXT);
});

test('any pivot comes back from the address, whatever the fields are called', () => {
  const columnsAndSpec = columnsOfAnyName.chain((columns) =>
    specsOf(columns).map((spec) => ({ columns, spec })),
  );
  fc.assert(
    fc.property(columnsAndSpec, ({ columns, spec }) => {
      expect(pivotFromParameter(pivotToParameter(spec), columns)).toEqual({ ok: true, spec });
    }),
  );
});

describe('a link that means something else is refused', () => {
  test.each([
    ['2;measures,count', 'unknown-version', '2'],
    ['', 'unknown-version', ''],
    ['1', 'unreadable', '1'],
    ['1;measures,sum', 'unreadable', '1;measures,sum'],
    ['1;measures,count;rows,A;rows,B', 'unreadable', 'rows,B'],
    ['1;measures,count;drop table', 'unreadable', 'drop table'],
    ['1;measures,count;chart,1', 'unreadable', '1;measures,count;chart,1'],
    ['1;measures,count;chart,lines~1', 'unreadable', '1;measures,count;chart,lines~1'],
    ['1;measures,count;chart,pie~0', 'unreadable', '1;measures,count;chart,pie~0'],
    ['1;measures,count;shade,1', 'unreadable', '1;measures,count;shade,1'],
    ['1;rows,Country,Country;measures,count', 'unreadable', '1;rows,Country,Country;measures,count'],
    [
      '1;measures,count;sort,measure~1~descending',
      'unreadable',
      '1;measures,count;sort,measure~1~descending',
    ],
    ['1;measures,count;sort,measure~0~up', 'unreadable', '1;measures,count;sort,measure~0~up'],
    ['1;rows,Value~-5;measures,count', 'unreadable', '1;rows,Value~-5;measures,count'],
    ['1;rows,Value~0;measures,count', 'unreadable', '1;rows,Value~0;measures,count'],
    ['1;rows,!z;measures,count', 'unreadable', '1;rows,!z;measures,count'],
    ['1;rows,Gone;measures,count', 'unknown-field', 'Gone'],
    ['1;measures,sum~Gone!sx', 'unknown-field', 'Gone;x'],
    ['1;measures,sum~Country', 'not-applicable', 'sum Country'],
    ['1;rows,Country~month;measures,count', 'not-applicable', 'Country month'],
    ['1;rows,ValidFrom~7;measures,count', 'not-applicable', 'ValidFrom 7'],
  ])('%s', (parameter, kind, text) => {
    expect(pivotFromParameter(parameter, COLUMNS)).toEqual({ ok: false, problem: { kind, text } });
  });

  test('or is a pivot: anything else never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof pivotFromParameter(`1;${text}`, COLUMNS).ok).toBe('boolean');
      }),
    );
  });
});
