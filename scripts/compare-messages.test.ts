import { expect, test } from 'vitest';
import { findIn } from './compare-messages.mjs';

const english = new Map([
  ['rows', '{count, plural, one {<b>#</b> row} other {<b>#</b> rows}} of {name}'],
  ['close', 'Close'],
]);
const rows = '{count, plural, one {<b>#</b> Zeile} other {<b>#</b> Zeilen}} von {name}';
const close = 'Schließen';
const nothing = { mistakes: [], missing: [], surplus: [] };

test.each([
  ['a faithful translation', { rows, close }, {}],
  ['a missing message', { rows }, { missing: ['close'] }],
  ['an empty message', { rows, close: '' }, { missing: ['close'] }],
  ['a surplus message', { rows, close, open: 'Öffnen' }, { surplus: ['open'] }],
  [
    'a group in place of a message',
    { rows, 'close.all': close },
    { missing: ['close'], surplus: ['close.all'] },
  ],
  ['a lost value', { rows: rows.replace('{name}', ''), close }, { mistakes: ['rows lacks {name}'] }],
  ['a lost count', { rows: rows.replaceAll('#', ''), close }, { mistakes: ['rows lacks {count}'] }],
  ['a lost tag', { rows: rows.replaceAll(/<.?b>/g, ''), close }, { mistakes: ['rows lacks <b>'] }],
  [
    'a misspelt value',
    { rows: rows.replace('{name}', '{nmae}'), close },
    { mistakes: ['rows lacks {name}', 'rows has {nmae}, which the English has not'] },
  ],
  [
    'an unknown number',
    { rows, close: '{n, plural, other {Schließen}}' },
    { mistakes: ['close has {n}, which the English has not'] },
  ],
  [
    'an open brace',
    { rows: rows.replace('{name}', '{name'), close },
    { mistakes: [expect.stringMatching(/^rows cannot be read/)] },
  ],
])('%s is told', (_, texts: Record<string, string>, expected) => {
  expect(findIn(new Map(Object.entries(texts)), english)).toEqual({ ...nothing, ...expected });
});
