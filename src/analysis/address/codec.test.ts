import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import * as c from './codec';

interface Fruit {
  readonly name: string;
  readonly size: string | null;
  readonly count: number;
  readonly isRipe: boolean;
  readonly places: readonly string[];
}

const anyText = fc.oneof(
  fc.string({ unit: anyChar }),
  fc.string({ unit: fc.constantFrom('~', ',', ';', '!', '-', 'a', '\ud83d') }),
  fc.constantFrom('!none', ''),
);
const anyName = anyText.filter((text) => text !== '');
const anyFruit: fc.Arbitrary<Fruit> = fc.record({
  name: anyName,
  size: fc.option(anyText),
  count: fc.nat(9),
  isRipe: fc.boolean(),
  places: fc.array(anyName, { maxLength: 3 }),
});

const fruit = c.item(
  c.record<Fruit>({
    name: c.name,
    size: c.orMissing(c.text),
    count: c.wholeNumber(1),
    isRipe: c.flag('ripe', 'green'),
    places: c.list(c.name),
  }),
);

type Shape =
  | { readonly kind: 'line'; readonly length: string }
  | { readonly kind: 'box'; readonly width: string; readonly height: string | null };

interface Basket {
  readonly fruits: readonly Fruit[];
  readonly shape: Shape | null;
  readonly label: string;
  readonly owners: Readonly<Partial<Record<'first' | 'second', string>>>;
  readonly notes: readonly string[];
  readonly isSold: boolean;
}
const EMPTY: Basket = { fruits: [], shape: null, label: '', owners: {}, notes: [], isSold: false };

const PARTS: Readonly<Record<string, c.Part<Basket>>> = {
  fruits: c.member('fruits', c.list(fruit)),
  shape: c.member(
    'shape',
    c.item(
      c.keyed<Shape>({
        line: c.record({ length: c.name }),
        box: c.record({ width: c.name, height: c.optional(c.name) }),
      }),
    ),
  ),
  label: c.part(
    c.item(c.nameUpTo(5)),
    ({ label }) => (label === '' ? undefined : label),
    (label) => ({ label }),
  ),
  owners: c.member('owners', c.byKey(['first', 'second'], c.name)),
  note: c.each('notes', c.item(c.name)),
  sold: c.mark('isSold'),
};
const basket = c.parameter('1', c.parts(EMPTY, PARTS));
const quoted = c.parameter('1', c.parts(EMPTY, PARTS, { isQuoted: true, mayRepeat: true }));

const anyBasket: fc.Arbitrary<Basket> = fc.record({
  fruits: fc.array(anyFruit, { maxLength: 3 }),
  shape: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('line' as const), length: anyName }),
      fc.record({ kind: fc.constant('box' as const), width: anyName, height: fc.option(anyName) }),
    ),
  ),
  label: anyText.map((text) => text.slice(0, 5)),
  owners: fc.record({ first: anyName, second: anyName }, { requiredKeys: [] }),
  notes: fc.array(anyName, { maxLength: 3 }),
  isSold: fc.boolean(),
});

describe('a parameter', () => {
  test('reads whatever it has written', () => {
    fc.assert(
      fc.property(anyBasket, (value) => {
        expect(basket.read(basket.write(value) ?? '1')).toEqual({ ok: true, value });
      }),
    );
  });

  test('is absent if it says nothing', () => {
    expect(basket.write(EMPTY)).toBeUndefined();
  });

  test('can be read by people', () => {
    const apple: Fruit = { name: 'Apple', size: null, count: 3, isRipe: true, places: ['Here', 'There'] };
    const pear: Fruit = { name: 'Pear', size: 'M,L', count: 0, isRipe: false, places: [] };
    expect(
      basket.write({
        fruits: [apple, pear],
        shape: { kind: 'box', width: '2', height: null },
        label: 'A',
        owners: { second: 'B' },
        notes: ['C', 'D'],
        isSold: true,
      }),
    ).toBe(
      '1;fruits,Apple~!none~3~ripe~Here~There,Pear~M!cL~0~green;shape,box~2;label,A;owners,second~B;note,C;note,D;sold',
    );
  });

  test('is written beyond the limits, and not read', () => {
    expect(basket.write({ ...EMPTY, label: 'too long' })).toBe('1;label,too long');
    expect(basket.read('1;label,too long').ok).toBe(false);
  });

  test.each([
    ['2;sold', 'unknown-version', '2', '2'],
    ['1;', 'unreadable', '', ''],
    ['1;constructor', 'unreadable', 'constructor', 'constructor'],
    ['1;label,!q', 'unreadable', '1;label,!q', 'label,!q'],
    ['1;label', 'unreadable', '1;label', 'label'],
    ['1;label,A,B', 'unreadable', '1;label,A,B', 'label,A,B'],
    ['1;label,A~B', 'unreadable', '1;label,A~B', 'label,A~B'],
    ['1;sold;shape,ring~1', 'unreadable', '1;sold;shape,ring~1', 'shape,ring~1'],
    ['1;shape,constructor~1', 'unreadable', '1;shape,constructor~1', 'shape,constructor~1'],
    ['1;shape,box~1~2~3', 'unreadable', '1;shape,box~1~2~3', 'shape,box~1~2~3'],
    ['1;fruits,A~!none~10~ripe', 'unreadable', '1;fruits,A~!none~10~ripe', 'fruits,A~!none~10~ripe'],
    ['1;fruits,A~B~1~soft', 'unreadable', '1;fruits,A~B~1~soft', 'fruits,A~B~1~soft'],
    ['1;owners,third~A', 'unreadable', '1;owners,third~A', 'owners,third~A'],
    ['1;note,A;note,!q', 'unreadable', '1;note,A;note,!q', 'note,!q'],
    ['1;sold,1', 'unreadable', '1;sold,1', 'sold,1'],
  ])('refuses %j', (text, kind, whole, part) => {
    expect(basket.read(text)).toEqual({ ok: false, problem: { kind, text: whole } });
    expect(quoted.read(text)).toEqual({ ok: false, problem: { kind, text: part } });
  });

  test('has each part once, unless parts may repeat', () => {
    expect(basket.read('1;label,A;label,B')).toEqual({
      ok: false,
      problem: { kind: 'unreadable', text: 'label,B' },
    });
    expect(quoted.read('1;label,A;label,B')).toEqual({ ok: true, value: { ...EMPTY, label: 'B' } });
  });

  test('does not quote what is inside an item', () => {
    const notes = c.parts(EMPTY, { note: c.each('notes', c.name) }, { separator: '~' });
    const lists = c.parameter('1', c.list(c.item(notes, ',')));
    const value = [{ ...EMPTY, notes: ['A', 'B'] }];
    expect(lists.write(value)).toBe('1;note~A,note~B');
    expect(lists.read('1;note~A,note~B')).toEqual({ ok: true, value });
    expect(lists.read('1;note~A,other~B')).toEqual({
      ok: false,
      problem: { kind: 'unreadable', text: '1;note~A,other~B' },
    });
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(typeof basket.read(`1;${text}`).ok).toBe('boolean');
      }),
    );
  });
});

test('a list ignores what it cannot read only where it says so', () => {
  expect(c.tryRead(c.listOfReadable(c.wholeNumber(1)), ['1', 'a', '2'])).toEqual({ value: [1, 2] });
  expect(c.tryRead(c.list(c.wholeNumber(1)), ['1', 'a', '2'])).toBeNull();
});
