import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { columnText, formulaColumns, MAX_FORMULA_LENGTH, parseFormula, withRenamedColumns } from './formula';

const COLUMNS = [
  { name: 'Value', isNumber: true },
  { name: 'Cost', isNumber: true },
  { name: 'List price', isNumber: true },
  { name: 'a]b', isNumber: true },
  { name: 'Name', isNumber: false },
  { name: 'Stückzahl_2', isNumber: true },
  { name: 'round', isNumber: true },
];

function formulaOf(text: string) {
  const parsed = parseFormula(text, COLUMNS);
  return parsed.ok ? parsed.formula : parsed.problem;
}

const value = { kind: 'column', name: 'Value' };
const cost = { kind: 'column', name: 'Cost' };
const number = (text: string) => ({ kind: 'number', value: text });

test('points before lines, from left to right', () => {
  expect(formulaOf('Value - Cost * 2 - 1')).toEqual({
    kind: 'operation',
    operator: '-',
    left: {
      kind: 'operation',
      operator: '-',
      left: value,
      right: { kind: 'operation', operator: '*', left: cost, right: number('2') },
    },
    right: number('1'),
  });
  expect(formulaOf('-Value / (Cost)')).toEqual({
    kind: 'operation',
    operator: '/',
    left: { kind: 'negative', of: value },
    right: cost,
  });
});

test('functions, names in brackets, and other signs', () => {
  expect(formulaOf('ROUND((Value − cost) ÷ Value × 100; 1)')).toMatchObject({ kind: 'round', places: 1 });
  expect(formulaOf('round(Value, -2)')).toEqual({ kind: 'round', of: value, places: -2 });
  expect(formulaOf('round(Value)')).toEqual({ kind: 'round', of: value, places: 0 });
  expect(formulaOf('round + 1')).toMatchObject({ left: { kind: 'column', name: 'round' } });
  expect(formulaOf('[round](1)')).toMatchObject({ kind: 'operator-expected', start: 7 });
  expect(formulaOf('max([List price], [a]]b], Stückzahl_2)')).toEqual({
    kind: 'max',
    of: ['List price', 'a]b', 'Stückzahl_2'].map((name) => ({ kind: 'column', name })),
  });
  expect(formulaOf('abs(.50)')).toEqual({ kind: 'abs', of: number('0.50') });
});

test.each([
  ['', 'empty', 0, ''],
  ['  ', 'empty', 2, ''],
  ['Value +', 'value-expected', 7, ''],
  ['Value * / Cost', 'value-expected', 8, '/'],
  ['Value Cost', 'operator-expected', 6, 'Cost'],
  ['(Value', 'not-closed', 0, '('],
  ['[Value', 'not-closed', 0, '['],
  ['Value)', 'operator-expected', 5, ')'],
  ['Value & 1', 'unexpected-character', 6, '&'],
  ['Value + 😀', 'unexpected-character', 8, '😀'],
  ['Price - 1', 'unknown-column', 0, 'Price'],
  ['1 + Name', 'not-a-number', 4, 'Name'],
  ['sqrt(Value)', 'unknown-function', 0, 'sqrt'],
  ['min(Value)', 'argument-count', 0, 'min(Value)'],
  ['abs(Value, 1)', 'argument-count', 0, 'abs(Value, 1)'],
  ['round(Value, 1, 2)', 'argument-count', 14, ','],
  ['round(Value, Cost)', 'places-expected', 13, 'Cost'],
  ['round(Value, 11)', 'places-expected', 13, '11'],
  ['1,5 * Value', 'operator-expected', 1, ','],
  ['1234567890123456789', 'too-many-digits', 0, '1234567890123456789'],
] as const)('%j is refused as %s', (text, kind, start, part) => {
  expect(formulaOf(text)).toEqual({ kind, start, end: start + part.length, text: part });
});

test('what would take too long to compute is refused', () => {
  expect(formulaOf('1'.repeat(MAX_FORMULA_LENGTH + 1))).toMatchObject({ kind: 'too-long' });
  // Links can contain formulas of any depth and length.
  expect(formulaOf(`${'round('.repeat(60)}Value${')'.repeat(60)}`)).toMatchObject({ kind: 'too-long' });
  expect(formulaOf(`${'Value/('.repeat(60)}Value${')'.repeat(60)}`)).toMatchObject({ kind: 'too-long' });
  expect(formulaOf(`${'1/(Value+'.repeat(60)}Value${')'.repeat(60)}`)).toMatchObject({ kind: 'too-long' });
  expect(formulaOf('Value+'.repeat(150).concat('1'))).toMatchObject({ kind: 'too-long' });
});

test('columns computed of each other take the steps of all of them', () => {
  const text = 'round(Value)';
  const last = Array.from({ length: 50 }).reduce<number | undefined>((steps) => {
    const parsed = parseFormula(text, [{ name: 'Value', isNumber: true, steps }]);
    return parsed.ok ? parsed.steps : steps;
  }, 0);
  expect(parseFormula(text, [{ name: 'Value', isNumber: true, steps: last }])).toMatchObject({
    ok: false,
    problem: { kind: 'too-long' },
  });
});

test('the largest of forty values is no long formula', () => {
  const values = Array.from({ length: 40 }, (_, index) => `Value / ${index + 1}`).join(', ');
  expect(parseFormula(`max(${values})`, COLUMNS).ok).toBe(true);
});

test('the largest of the largest is the largest of all, and as cheap', () => {
  const nested = `${'max(Value, '.repeat(40)}Cost${')'.repeat(40)}`;
  expect(parseFormula(nested, COLUMNS)).toEqual(parseFormula(`max(${'Value, '.repeat(40)}Cost)`, COLUMNS));
  expect(parseFormula('max(min(Value, Cost), Cost)', COLUMNS)).not.toEqual(
    parseFormula('max(Value, Cost, Cost)', COLUMNS),
  );
});

test('no text makes it throw, and every problem lies in the text', () => {
  const parts = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '+',
    '-',
    '*',
    '/',
    ',',
    ';',
    '.',
    ' ',
    'Value',
    'round',
    'min',
    '1',
    '0.5',
    'x',
    '[a]]b]',
    '\ud800',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyChar }),
        fc.array(parts).map((all) => all.join('')),
      ),
      (text) => {
        const parsed = parseFormula(text, COLUMNS);
        if (parsed.ok) return;
        const { start, end } = parsed.problem;
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(parsed.problem.text).toBe(text.slice(start, end));
      },
    ),
  );
});

test('every name can be written in a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (name) => {
      const parsed = parseFormula(`${columnText(name)} + 1`, [{ name, isNumber: true }]);
      expect(parsed.ok && formulaColumns(parsed.formula)).toEqual([name]);
    }),
  );
});

test('a formula follows its columns to other names, and nothing else in it changes', () => {
  const renamed = new Map([
    ['Price', 'Sales price'],
    ['round', 'x'],
  ]);
  expect(withRenamedColumns('round(price - Cost, 1) / [Price] × abs([round])', renamed)).toBe(
    'round([Sales price] - Cost, 1) / [Sales price] × abs(x)',
  );
  expect(withRenamedColumns('Price # 1', renamed)).toBe('Price # 1');
  const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(anyName, anyName, (from, to) => {
      const text = withRenamedColumns(`${columnText(from)} * 2`, new Map([[from, to]]));
      const parsed = parseFormula(text, [{ name: to, isNumber: true }]);
      expect(parsed.ok && formulaColumns(parsed.formula)).toEqual([to]);
    }),
  );
});
