import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { errorMessages, openEnvelope } from './envelope.schema';

test('data of a successful response', () => {
  expect(openEnvelope({ Data: [1], Errors: [], Succeeded: true })).toEqual({ succeeded: true, data: [1] });
  expect(openEnvelope({ Data: null, Errors: null, Succeeded: true })).toEqual({
    succeeded: true,
    data: null,
  });
});

test('a failed response, whatever its data', () => {
  expect(openEnvelope({ Data: [1], Errors: ['No.'], Succeeded: false })).toEqual({
    succeeded: false,
    messages: ['No.'],
  });
});

test('a failure needs no data', () => {
  expect(openEnvelope({ Errors: ['No.'], Succeeded: false })).toEqual({
    succeeded: false,
    messages: ['No.'],
  });
  expect(openEnvelope({ Succeeded: false })).toEqual({ succeeded: false, messages: [] });
});

test('a successful response without data has nothing that an endpoint could mistake for data', () => {
  expect(openEnvelope({ Errors: [], Succeeded: true })).toEqual({ succeeded: true, data: undefined });
});

test.each([null, [], 'ok', {}, { Data: [] }, { Data: [], Succeeded: 'true' }, { data: [], succeeded: true }])(
  '%j is no envelope',
  (json) => expect(() => openEnvelope(json)).toThrow(Error),
);

test.each<[entry: unknown, expected: string[]]>([
  ['A text.', ['A text.']],
  ['   ', []],
  [{ message: 'm' }, ['m']],
  [{ Message: 'M' }, ['M']],
  [{ errorMessage: 'e' }, ['e']],
  [{ description: 'd' }, ['d']],
  [{ error: 'x' }, ['x']],
  [{ code: 'E42' }, ['E42']],
  [{ code: 42 }, ['42']],
  [{ code: 'E42', message: 'm' }, ['m']],
  [{ message: '', code: 'E42' }, ['E42']],
  [{ message: { text: 'deep' } }, []],
  [{ other: 'o' }, []],
  [null, []],
  [7, []],
  [['nested'], []],
])('the entry %j shows %j', (entry, expected) => {
  const messages = errorMessages({ Data: null, Errors: [entry], Succeeded: false });
  expect(messages).toEqual(expected);
  expect(messages.join()).not.toContain('[object');
});

test('every entry is shown, in its order', () => {
  expect(errorMessages({ Errors: ['one', { message: 'two' }, null, 'three'] })).toEqual([
    'one',
    'two',
    'three',
  ]);
});

test('without a readable entry, the message of the response itself', () => {
  const denied = 'Authorization has been denied for this request.';
  expect(errorMessages({ message: denied })).toEqual([denied]);
  expect(errorMessages({ Errors: [null], Message: denied })).toEqual([denied]);
  expect(errorMessages({ error: 'invalid_grant', error_description: 'Wrong.' })).toEqual(['Wrong.']);
});

test.each<[errors: unknown, expected: string[]]>([
  ['Out of order.', ['Out of order.']],
  [{ message: 'Out of order.', code: 3 }, ['Out of order.']],
  [
    { Value: ['Not a number.', 'Too long.'], Country: 'Unknown.' },
    ['Not a number.', 'Too long.', 'Unknown.'],
  ],
  [{ first: { message: 'nested' } }, ['nested']],
  ['', []],
  [{}, []],
  [7, []],
  [false, []],
])('errors that are no list, %j, show %j', (Errors, messages) => {
  expect(openEnvelope({ Data: null, Errors, Succeeded: false })).toEqual({ succeeded: false, messages });
});

test.each([
  { Errors: ['Partly.'] },
  { Errors: [{ code: 'Partly.' }, null] },
  { Errors: 'Partly.' },
  { Errors: { message: 'Partly.' } },
])('a success with errors is none, %j', ({ Errors }) => {
  expect(openEnvelope({ Data: [1], Errors, Succeeded: true })).toEqual({
    succeeded: false,
    messages: ['Partly.'],
  });
});

test.each([{ Errors: [{}] }, { Errors: [{ other: 'o' }] }, { Errors: { a: [{}] } }, { Errors: 7 }])(
  'nor is one with errors that cannot be read, %j',
  ({ Errors }) => {
    expect(openEnvelope({ Data: [1], Errors, Succeeded: true })).toMatchObject({ succeeded: false });
  },
);

test.each([
  { Errors: undefined },
  { Errors: null },
  { Errors: [] },
  { Errors: [null, ''] },
  { Errors: {} },
  { Errors: '  ' },
  { Errors: false },
])('a success may come with %j', ({ Errors }) => {
  expect(openEnvelope({ Data: [1], Errors, Succeeded: true })).toEqual({ succeeded: true, data: [1] });
});

test.each([undefined, null, 'true', 'false', 1, {}])(
  'with %j for Succeeded, the errors are shown',
  (Succeeded) => {
    expect(openEnvelope({ Data: [1], Errors: ['No.'], Succeeded })).toEqual({
      succeeded: false,
      messages: ['No.'],
    });
  },
);

const succeeded = fc.constantFrom(true, false, undefined, null, 'true', 'false', 0, 1);

test('any response: data only for a pure success, messages only as text', () => {
  fc.assert(
    fc.property(succeeded, fc.jsonValue(), fc.jsonValue(), (Succeeded, Errors, Data) => {
      let content;
      try {
        content = openEnvelope({ Succeeded, Errors, Data });
      } catch (error) {
        expect(error).toBeInstanceOf(z.ZodError);
        expect(typeof Succeeded).not.toBe('boolean');
        return;
      }
      if (content.succeeded) {
        expect(Succeeded).toBe(true);
        expect(errorMessages({ Errors })).toEqual([]);
        expect(content.data).toBe(Data);
      } else {
        for (const message of content.messages) {
          expect(message.trim()).not.toBe('');
          expect(message).not.toBe('[object Object]');
        }
      }
    }),
  );
});

test('a text among the errors is never lost, wherever it stands', () => {
  const text = fc.string({ minLength: 1 }).filter((words) => words.trim() !== '');
  const errorsOf = (words: string) =>
    fc.constantFrom(words, [words], { message: words }, [{ code: words }], { Field: [words] });
  const cases = text.chain((words) => fc.record({ words: fc.constant(words), Errors: errorsOf(words) }));
  fc.assert(
    fc.property(cases, succeeded, fc.jsonValue(), ({ words, Errors }, Succeeded, Data) => {
      const json = { Succeeded, Errors, Data };
      expect(openEnvelope(json)).toEqual({ succeeded: false, messages: [words] });
    }),
  );
});

test.each([null, undefined, 'text', 4, [], [{ message: 'm' }]])('%j shows nothing', (json) => {
  expect(errorMessages(json)).toEqual([]);
});

test('messages are distinct and limited in number', () => {
  const Errors = Array.from({ length: 10_000 }, (_, at) => `${at % 5_000} ${'x'.repeat(2_000)}`);
  const messages = errorMessages({ Errors });
  expect(messages).toHaveLength(20);
  expect(new Set(messages).size).toBe(20);
  expect(messages[0]).toHaveLength(1_000);
  expect(errorMessages({ Errors: ['No.', 'No.'] })).toEqual(['No.']);
});
