import { expect, test } from 'vitest';
import { ALL_ROWS, figureFromParameter, figureToParameter } from './figure-address';
import type { ProposalFilter } from './read-proposal';

const FIGURES: readonly (readonly [ProposalFilter, string | undefined])[] = [
  [{ kind: 'all' }, undefined],
  [{ kind: 'changed' }, '1;changed'],
  [{ kind: 'stopped' }, '1;stopped'],
  [{ kind: 'without-answer' }, '1;without-answer'],
  [{ kind: 'without-answer', rule: 0 }, '1;without-answer~0'],
  [{ kind: 'with-margin' }, '1;with-margin'],
  [{ kind: 'with-margin', currency: null }, '1;with-margin~!none'],
  [{ kind: 'with-margin', currency: 'EUR' }, '1;with-margin~EUR'],
  [{ kind: 'rule', rule: 12 }, '1;rule~12'],
  [{ kind: 'currency', currency: null }, '1;currency~!none'],
  [{ kind: 'group', group: 'A; b~c', currency: 'EUR' }, '1;group~A!s b!tc~EUR'],
  [{ kind: 'group', group: null, currency: null, areChanged: true }, '1;group~!none~!none~changed'],
  [{ kind: 'stale' }, '1;stale'],
  [{ kind: 'planned', side: 'ended' }, '1;planned~ended'],
  [{ kind: 'found', check: null, side: 'before' }, '1;found~!none~before'],
  [{ kind: 'found', check: 'own-1', side: 'added' }, '1;found~own-1~added'],
  [{ kind: 'percent', from: '-2.5', to: null }, '1;percent~-2.5~!none'],
];

test.each(FIGURES)('%o is kept in the address', (figure, parameter) => {
  expect(figureToParameter(figure)).toBe(parameter);
  // The order of the members must be the same, because figures are compared as JSON to mark the chosen one.
  expect(JSON.stringify(figureFromParameter(parameter))).toBe(JSON.stringify(figure));
});

test.each([
  '2;changed',
  '1;elsewhere',
  '1;rule~first',
  '1;found~no-check~added',
  '1;found~below-cost~beside',
  '1;percent~1 or 2~!none',
  '1;group~A',
  '1;changed;stopped',
  '',
])('%j shows all rows', (parameter) => {
  expect(figureFromParameter(parameter)).toEqual(ALL_ROWS);
});
