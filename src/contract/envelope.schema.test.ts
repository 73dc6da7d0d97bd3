import { expect, test } from 'vitest';
import { errorMessages, openEnvelope } from './envelope.schema';

test('data of an answer that succeeded', () => {
  expect(openEnvelope({ Data: [1], Errors: [], Succeeded: true })).toEqual({ succeeded: true, data: [1] });
  expect(openEnvelope({ Data: null, Errors: null, Succeeded: true })).toEqual({
    succeeded: true,
    data: null,
  });
});

test('an answer that did not succeed, whatever its data', () => {
  expect(openEnvelope({ Data: [1], Errors: ['No.'], Succeeded: false })).toEqual({
    succeeded: false,
    messages: ['No.'],
  });
});

test('a failure need not hold data', () => {
  expect(openEnvelope({ Errors: ['No.'], Succeeded: false })).toEqual({
    succeeded: false,
    messages: ['No.'],
  });
  expect(openEnvelope({ Succeeded: false })).toEqual({ succeeded: false, messages: [] });
});

test('an answer that succeeded without data holds nothing that an endpoint could mistake for some', () => {
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

test('without a readable entry, the message of the answer itself', () => {
  const denied = 'Authorization has been denied for this request.';
  expect(errorMessages({ message: denied })).toEqual([denied]);
  expect(errorMessages({ Errors: [null], Message: denied })).toEqual([denied]);
  expect(errorMessages({ error: 'invalid_grant', error_description: 'Wrong.' })).toEqual(['Wrong.']);
});

test.each([null, undefined, 'text', 4, [], [{ message: 'm' }]])('%j shows nothing', (json) => {
  expect(errorMessages(json)).toEqual([]);
});
